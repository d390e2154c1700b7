package play_test

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Each hex in reach of a stack is on one page of letters, a hex beside the stack on one of the first two. A hex that is
// on none of these two lies in only one of the boxes of the map that the menu of pages names.
func TestMove_EveryHexInReach(t *testing.T) {
	t.Parallel()
	for module, most := range map[string]int{"afb": 40, "bcs-drill": 10} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			r, phase, taps := newReader(t, module, 1, map[string]int{}), view.Phase{}, map[int]int{}
			for stacks := 0; stacks < most; {
				p, goesOn := r.player()
				if !goesOn {
					break
				}
				if b := p.View.Board(); b.Due == nil && b.Phase != phase {
					for _, c := range parts(r.opened(p, page.PressOrders, "")) {
						pressed, _ := c.(discordgo.Button)
						at, ok := strings.CutPrefix(pressed.CustomID, page.PressID(play.PressStack, p.Table.Game, ""))
						if stack, err := hex.Parse(at); ok && err == nil {
							r.reaches(p, stack, taps)
							stacks, phase = stacks+1, b.Phase
						}
					}
				}
				r.order(p)
			}
			t.Logf("hexes by the taps to them: %v", taps)
		})
	}
}

// parts returns the buttons and menus of a page.
func parts(list []rest.Message) (all []discordgo.MessageComponent) {
	for _, row := range list[len(list)-1].Components {
		all = append(all, row.(discordgo.ActionsRow).Components...)
	}
	return all
}

var (
	corner = regexp.MustCompile(`\d+\.\d+`)
	hexBox = regexp.MustCompile(`^columns (\d+)(?: – (\d+))?, rows (\d+)(?: – (\d+))?$`)
)

// reaches reads all pages of where a stack can go, and counts in taps how many hexes take so many taps.
func (r *reader) reaches(p play.Player, stack hex.Hex, taps map[int]int) {
	r.t.Helper()
	list, on := r.opened(p, play.PressStack, stack.String()), map[hex.Hex]int{} // on: the page of each hex, from 0
	var c page.Choice
	var menu []discordgo.SelectMenuOption
	for number, more := 0, true; more; number++ {
		more = false
		for _, part := range parts(list) {
			if m, ok := part.(discordgo.SelectMenu); ok && m.Placeholder == "Go to a page" {
				menu = m.Options
			}
			b, _ := part.(discordgo.Button)
			made, err := p.Roster.Decode(b.CustomID)
			if more = more || strings.HasPrefix(b.Label, "▶"); err != nil || made.Action != page.ActTake {
				continue
			}
			last := len(made.Choice.Picks) - 1
			q := made.Choice.Picks[last]
			if q.N == 1 || q.Unit != "" {
				continue
			}
			c = page.Choice{Verb: made.Choice.Verb, Picks: made.Choice.Picks[:last]}
			if _, twice := on[q.Hex]; !twice {
				on[q.Hex] = number
			} else if play.FrontOf(p.View.Board(), p.View.Side()).Distance(q.Hex) != 1 { // these have pages of their own
				r.t.Errorf("%v is twice on the pages of %v", q.Hex, stack)
			}
		}
		list = must.Get(play.ShowChoice(r.t.Context(), p, c, number+1))(r.t)
	}
	names := map[string]int{}
	for _, o := range menu {
		if names[o.Label]++; names[o.Label] > 1 {
			r.t.Errorf("two pages of %v are called %q", stack, o.Label)
		}
	}
	offer := must.Get(r.Referee.Orders.Offer(r.t.Context(), alikeChannel, p.Request.Cmd.User, c.Verb, c.Picks))(r.t)
	good, beside := 0, 0 // how many hexes have no grave risk, and how many are beside an enemy
	bad, onFirst := 0, 0 // how many on the first page have a grave risk, and how many are beside an enemy
	for _, q := range offer.Next {
		if q.Unit != "" || q.Hex == hex.None || q.N == 1 || q.Hex == stack {
			continue
		}
		number, ok := on[q.Hex]
		if near := p.View.Board().Map.Grid.Distance(stack, q.Hex) <= 1; !ok || near && number > 1 {
			r.t.Errorf("%v, in reach of %v, is on page %d: %t", q.Hex, stack, number+1, ok)
		}
		grave := slices.ContainsFunc(offer.RisksOf(q), func(r view.Risk) bool { return r.Grave })
		switch next := play.FrontOf(p.View.Board(), p.View.Side()).Distance(q.Hex) == 1; {
		case grave:
			bad += 1 - min(number, 1) // number is 0 on the first page
		case next:
			beside, onFirst = beside+1, onFirst+1-min(number, 1)
			fallthrough
		default:
			good++
		}
		if number < 2 {
			taps[1+number]++
			continue
		}
		boxes := slices.DeleteFunc(slices.Clone(menu), func(o discordgo.SelectMenuOption) bool {
			box := hexBox.FindStringSubmatch(o.Description)
			if box == nil {
				return true
			}
			low := must.Get(hex.Parse(box[1] + "." + box[3]))(r.t)
			high := must.Get(hex.Parse(cmp.Or(box[2], box[1]) + "." + cmp.Or(box[4], box[3])))(r.t)
			return q.Hex.Col < low.Col || q.Hex.Col > high.Col || q.Hex.Row < low.Row || q.Hex.Row > high.Row
		})
		if len(boxes) != 1 {
			r.t.Errorf("%v is in the boxes %v of %v", q.Hex, boxes, stack)
			continue
		}
		from := must.Get(strconv.Atoi(boxes[0].Value))(r.t)
		taps[3+number-from]++
	}
	if len(p.View.Board().Map.Groups) == 0 && (onFirst < min(beside, 1) || min(good, bad) > 0 && menu != nil) {
		r.t.Errorf("the first page of %v has %d of %d hexes beside an enemy, %d overstacked", stack, onFirst, beside, bad)
	}
}
