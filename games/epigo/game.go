package epigo

import "atoll/game"

// Game is the catalogue's entry.
var Game = &game.Game{
	ID:      "epigo",
	Name:    "Epigo",
	Tagline: "Order three of seven in secret. Outguess, push, outnumber.",
	Summary: "Both sides give three of seven tiles an Order in secret, then the Orders are revealed one by one. The first to push three enemy tiles over the edge wins.",
	Credit: game.Credit{
		Designers:  []string{"Chris Gosselin", "Chris Kreuter"},
		Developers: []string{"Eli Hamblet", "Gabe Schwartz"},
		Publisher:  "Masquerade Games",
		About:      "Islanders is an official variant of 2013, made in honour of a donor to the Jack Vasel Memorial Fund.",
		Box:        "For a box, ask Masquerade Games.",
	},
	Rules:   1,
	Drawn:   true,
	Wire:    wire,
	Players: []int{2},
	Minutes: 20,
	Traits:  game.Traits{Simultaneous: true, Hidden: true},
	Options: []game.Option{
		{
			Key: "variant", Name: "Variant", Kind: game.Choice, Default: game.Word("core"),
			Help: "Play the core game, or the official variant Islanders.",
			Values: []game.OptionValue{
				{Value: game.Word("core"), Name: "Core game", Help: "Seven Epigons a side and nothing else."},
				{Value: game.Word("islanders"), Name: "Islanders", Help: "Each player also has an Island where up to three Epigons are safe, and a SLAM! Order that moves it."},
			},
		},
		{
			Key: "island_exit", Name: "Leaving an Island", Kind: game.Choice, Default: game.Word("any"), Needs: "variant=islanders",
			Help: "Which way an Epigon may step off its Island when its Order acts.",
			Values: []game.OptionValue{
				{Value: game.Word("any"), Name: "Any side", Help: "Over any square next to the Island, whatever the arrow says."},
				{Value: game.Word("arrow"), Name: "The arrow's side", Help: "Only over the two squares on the side that the Order's arrow points to.", Ours: true},
			},
		},
		{
			Key: "island_priority", Name: "Island priority", Kind: game.Flag, Default: game.Bool(false), Needs: "variant=islanders",
			Help: "An Epigon on its Island acts with its number plus one: a 3 there counts as 4, a 7 as high as SLAM!.",
		},
		{
			Key: "quiet_limit", Name: "Quiet turns for a draw", Kind: game.Limit, Default: game.Int(60), Min: 1, Ours: true,
			Help: "The game is a draw after this many turns in a row without a capture.",
		},
	},
	Reasons:   []string{"captures", "quiet", "agreed", "resign", "timeout"},
	SeatNames: func(int) []string { return []string{"S", "N"} },
	New:       func(c game.Config) game.State { return newState(c) },
}

// sideNames are for sentences; records and positions use the seat names.
var sideNames = [2]string{"South", "North"}

const seatLetters = "SN"
