// Command netcheck computes a network for questions on standard input, so that a
// test of learn/ can compare.
package main

import (
	"encoding/json"
	"log"
	"os"

	"atoll/neural"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	net, err := neural.Read(data)
	if err != nil {
		log.Fatal(err)
	}
	var q struct {
		Observations [][]int
		Letters      []int32
	}
	if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
		log.Fatal(err)
	}
	var a struct {
		Values []float64 `json:"values"`
		Logits []float32 `json:"logits"`
	}
	m := neural.NewMind(net)
	for i, row := range q.Observations {
		seen := make([]byte, len(row))
		for j, x := range row {
			seen[j] = byte(x)
		}
		a.Values = append(a.Values, m.Look(seen))
		a.Logits = append(a.Logits, m.Logit(q.Letters[i]))
	}
	if err := json.NewEncoder(os.Stdout).Encode(a); err != nil {
		log.Fatal(err)
	}
}
