// Package duct is decoupled UCT, the usual opponent for games with simultaneous
// choices: where several seats choose at once each keeps its own UCB statistics
// over its own actions, and their meeting decides which child is visited.
//
// The tree is that of package mcts. The settings differ: sets of actions too large
// to list (a plan of Epigo is one of 13,440) are widened by sampling, and the
// answer to a simultaneous choice is drawn from the most visited actions, since a
// fixed answer can be foreseen.
package duct

import (
	"context"
	"fmt"

	"atoll/game"
	"atoll/search"
	"atoll/search/mcts"
)

// Options returns the settings of decoupled UCT. They can be changed before New.
func Options() mcts.Options {
	return mcts.Options{
		Explore:      0.7,
		Mix:          true,
		WideAbove:    256,
		WideFactor:   1.0,
		WideExponent: 0.5,
	}
}

// New returns a searcher with the given settings.
func New(opt mcts.Options) *mcts.Searcher { return mcts.New(opt) }

// Search is New(Options()).Search for a single question.
func Search(ctx context.Context, view game.State, s game.Seat, b search.Budget, seed uint64) (search.Report, error) {
	rep, err := New(Options()).Search(ctx, view, s, b, seed)
	if err != nil {
		return rep, fmt.Errorf("duct: %w", err)
	}
	return rep, nil
}
