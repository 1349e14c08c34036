package learnt_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"atoll/bots/learnt"
)

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.SliceOf(rapid.Int16()).Draw(t, "whole")
		bits := rapid.SliceOfN(rapid.Uint32Max(0x7f7fffff), 1, -1).Draw(t, "real")
		real := make([]float32, len(bits))
		for i, b := range bits {
			real[i] = math.Float32frombits(b)
		}
		var w learnt.Weights
		w.AddReal("real", real)
		w.AddWhole("whole", whole)
		got, err := learnt.Read(w.Append(nil))
		if err != nil {
			t.Fatal(err)
		}
		a, err := got.Real("real", len(real))
		if err != nil || !reflect.DeepEqual(a, real) {
			t.Fatalf("read %v, %v; wrote %v", a, err, real)
		}
		b, err := got.Whole("whole", len(whole))
		if err != nil || len(b) != len(whole) || len(b) > 0 && !reflect.DeepEqual(b, whole) {
			t.Fatalf("read %v, %v; wrote %v", b, err, whole)
		}
	})
}

func TestWrongWeightsAreRefused(t *testing.T) {
	var w learnt.Weights
	w.AddWhole("rows", []int16{1, 2, 3})
	file := w.Append(nil)
	got, err := learnt.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := got.Whole("rows", 2); err == nil {
		t.Error("a list of another length was taken")
	}
	if _, err := got.Real("rows", 3); err == nil {
		t.Error("whole numbers were taken for floats")
	}
	if _, err := got.Whole("none", 0); err == nil {
		t.Error("a list that is not there was taken")
	}
	for name, bad := range map[string][]byte{"nothing": nil, "another file": []byte("ATOLLNET1\n"), "half of it": file[:len(file)-4]} {
		if _, err := learnt.Read(bad); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	var w learnt.Weights
	w.AddWhole("rows", []int16{1, 2, 3})
	w.AddReal("out", []float32{0.5})
	f.Add(w.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := learnt.Read(data)
		if err != nil {
			return
		}
		if _, err := learnt.Read(w.Append(nil)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestEveryFileNamesItsCommand(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, kind := range []string{"*/*.weights", "*/*.book"} {
		found, err := filepath.Glob(kind)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 7 {
		t.Errorf("only %d files", len(files))
	}
	for _, file := range files {
		if !strings.Contains(string(page), "| `"+filepath.ToSlash(file)+"` | ") {
			t.Errorf("README.md does not say what makes %s", file)
		}
	}
}
