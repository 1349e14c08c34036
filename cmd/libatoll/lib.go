//go:build cgo

package main

// #define ATOLL_TYPES_ONLY
// #include "atoll.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"unsafe"

	"atoll/game"
	"atoll/vector"
)

// open games by their handles.
var (
	mu     sync.Mutex
	opened = map[int64]*vector.Env{}
	last   int64
)

var errHandle = errors.New("no such games are open")

func find(handle C.int64_t) (*vector.Env, error) {
	mu.Lock()
	defer mu.Unlock()
	e, ok := opened[int64(handle)]
	if !ok {
		return nil, errHandle
	}
	return e, nil
}

// guard runs f, turns a panic into an error and an error into a number and a text.
func guard(text *C.char, size C.int64_t, f func() (int64, error)) (code int64) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			code = C.ATOLL_INTERNAL
			defer func() { _ = recover() }() // the text's own place may be wrong too
			tell(text, size, fmt.Sprint("internal error: ", p))
		}
	}()
	n, err := f()
	if err == nil {
		return n
	}
	code = C.ATOLL_BAD
	switch {
	case errors.Is(err, errHandle), errors.Is(err, vector.ErrClosed):
		code = C.ATOLL_HANDLE
	case errors.Is(err, vector.ErrBusy):
		code = C.ATOLL_BUSY
	case errors.Is(err, vector.ErrInternal):
		code = C.ATOLL_INTERNAL
	}
	tell(text, size, err.Error())
	return code
}

// tell copies a text and its ending zero to where there is room for it.
func tell(dst *C.char, size C.int64_t, text string) {
	if dst == nil || size < 1 || size > 1<<30 {
		return
	}
	room := unsafe.Slice((*byte)(unsafe.Pointer(dst)), int(size))
	n := copy(room[:size-1], text)
	room[n] = 0
}

// maxText is the longest text that is read from a caller.
const maxText = 1000

func read(p *C.char) (string, error) {
	if p == nil {
		return "", errors.New("a text is missing")
	}
	for n := range maxText {
		if *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) == 0 {
			return C.GoStringN(p, C.int(n)), nil
		}
	}
	return "", fmt.Errorf("a text is longer than %d bytes", maxText)
}

// view makes a slice of a caller's array; nil stays nil.
func view[T, P any](p *P, n C.int64_t) []T {
	if p == nil {
		return nil
	}
	if n < 0 || n > 1<<40 {
		panic(fmt.Sprintf("an array has %d elements", int64(n)))
	}
	return unsafe.Slice((*T)(unsafe.Pointer(p)), int(n))
}

func arrays(a *C.atoll_arrays) (*vector.Buffers, error) {
	if a == nil {
		return nil, errors.New("the arrays are missing")
	}
	for _, n := range [...]C.int64_t{
		a.observations_length, a.legal_length, a.counts_length, a.masks_length, a.seats_length, a.done_length, a.rewards_length,
	} {
		if n < 0 || n > 1<<40 {
			return nil, fmt.Errorf("an array cannot have %d elements", int64(n))
		}
	}
	return &vector.Buffers{
		Observations: view[byte](a.observations, a.observations_length),
		Legal:        view[int32](a.legal, a.legal_length),
		Counts:       view[int32](a.counts, a.counts_length),
		Masks:        view[byte](a.masks, a.masks_length),
		Seats:        view[int8](a.seats, a.seats_length),
		Done:         view[byte](a.done, a.done_length),
		Rewards:      view[float32](a.rewards, a.rewards_length),
	}, nil
}

// on runs f with the games of a handle.
func on(handle C.int64_t, text *C.char, size C.int64_t, f func(*vector.Env) (int64, error)) int64 {
	return guard(text, size, func() (int64, error) {
		e, err := find(handle)
		if err != nil {
			return 0, err
		}
		return f(e)
	})
}

// into is on for what fills arrays.
func into(handle C.int64_t, to *C.atoll_arrays, text *C.char, size C.int64_t, f func(*vector.Env, *vector.Buffers) error) int64 {
	return on(handle, text, size, func(e *vector.Env) (int64, error) {
		b, err := arrays(to)
		if err != nil {
			return 0, err
		}
		return 0, f(e, b)
	})
}

//export atoll_api
func atoll_api() C.int32_t { return C.ATOLL_API }

//export atoll_open
func atoll_open(what *C.char, games C.int64_t, seed C.uint64_t, threads C.int32_t, reward *C.char, text *C.char, size C.int64_t) C.int64_t {
	return C.int64_t(guard(text, size, func() (int64, error) {
		line, err := read(what)
		if err != nil {
			return 0, err
		}
		name, err := read(reward)
		if err != nil {
			return 0, err
		}
		cfg, err := configure(line)
		if err != nil {
			return 0, err
		}
		r, err := vector.ParseReward(name)
		if err != nil {
			return 0, err
		}
		e, err := vector.Open(cfg, int(games), uint64(seed), int(threads), r)
		if err != nil {
			return 0, err
		}
		return keep(e), nil
	}))
}

// keep gives games a handle.
func keep(e *vector.Env) int64 {
	mu.Lock()
	defer mu.Unlock()
	last++
	opened[last] = e
	return last
}

//export atoll_describe
func atoll_describe(handle C.int64_t, json *C.char, room C.int64_t, text *C.char, size C.int64_t) C.int64_t {
	return C.int64_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		about, err := describe(e)
		if err != nil {
			return 0, err
		}
		if int64(room) > int64(len(about)) {
			tell(json, room, string(about))
		}
		return int64(len(about)), nil
	}))
}

//export atoll_reset
func atoll_reset(handle C.int64_t, seed C.uint64_t, to *C.atoll_arrays, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(into(handle, to, text, size, func(e *vector.Env, b *vector.Buffers) error {
		return e.Reset(uint64(seed), b)
	}))
}

//export atoll_step
func atoll_step(handle C.int64_t, actions *C.int32_t, n C.int64_t, to *C.atoll_arrays, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(into(handle, to, text, size, func(e *vector.Env, b *vector.Buffers) error {
		if actions == nil || int64(n) != int64(e.Games()) {
			return fmt.Errorf("%d actions for %d games", int64(n), e.Games())
		}
		return e.Step(view[int32](actions, n), b)
	}))
}

//export atoll_look
func atoll_look(handle C.int64_t, to *C.atoll_arrays, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(into(handle, to, text, size, func(e *vector.Env, b *vector.Buffers) error {
		return e.Look(b)
	}))
}

//export atoll_observe
func atoll_observe(handle C.int64_t, seat C.int32_t, to *C.uint8_t, n C.int64_t, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		if to == nil || n < 0 || n > 1<<40 || seat < 0 || seat >= game.MaxSeats {
			return 0, errors.New("no such seat, or no room for what it sees")
		}
		return 0, e.Observe(game.Seat(seat), view[byte](to, n))
	}))
}

//export atoll_resample
func atoll_resample(handle C.int64_t, seed C.uint64_t, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		return 0, e.Resample(uint64(seed))
	}))
}

//export atoll_resample_for
func atoll_resample_for(handle C.int64_t, seat C.int32_t, seed C.uint64_t, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		if seat < 0 || seat >= game.MaxSeats {
			return 0, errors.New("no such seat")
		}
		return 0, e.ResampleFor(game.Seat(seat), uint64(seed))
	}))
}

//export atoll_clone
func atoll_clone(handle C.int64_t, text *C.char, size C.int64_t) C.int64_t {
	return C.int64_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		c, err := e.Clone()
		if err != nil {
			return 0, err
		}
		return keep(c), nil
	}))
}

//export atoll_take
func atoll_take(handle C.int64_t, source C.int64_t, rows *C.int32_t, n C.int64_t, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		from, err := find(source)
		if err != nil {
			return 0, err
		}
		if rows == nil || int64(n) != int64(e.Games()) {
			return 0, fmt.Errorf("%d rows for %d games", int64(n), e.Games())
		}
		return 0, e.Take(from, view[int32](rows, n))
	}))
}

//export atoll_choosers
func atoll_choosers(handle C.int64_t, to *C.uint8_t, n C.int64_t, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		if to == nil || int64(n) != int64(e.Games()) {
			return 0, fmt.Errorf("choosers has room for %d, not for %d", int64(n), e.Games())
		}
		return 0, e.Choosers(view[byte](to, n))
	}))
}

//export atoll_text
func atoll_text(handle C.int64_t, at C.int64_t, seat C.int32_t, to *C.char, room C.int64_t, text *C.char, size C.int64_t) C.int64_t {
	return C.int64_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		if at < 0 || at > vector.MaxGames || seat < 0 || seat >= game.MaxSeats {
			return 0, errors.New("no such game or seat")
		}
		about, err := e.Text(int(at), game.Seat(seat))
		if err != nil {
			return 0, err
		}
		if int64(room) > int64(len(about)) {
			tell(to, room, about)
		}
		return int64(len(about)), nil
	}))
}

//export atoll_close
func atoll_close(handle C.int64_t, text *C.char, size C.int64_t) C.int32_t {
	return C.int32_t(on(handle, text, size, func(e *vector.Env) (int64, error) {
		if err := e.Close(); err != nil {
			return 0, err
		}
		mu.Lock()
		defer mu.Unlock()
		delete(opened, int64(handle))
		return 0, nil
	}))
}
