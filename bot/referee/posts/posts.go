// Package posts keeps which message of a channel says how a game stands, so that it is edited after a restart and not
// sent twice. What the message says is for the caller.
//
//	store := posts.New(enter, papers)
//	err = store.Keep(ctx, posts.Post{Game: "kiev", Channel: "1", Message: "2"})
//	list, err := store.All(ctx)
//
// Limits: one post of each game. A post is a paper of the game's name, which no user has.
package posts

import (
	"context"
	"encoding/json"
	"fmt"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// Post is the message that says how a game stands.
type Post struct {
	Game    api.GameID `json:"-"`
	Channel string
	Message string // "" once it is lost
	Shown   string // chosen by the caller: what it says
	Picture string `json:",omitempty"` // chosen by the caller: what its picture shows
	Files   []File `json:",omitempty"` // those that it has
	Pinned  bool   `json:",omitempty"`
	Unsaid  bool   `json:",omitempty"` // it is to be pinned, or the notice of that to be deleted
	Old     []Old  `json:",omitempty"` // what it has replaced and is still to be deleted
}

// File is a file of a post: its name, and the same in words, which stay as they were when it was sent.
type File struct{ Name, Alt string }

// kind is that of the papers.
const kind = "post"

// Old is a message that a post has replaced.
type Old struct{ Channel, Message string }

// Store keeps the posts of all games. Its zero value is not usable.
type Store struct {
	enter  func(func() error) error
	papers Papers
}

// Papers is what is used of the storage.
type Papers interface {
	Prefer(ctx context.Context, user, kind, text string) error
	PapersOf(ctx context.Context, kind string) ([]storage.Paper, error)
}

// New returns a store. Each access is made within enter, which may refuse it, for the referee may have been shut.
func New(enter func(func() error) error, papers Papers) *Store { return &Store{enter, papers} }

// Keep keeps the post of a game in the place of the one before.
func (s *Store) Keep(ctx context.Context, p Post) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("post of game %s: %w", p.Game, err)
	}
	return s.enter(func() error { return s.papers.Prefer(ctx, string(p.Game), kind, string(raw)) })
}

// All returns the posts of all games. One that cannot be read is left out, for its game gets another.
func (s *Store) All(ctx context.Context) (list []Post, err error) {
	err = s.enter(func() error {
		kept, err := s.papers.PapersOf(ctx, kind)
		for _, k := range kept {
			var p Post
			if json.Unmarshal([]byte(k.Text), &p) == nil {
				p.Game = api.GameID(k.User)
				list = append(list, p)
			}
		}
		return err
	})
	return list, err
}
