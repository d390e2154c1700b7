package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Listing has suggestions for an option. They are sorted by class, then by how well they match what is typed, then by
// name, in which numbers count by their size.
type Listing struct {
	Typed []string // folded words
	lines []ranked
}

// ranked is one line of a listing.
type ranked struct {
	rest.Suggestion
	class, match int    // lower ones come first
	key          string // the name by which it is sorted
}

// NewListing returns an empty listing for what is typed.
func NewListing(typed string) *Listing { return &Listing{Typed: foldedWords(typed)} }

// foldedWords returns the words of a text as they are compared: folded, and without the brackets in Orsha (13.14).
func foldedWords(text string) []string {
	return strings.FieldsFunc(order.Fold(text), func(r rune) bool { return strings.ContainsRune(" ,\t()", r) })
}

// Add puts a line into the listing if what is typed is in one of its texts. Lines of a lower class come first. A text
// in called counts as a better match than one in elsewhere. A line whose value is too long for Discord is left out.
func (l *Listing) Add(class int, value, label string, called []string, elsewhere ...string) {
	if value == "" || utf8.RuneCountInString(value) > page.ChoiceText {
		return
	}
	best := -1
	for i, text := range append(slices.Clone(called), elsewhere...) {
		match := matchOf(l.Typed, text)
		if match >= 0 && i >= len(called) {
			match += matchElsewhere
		}
		if match >= 0 && (best < 0 || match < best) {
			best = match
		}
	}
	if best >= 0 {
		l.lines = append(l.lines, ranked{rest.Suggestion{Name: wording.Clip(label, page.ChoiceText), Value: value},
			class, best, label})
	}
}

// Suggestions returns the first suggestions and after them the lines of the listing, the best first.
func (l *Listing) Suggestions(first ...rest.Suggestion) []rest.Suggestion {
	slices.SortStableFunc(l.lines, func(a, b ranked) int {
		if by := cmp.Or(a.class-b.class, a.match-b.match); by != 0 {
			return by // before the names, whose numbers are slow to read
		}
		return CompareNumerically(a.key, b.key)
	})
	list := first
	for _, r := range l.lines {
		if !slices.ContainsFunc(list, func(s rest.Suggestion) bool { return s.Value == r.Value }) {
			list = append(list, r.Suggestion)
		}
	}
	return list
}

// How what is typed matches a text, the best match first.
const (
	matchWords     = iota // as words of it
	matchStart            // as words of which the last is incomplete
	matchScattered        // as the beginnings of words, which may have other words between them
	matchInside           // in the middle of a word
	matchElsewhere        // added if the text is not the name of the line
)

// matchOf returns how typed words match a text: matchWords or another of the constants, -1 if they do not.
func matchOf(typed []string, text string) int {
	if len(typed) == 0 {
		return matchWords
	}
	words, best := foldedWords(text), -1
	last := typed[len(typed)-1]
	for i := 0; i+len(typed) <= len(words); i++ {
		end := words[i+len(typed)-1]
		if !slices.Equal(typed[:len(typed)-1], words[i:i+len(typed)-1]) || !strings.HasPrefix(end, last) {
			continue
		}
		if tail := end[len(last):]; tail == "" || IsDigit(last[len(last)-1]) && !IsDigit(tail[0]) { // as 2 in 2nd
			return matchWords
		}
		best = matchStart
	}
	switch {
	case best >= 0:
		return best
	case areBeginnings(typed, words):
		return matchScattered
	case strings.Contains(strings.Join(words, " "), strings.Join(typed, " ")):
		return matchInside
	}
	return -1
}

// areBeginnings reports whether the typed words are the beginnings of some of the words, in the same order.
func areBeginnings(typed, words []string) bool {
	for _, w := range words {
		if len(typed) > 0 && strings.HasPrefix(w, typed[0]) {
			typed = typed[1:]
		}
	}
	return len(typed) == 0
}

func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// CompareNumerically compares texts in which numbers count by their size: 9 before 12.
func CompareNumerically(a, b string) int {
	for a != "" && b != "" {
		na, nb := leadingNumber(a), leadingNumber(b)
		if na == "" || nb == "" {
			if a[0] != b[0] {
				return int(a[0]) - int(b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		va, vb := strings.TrimLeft(na, "0"), strings.TrimLeft(nb, "0")
		if c := cmp.Or(len(va)-len(vb), strings.Compare(va, vb)); c != 0 {
			return c
		}
		a, b = a[len(na):], b[len(nb):]
	}
	return len(a) - len(b)
}

// leadingNumber returns the number at the beginning of a text, "" for none.
func leadingNumber(text string) string {
	return strings.TrimSuffix(text, strings.TrimLeft(text, "0123456789"))
}

// SeenOption returns an option completed with a list of what the asker may see. viewer is his side, "" for an onlooker.
func (k Kit) SeenOption(name string, list func(loc wording.Localizer, seen *view.Board, viewer order.Side,
	typed string) []rest.Suggestion) Option {
	return CompletedOption(name, func(ctx context.Context, req Request, t Typing) ([]rest.Suggestion, error) {
		seen, err := k.Referee.See(ctx, req.Cmd.Channel, req.Cmd.User)
		if err != nil {
			return nil, err
		}
		board, viewer := seen.Board()
		return list(req.Localizer.On(board.Map), board, viewer, t.Text()), nil
	})
}
