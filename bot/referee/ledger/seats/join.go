package seats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules/order"
)

// Join returns the row by which a user takes a seat, with his word for the dice.
func Join(g *ledger.Game, user string, side order.Side, word string) (ledger.Body, error) {
	if !legible(word) {
		return ledger.Body{}, api.ErrWord
	}
	return ledger.Body{Version: ledger.BodyVersion, Joined: &ledger.Joined{Side: side, Word: word}},
		CheckFree(g, user, side)
}

// CheckFree refuses a user who cannot take a side now.
func CheckFree(g *ledger.Game, user string, side order.Side) error {
	if g.Over {
		return api.ErrOver
	}
	i := slices.IndexFunc(g.Seats, func(s ledger.Seat) bool { return s.Side == side })
	if i < 0 {
		return api.ErrNoSide
	}
	if _, err := g.Side(user); err == nil {
		return api.ErrSeated
	}
	if g.Seats[i].User != "" {
		return api.ErrSeatTaken
	}
	return nil
}

// GiveWord returns the row by which a user gives his word for the dice later.
func GiveWord(g *ledger.Game, user, word string) (ledger.Body, error) {
	side, err := g.SideBeforeStart(user)
	switch {
	case err != nil:
		return ledger.Body{}, err
	case slices.ContainsFunc(g.Seats, func(s ledger.Seat) bool { return s.Side == side && s.Word != "" }):
		return ledger.Body{}, api.ErrWorded
	case word == "" || !legible(word):
		return ledger.Body{}, api.ErrWord
	}
	return ledger.Body{Version: ledger.BodyVersion, Worded: &ledger.Joined{Side: side, Word: word}}, nil
}

// legible reports whether a word is easy to read and copy when it is published.
func legible(word string) bool {
	return utf8.RuneCountInString(word) <= api.WordLimit &&
		!strings.ContainsFunc(word, func(r rune) bool { return r == '`' || r == utf8.RuneError || !unicode.IsPrint(r) })
}

// SetPlayer gives the seat of a side to a user, "" for nobody, with his word for the dice.
func SetPlayer(g *ledger.Game, user string, j ledger.Joined) {
	for i := range g.Seats {
		if g.Seats[i].Side == j.Side {
			g.Seats[i].User, g.Seats[i].Word = user, j.Word
		}
	}
}
