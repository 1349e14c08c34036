package session

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock is the time of a player for a whole game, and what every choice adds.
type Clock struct{ Base, Add time.Duration }

// ParseClock reads minutes and seconds, as in 10+5; "" and "none" are no clock.
func ParseClock(text string) (Clock, error) {
	text = strings.ReplaceAll(text, " ", "")
	if text == "" || text == "none" {
		return Clock{}, nil
	}
	minutes, seconds, _ := strings.Cut(text, "+")
	m, err := strconv.ParseFloat(minutes, 64)
	s := 0
	if err == nil && seconds != "" {
		s, err = strconv.Atoi(seconds)
	}
	if err != nil || m <= 0 || m > 600 || s < 0 || s > 3600 {
		return Clock{}, fmt.Errorf("a clock is minutes and seconds a choice, as 10+5, not %.20q", text)
	}
	return Clock{time.Duration(m * float64(time.Minute)), time.Duration(s) * time.Second}, nil
}

// String is the clock as ParseClock reads it.
func (c Clock) String() string {
	if c.Base == 0 {
		return "none"
	}
	return strconv.FormatFloat(c.Base.Minutes(), 'f', -1, 64) + "+" + strconv.Itoa(int(c.Add.Seconds()))
}

// clockText is a remaining time.
func clockText(left time.Duration) string {
	left = max(0, left).Round(time.Second)
	return fmt.Sprintf("%d:%02d", int(left.Minutes()), int(left.Seconds())%60)
}
