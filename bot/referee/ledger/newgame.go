package ledger

import (
	"encoding/json"
	"grognard/rules/order"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (g *Game) Join(user string, side order.Side, word string) (Body, error) {
	if !legible(word) {
		return Body{}, ErrWord
	}
	return Body{Version: BodyVersion, Joined: &JoinedOf{side, word}}, g.CheckFree(user, side)
}

// checkFree refuses a user who cannot take a side now.
func (g *Game) CheckFree(user string, side order.Side) error {
	if g.Over {
		return ErrOver
	}
	i := slices.IndexFunc(g.Seats, func(s SeatOf) bool { return s.Side == side })
	if i < 0 {
		return ErrNoSide
	}
	if _, err := g.Side(user); err == nil {
		return ErrSeated
	}
	if g.Seats[i].User != "" {
		return ErrSeatTaken
	}
	return nil
}

// startOrder is the order by which a game begins, and startAsked its encoded command.
const (
	startOrder = `{"verb":"game start"}`
	StartAsked = `{"order":` + startOrder + `}`
)

func (g *Game) Begin(user string) (Body, error) {
	if err := g.checkReady(user); err != nil {
		return Body{}, err
	}
	return g.commandRow(orderPayload{Order: json.RawMessage(startOrder)}, nil, g.Match.Begin)
}

func (g *Game) checkReady(user string) error {
	if _, err := g.Side(user); err != nil {
		return err
	}
	switch {
	case g.Over:
		return ErrOver
	case g.Started:
		return ErrStarted
	case g.Waiting != nil:
		return g.awaiting()
	}
	if slices.ContainsFunc(g.Seats, func(s SeatOf) bool { return s.User == "" }) {
		return ErrSeatsOpen
	}
	return nil
}

// WordLimit is the length of a word for the dice, in characters.
const WordLimit = 60

func (g *Game) GiveWord(user, word string) (Body, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return Body{}, err
	case g.Over:
		return Body{}, ErrOver
	case g.Started:
		return Body{}, ErrStarted
	case g.Waiting != nil: // the words go into the dice that are awaited
		return Body{}, g.awaiting()
	case slices.ContainsFunc(g.Seats, func(s SeatOf) bool { return s.Side == side && s.Word != "" }):
		return Body{}, ErrWorded
	case word == "" || !legible(word):
		return Body{}, ErrWord
	}
	return Body{Version: BodyVersion, Worded: &JoinedOf{side, word}}, nil
}

// legible says whether a word is easy to read and copy when it is published.
func legible(word string) bool {
	return utf8.RuneCountInString(word) <= WordLimit &&
		!strings.ContainsFunc(word, func(r rune) bool { return r == '`' || r == utf8.RuneError || !unicode.IsPrint(r) })
}
