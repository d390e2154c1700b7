package emojis

import (
	"strconv"
	"strings"

	"grognard/render/emoji"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Extent is what has emojis in texts.
type Extent int8

// The extents, each with what those before it have.
const (
	Nothing Extent = iota // buttons and menus have them nevertheless
	Marks                 // marks and states, in a list in which one for every unit would take half the room
	All                   // units and dice too
)

// Beside puts the emojis of a set beside words. The zero Beside leaves words as they are.
type Beside struct {
	Set    *Set
	Map    *view.Map // of the game, whose sides have colours; nil for none
	InText Extent
}

// Of returns the emoji of a unit, none if there is none or its arm is not known.
func (b Beside) Of(c view.Counter) Emoji { return b.Set.Of(emoji.UnitSign(b.Map, c.Side, c.Symbol)) }

// Sign returns words with the emoji of a mark or a state before them.
func (b Beside) Sign(s emoji.Sign, words string) string {
	if b.InText < Marks {
		return words
	}
	return b.Set.Of(s).Before(words)
}

// State returns words with the emoji of a state after them.
func (b Beside) State(words, state string) string {
	if b.InText < Marks {
		return words
	}
	return strings.TrimRight(words+" "+b.Set.Of(emoji.StateSign(state)).String(), " ")
}

// Pick returns the emoji of a picked unit, or of what lies on top in a picked hex; nil for none.
func (b Beside) Pick(board *view.Board, pick view.Pick) *discordgo.ComponentEmoji {
	c, _, _ := board.Find(pick.Unit)
	for _, st := range board.Stacks {
		if pick.Unit == "" && st.Hex == pick.Hex {
			c, _ = st.At(0)
		}
	}
	return b.Of(c).Component()
}

// Unit returns words about a unit with its emoji before them.
func (b Beside) Unit(c view.Counter, words string) string {
	if b.InText < All {
		return words
	}
	return b.Of(c).Before(words)
}

// Dice returns the faces of dice, each as its emoji with the face in its name, or without one as a symbol.
func (b Beside) Dice(faces []int) (words string) {
	for _, f := range faces {
		face, e := DieFace(f), b.Set.Of(emoji.DieSign(f))
		if b.InText == All && e.ID != "" {
			face = "<:" + shortName + strconv.Itoa(f) + ":" + e.ID + ">"
		}
		words += face
	}
	return words
}

// DieFace returns the face of a die in a text: a symbol from 1 to 6, else a number in brackets.
func DieFace(n int) string {
	if n < 1 || n > 6 {
		return "[" + strconv.Itoa(n) + "]"
	}
	return string(rune('⚀' + n - 1))
}
