package ledger

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

func (g *Game) Join(user string, side order.Side, word string) (Body, error) {
	if !legible(word) {
		return Body{}, api.ErrWord
	}
	return Body{Version: BodyVersion, Joined: &JoinedOf{side, word}}, g.CheckFree(user, side)
}

// checkFree refuses a user who cannot take a side now.
func (g *Game) CheckFree(user string, side order.Side) error {
	if g.Over {
		return api.ErrOver
	}
	i := slices.IndexFunc(g.Seats, func(s SeatOf) bool { return s.Side == side })
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
		return api.ErrOver
	case g.Started:
		return api.ErrStarted
	case g.Waiting != nil:
		return g.awaiting()
	}
	if slices.ContainsFunc(g.Seats, func(s SeatOf) bool { return s.User == "" }) {
		return api.ErrSeatsOpen
	}
	return nil
}

func (g *Game) GiveWord(user, word string) (Body, error) {
	side, err := g.Side(user)
	switch {
	case err != nil:
		return Body{}, err
	case g.Over:
		return Body{}, api.ErrOver
	case g.Started:
		return Body{}, api.ErrStarted
	case g.Waiting != nil: // the words go into the dice that are awaited
		return Body{}, g.awaiting()
	case slices.ContainsFunc(g.Seats, func(s SeatOf) bool { return s.Side == side && s.Word != "" }):
		return Body{}, api.ErrWorded
	case word == "" || !legible(word):
		return Body{}, api.ErrWord
	}
	return Body{Version: BodyVersion, Worded: &JoinedOf{side, word}}, nil
}

// legible says whether a word is easy to read and copy when it is published.
func legible(word string) bool {
	return utf8.RuneCountInString(word) <= api.WordLimit &&
		!strings.ContainsFunc(word, func(r rune) bool { return r == '`' || r == utf8.RuneError || !unicode.IsPrint(r) })
}
