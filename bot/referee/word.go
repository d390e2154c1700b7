package referee

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grognard/rules/order"
)

// WordLimit is how many characters a word for the dice can have.
const WordLimit = 60

// Free says whether a user could take a side now. Errors: those of Join.
func (r *Referee) Free(ctx context.Context, c Command, side order.Side) error {
	return r.look(ctx, c.Channel, func(g *game) error {
		if c.Game != "" && c.Game != g.kept.ID {
			return ErrOtherGame
		}
		return g.free(c.User, side)
	})
}

// Word gives the word for the dice of one who has taken a seat without one, until the game
// begins. It stays what it is. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver,
// ErrStarted, ErrWord, also for none, ErrWorded.
func (r *Referee) Word(ctx context.Context, c Command, word string) (Table, error) {
	return r.frame(ctx, c, func(g *game) (body, error) { return g.give(c.User, strings.TrimSpace(word)) })
}

func (g *game) give(user, word string) (body, error) {
	side, err := g.side(user)
	switch {
	case err != nil:
		return body{}, err
	case g.over:
		return body{}, ErrOver
	case g.Started:
		return body{}, ErrStarted
	case g.Waiting != nil: // the words go into the dice that are awaited
		return body{}, g.awaiting()
	case slices.ContainsFunc(g.Seats, func(s player) bool { return s.Side == side && s.Word != "" }):
		return body{}, ErrWorded
	case word == "" || !legible(word):
		return body{}, ErrWord
	}
	return body{Version: bodyVersion, Worded: &joined{side, word}}, nil
}

// legible says whether a word can be read and copied when it is published.
func legible(word string) bool {
	return utf8.RuneCountInString(word) <= WordLimit &&
		!strings.ContainsFunc(word, func(r rune) bool { return r == '`' || r == utf8.RuneError || !unicode.IsPrint(r) })
}
