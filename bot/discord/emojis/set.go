// Package emojis keeps the small pictures of package render/emoji at Discord, as emojis of the bot's application, and
// finds the one that stands beside a word.
//
//	set := emojis.NewSet()
//	keeper := emojis.Keeper{Client: client, Application: application, Set: set, Signs: signs, Uploads: true, Log: log}
//	go keeper.Keep(ctx)
//	beside := set.Of(emoji.UnitSign(board.Map, unit.Side, unit.Symbol)) // the zero Emoji while it is not there
//	text := beside.Before(unit.Name)                                    // <:gg:1200…> 25 Pz
//	option.Emoji = beside.Component()
//
// An emoji stands beside words, a die's in place of its symbol. An empty set, as long as Discord has no emojis or
// refuses them, leaves all texts as they are. Split and Plain take emojis away where there is no room for them.
//
// The package may import rest and render/emoji. It knows no games: its caller says which signs there are.
package emojis

import (
	"sync/atomic"

	"grognard/render/emoji"

	"github.com/bwmarrin/discordgo"
)

// Set has the emojis that are at Discord now, by their signs. Any goroutine may use it; a nil Set has none.
type Set struct {
	found atomic.Pointer[map[emoji.Sign]Emoji]
	doubt chan struct{} // holds a value after Discord has refused an emoji
}

// NewSet returns a set without emojis.
func NewSet() *Set { return &Set{doubt: make(chan struct{}, 1)} }

// Of returns the emoji of a sign, the zero Emoji if Discord does not have it.
func (s *Set) Of(sign emoji.Sign) Emoji {
	if s == nil {
		return Emoji{}
	}
	if found := s.found.Load(); found != nil {
		return (*found)[sign]
	}
	return Emoji{}
}

// Doubt has the Keeper look again at what is at Discord, which has just refused an emoji.
func (s *Set) Doubt() {
	select {
	case s.doubt <- struct{}{}:
	default: // the Keeper is to look again already
	}
}

// Emoji is an emoji of the application; the zero Emoji is none.
type Emoji struct{ Name, ID string }

// String returns the emoji as it stands in a text, "" for none. Its name there counts for the length and is read aloud,
// so it is two letters: Discord needs none, and the words beside it say the same.
func (e Emoji) String() string {
	if e.ID == "" {
		return ""
	}
	return "<:" + shortName + ":" + e.ID + ">"
}

// shortName is the name of emojis in texts.
const shortName = "gg"

// Before returns words with the emoji before them.
func (e Emoji) Before(words string) string {
	if e.ID == "" {
		return words
	}
	return e.String() + " " + words
}

// Component returns the emoji as a button or an option of a menu has it, nil for none.
func (e Emoji) Component() *discordgo.ComponentEmoji {
	if e.ID == "" {
		return nil
	}
	return &discordgo.ComponentEmoji{Name: e.Name, ID: e.ID}
}
