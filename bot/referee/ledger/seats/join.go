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
	i := slices.IndexFunc(g.Seats, func(s ledger.Seat) bool { return s.Side == side })
	switch _, err := g.Side(user); {
	case g.Over:
		return ledger.Body{}, api.ErrOver
	case i < 0:
		return ledger.Body{}, api.ErrNoSide
	case err == nil:
		return ledger.Body{}, api.ErrSeated
	case g.Seats[i].User != "":
		return ledger.Body{}, api.ErrSeatTaken
	}
	return ledger.Body{Version: ledger.BodyVersion, Joined: &ledger.Joined{Side: side, Word: word}}, nil
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
