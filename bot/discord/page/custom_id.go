package page

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/referee/api"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Choice is an order that is being chosen, as custom IDs hold it: the bot keeps nothing, so buttons outlast restarts.
type Choice struct {
	Question int // the decision that it answers, 0 for an order in one's own phase
	Verb     order.Verb
	Picks    []view.Pick
}

// With returns the choice with one more pick.
func (c Choice) With(p view.Pick) Choice {
	c.Picks = append(slices.Clip(c.Picks), p)
	return c
}

// The actions of a press on a choice. The action is the first letter of its custom ID.
const (
	ActShow   = 's' // show what can be picked next; a page number may follow
	ActPick   = 'p' // a menu: its value is a pick to be added
	ActTurn   = 't' // a menu: its value is the page to turn to
	ActBack   = 'b' // show the choice without its last pick
	ActGive   = 'g' // give the order
	ActTake   = 'k' // a button that picks: give the order if nothing is left to choose, else show the next picks
	ActToggle = 'u' // show the choice, which has a unit more or less; in place of the page stands the button's number
	ActDue    = 'd' // bring on all units that have no choice of a hex
	ActAccept = 'y' // give the order at the costs that were shown; in place of the page stands their digest
)

// ActLooks are the actions that only show something.
const ActLooks = string(ActShow) + string(ActPick) + string(ActTurn) + string(ActBack) + string(ActToggle)

// IsChoice reports whether a custom ID is that of a choice: it begins with an action and a page.
func IsChoice(id string) bool { return len(id) > 1 && '0' <= id[1] && id[1] <= '9' }

// WarnedBits is how many low bits of the digest after ActAccept are of the warnings. Those above are of the odds.
const WarnedBits = 16

// ErrStale says that the phase, the units or their position have changed since, or that a custom ID is not one of ours.
var ErrStale = errors.New("a choice made on another position")

// UnitIndex numbers the units of one side, so that custom IDs are short. The check tells whether the numbers still mean
// the same units in the same phase; when tells the phase alone, for an answer that names no unit; now tells the
// position of the side, for an order that must not be given twice.
type UnitIndex struct {
	Units            []order.UnitID
	Check, when, Now string

	board *view.Board
}

// NewUnitIndex numbers all units of a side that its board names, by identifier.
func NewUnitIndex(game api.GameID, v view.Secret) UnitIndex {
	r := UnitIndex{board: v.Board()}
	add := func(known []view.Counter) {
		for _, c := range known {
			if c.Side == v.Side() {
				r.Units = append(r.Units, c.ID)
			}
		}
	}
	for _, st := range v.Board().Stacks {
		add(st.Known)
	}
	for _, p := range v.Board().OffMap {
		add(p.Known)
	}
	slices.Sort(r.Units)
	r.Units = slices.Compact(r.Units)
	b, sum := v.Board(), crc32.NewIEEE()
	fmt.Fprintln(sum, game, v.Side(), b.Turn, b.Phase.Side, b.Phase.Name)
	if b.Phase.Group != "" {
		fmt.Fprintln(sum, b.Phase.Group)
	}
	if b.Step.ID != "" {
		fmt.Fprintln(sum, b.Step.ID)
	}
	r.when = ShortChecksum(sum.Sum32())
	listed := []byte("[") // the bytes of fmt.Fprintln(sum, r.Units), but faster: older buttons stay valid
	for _, id := range r.Units {
		listed = append(append(listed, id...), ' ')
	}
	sum.Write(append(bytes.TrimSuffix(listed, []byte(" ")), "]\n"...))
	r.Check = ShortChecksum(sum.Sum32())
	r.Now = r.positionOf(v)
	return r
}

// positionOf returns a checksum of what is the side's own: the phase, where its units are, how strong they are and what
// they can still do, and what it has besides them. Nothing of the other side is in it: nobody learns what others do.
func (r UnitIndex) positionOf(v view.Secret) string {
	b, text := v.Board(), make([]byte, 0, 1<<13)
	add := func(words ...string) {
		for _, word := range words {
			text = append(append(text, word...), '\n')
		}
	}
	own := func(known []view.Counter, where ...string) {
		for _, c := range known {
			if c.Side == v.Side() {
				add(where...)
				add(string(c.ID), strconv.Itoa(c.Steps), strconv.FormatBool(c.Up.Face > 0), strings.Join(c.Marks, " "))
			}
		}
	}
	add(r.Check)
	for _, st := range b.Stacks {
		own(st.Known, st.Hex.String())
	}
	for _, pile := range b.OffMap {
		own(pile.Known, pile.Box, strconv.Itoa(pile.Turn), pile.Entry)
	}
	for _, done := range b.Progress {
		add(string(done.Unit), strconv.FormatBool(done.Idle))
		if done.Left != nil {
			add(done.Left.String())
		}
	}
	for _, stock := range b.Stocks {
		if stock.Side == v.Side() {
			add(fmt.Sprint(stock.Items), strconv.Itoa(stock.Dead))
		}
	}
	return ShortChecksum(crc32.ChecksumIEEE(text))
}

// ShortChecksum returns a checksum in four characters.
func ShortChecksum(n uint32) string {
	return string([]byte{digits[n&63], digits[n>>6&63], digits[n>>12&63], digits[n>>18&63]})
}

// placesOf returns a checksum of the phase, of where the units of a choice are and of what they can still do. Other
// units can move meanwhile, such as those that somebody else of the same side commands.
func (r UnitIndex) placesOf(c Choice) string {
	sum := crc32.NewIEEE()
	fmt.Fprintln(sum, r.Check)
	for _, pick := range c.Picks {
		if pick.Unit == "" {
			continue
		}
		u, at, _ := r.board.Find(pick.Unit)
		done, _ := r.board.ProgressOf(pick.Unit)
		fmt.Fprintln(sum, pick.Unit, at, u.Steps, u.Up.Face, u.Marks, done.Left, done.Idle)
	}
	return ShortChecksum(sum.Sum32())
}

// checkOf returns what a press on an order carries, by which a stale press is recognized. An order in one's own phase
// is given in the position in which its button was shown, or else a second tap would give it twice; a button that sends
// units to a hex needs the position of these units alone. An answer needs its phase, not its position. A fight, whose
// odds are compared, and an accepted order without picks, such as the end of a phase, are given anywhere in the phase:
// a player whose position has changed reads the new odds and costs.
func (r UnitIndex) checkOf(action byte, page int, c Choice) string {
	gives := action == ActGive || action == ActAccept || action == ActTake
	inAnyPosition := action == ActAccept && (page>>WarnedBits != 0 || len(c.Picks) == 0)
	sendsUnits := action == ActTake && len(c.Picks) > 1 && c.Picks[0].Unit != "" &&
		c.Picks[len(c.Picks)-1].Hex != hex.None
	switch {
	case gives && c.Question == 0 && sendsUnits:
		return r.placesOf(c)
	case gives && c.Question == 0 && !inAnyPosition:
		return r.Now
	case gives && len(c.Picks) == 0: // an answer, or an accepted order such as the end of a phase
		return r.when
	}
	return r.Check
}

// A pick is written as groups of three digits to the base of 64: four bits say what the group is, fourteen bits its
// value. A pick with several parts has a group for each, all but the last marked as going on. Many units are written as
// a set: after its group a bit for each unit of the index.
const (
	digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"

	groupUnit = 0
	groupHex  = 1
	groupStep = 2 // a hex, with N 1
	groupN    = 3 // N + 128
	groupMore = 4
	groupSet  = 8
	groupArg  = 9 // which option of its kind the pick fills, before the rest of it
)

// Encode writes a custom ID. ok is false when the choice is too long for one, or names a unit that is not in the index.
func (c Choice) Encode(action byte, page int, r UnitIndex) (id string, ok bool) {
	picks, ok := r.EncodeAll(c.Picks)
	if !ok {
		return "", false
	}
	id = string(action) + strconv.Itoa(page) + ":" + strconv.Itoa(c.Question) + ":" + string(c.Verb) + ":" +
		r.checkOf(action, page, c) + ":" + picks
	return id, len(id) <= IdLimit
}

// EncodeAll writes picks in their order, as briefly as it can. ok is false if one has a unit that is not in the index.
func (r UnitIndex) EncodeAll(picks []view.Pick) (codes string, ok bool) {
	for left := picks; len(left) > 0; {
		n, code, ok := r.encodeSet(left)
		if n*3 <= len(code) { // one by one they are as short
			n = 1
			code, ok = r.encode(left[0])
		}
		if !ok {
			return "", false
		}
		codes, left = codes+code, left[n:]
	}
	return codes, true
}

// encodeSet writes the first n of the picks as a set of units: as many as are in the order of the index.
func (r UnitIndex) encodeSet(picks []view.Pick) (n int, code string, ok bool) {
	bits, last := make([]byte, (len(r.Units)+5)/6), -1 // six units to a digit; last: the one before, as an index
	for ; n < len(picks) && picks[n] == (view.Pick{Unit: picks[n].Unit}) && picks[n].Unit != ""; n++ {
		i, found := slices.BinarySearch(r.Units, picks[n].Unit)
		if !found || i <= last {
			break
		}
		bits[i/6] |= 1 << (i % 6)
		last = i
	}
	for i, b := range bits {
		bits[i] = digits[b]
	}
	return n, string([]byte{digits[groupSet<<2], digits[0], digits[0]}) + string(bits), true
}

// encode writes one pick.
func (r UnitIndex) encode(p view.Pick) (code string, ok bool) {
	type group struct{ kind, value int }
	var groups []group
	if p.Arg > 0 {
		groups = append(groups, group{groupArg, int(p.Arg)})
	}
	if p.Unit != "" {
		i, found := slices.BinarySearch(r.Units, p.Unit)
		if !found {
			return "", false
		}
		groups = append(groups, group{groupUnit, i})
	}
	step := p.N == 1 && p.Hex != hex.None
	if p.Hex != hex.None {
		kind := groupHex
		if step {
			kind = groupStep
		}
		groups = append(groups, group{kind, int(p.Hex.Col)<<7 | int(p.Hex.Row)})
	}
	if p.N != 0 && !step || p.Unit == "" && p.Hex == hex.None {
		groups = append(groups, group{groupN, int(p.N) + 128})
	}
	var b strings.Builder
	for i, g := range groups {
		n := g.kind<<14 | g.value
		if i < len(groups)-1 {
			n |= groupMore << 14
		}
		b.Write([]byte{digits[n>>12], digits[n>>6&63], digits[n&63]})
	}
	return b.String(), true
}

// ButtonPress is what a custom ID says.
type ButtonPress struct {
	Action byte
	Page   int
	Choice Choice
}

// Decode reads the custom ID of a choice. One that is not ours, or was made for other units, is stale.
func (r UnitIndex) Decode(id string) (ButtonPress, error) {
	parts := strings.SplitN(id, ":", 5)
	if len(parts) != 5 || len(parts[0]) < 2 {
		return ButtonPress{}, ErrStale
	}
	page, errP := strconv.Atoi(parts[0][1:])
	question, errQ := strconv.Atoi(parts[1])
	picks, err := r.Picks(parts[4])
	c := Choice{question, order.Verb(parts[2]), picks}
	if errors.Join(errP, errQ, err) != nil || parts[3] != r.checkOf(parts[0][0], page, c) {
		return ButtonPress{}, ErrStale
	}
	return ButtonPress{parts[0][0], max(page, 0), c}, nil
}

// DecisionOf returns the number of the decision that the custom ID of a choice answers, 0 for none.
func DecisionOf(id string) int {
	parts := strings.SplitN(id, ":", 3)
	if len(parts) < 3 {
		return 0
	}
	n, err := strconv.Atoi(parts[1])
	if err != nil {
		return 0
	}
	return n
}

// Picks reads the groups of a custom ID, or of a menu's values.
func (r UnitIndex) Picks(code string) ([]view.Pick, error) {
	var picks []view.Pick
	var p view.Pick
	for len(code) >= 3 {
		n := 0
		for i := range 3 {
			d := strings.IndexByte(digits, code[i])
			if d < 0 {
				return nil, ErrStale
			}
			n = n<<6 | d
		}
		code = code[3:]
		if n == groupSet<<14 {
			set, err := r.set(code)
			if err != nil {
				return nil, err
			}
			picks, code = append(picks, set...), code[(len(r.Units)+5)/6:]
			continue
		}
		value := n & (1<<14 - 1)
		switch n >> 14 &^ groupMore {
		case groupUnit:
			if value >= len(r.Units) {
				return nil, ErrStale
			}
			p.Unit = r.Units[value]
		case groupStep:
			p.N = 1
			fallthrough
		case groupHex:
			p.Hex = hex.Hex{Col: int8(value >> 7), Row: int8(value & 127)}
		case groupArg:
			if value > 255 {
				return nil, ErrStale
			}
			p.Arg = uint8(value)
		case groupN:
			if value > 255 {
				return nil, ErrStale
			}
			p.N = int8(value - 128)
		default:
			return nil, ErrStale
		}
		if n>>14&groupMore == 0 {
			picks = append(picks, p)
			p = view.Pick{}
		}
	}
	if code != "" || p != (view.Pick{}) {
		return nil, ErrStale
	}
	return picks, nil
}

// set reads the units of a set.
func (r UnitIndex) set(code string) (picks []view.Pick, err error) {
	for i, u := range r.Units {
		if i/6 >= len(code) {
			return nil, ErrStale
		}
		d := strings.IndexByte(digits, code[i/6])
		if d < 0 {
			return nil, ErrStale
		}
		if d>>(i%6)&1 == 1 {
			picks = append(picks, view.Pick{Unit: u})
		}
	}
	return picks, nil
}
