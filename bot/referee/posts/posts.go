// Package posts remembers for each game the channel message that shows how it stands. So after a restart that message
// is edited, and none is sent twice. The caller decides what the message says.
//
//	store := posts.New(enter, papers)
//	err = store.Keep(ctx, posts.Post{Game: "kiev", Channel: "1", Message: "2"})
//	list, err := store.All(ctx)
//
// Limits: one post of each game. It is stored as a paper (a user's text) under the name of the game, which no user has.
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
	Message string // its ID; "" once the message is lost
	Shown   string // what the message says, in the caller's form
	Picture string `json:",omitempty"` // what the message's picture shows, in the caller's form
	Files   []File `json:",omitempty"` // the files attached to the message
	Pinned  bool   `json:",omitempty"`
	Unsaid  bool   `json:",omitempty"` // it must still be pinned, or Discord's notice of the pin deleted
	Old     []Old  `json:",omitempty"` // messages that it has replaced and that must still be deleted
}

// File is a file of a post: its name and its alt text. Both stay as they were when the file was sent.
type File struct{ Name, Alt string }

// kind is the Kind of the papers in which posts are stored.
const kind = "post"

// Old is a message that a post has replaced.
type Old struct{ Channel, Message string }

// Store keeps the posts of all games. Its zero value is not usable.
type Store struct {
	enter  func(func() error) error
	papers Papers
}

// Papers is the part of the storage that a Store needs. Prefer saves a text of a user, here a game, replacing the last.
type Papers interface {
	Prefer(ctx context.Context, user, kind, text string) error
	PapersOf(ctx context.Context, kind string) ([]storage.Paper, error)
}

// New returns a store. It reads and writes inside enter, which returns an error when the referee is shut.
func New(enter func(func() error) error, papers Papers) *Store { return &Store{enter, papers} }

// Keep stores p as the post of its game and replaces the one before.
func (s *Store) Keep(ctx context.Context, p Post) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("post of game %s: %w", p.Game, err)
	}
	return s.enter(func() error { return s.papers.Prefer(ctx, string(p.Game), kind, string(raw)) })
}

// All returns the posts of all games. It leaves out a post that cannot be decoded: that game then gets a new one.
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
