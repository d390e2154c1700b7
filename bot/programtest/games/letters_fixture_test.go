package games

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// letter is a message that the bot sent without being asked, as its readers have it.
type letter struct {
	reader   string // a user; "" for everybody
	ref      string // the name of what it tells, in its game
	seq      uint64 // the row that this is of, and its place (history.places): known when the log is read
	place    int
	part     int
	words    string
	message  player.Message
	pictures [][]byte
}

// mail has all letters that three people received.
type mail []letter

// hidden matches the name of a message, which stands at the end of a button's custom ID or in a picture's name.
var hidden = regexp.MustCompile(`[~-]([a-z2-7]{8})-(\d+)(\.|$)`)

// named finds the name of a message, and its part.
func named(m player.Message) (ref string, part int) {
	var places []string
	for _, c := range m.Parts() {
		places = append(places, c.CustomID)
	}
	for _, a := range m.Attachments {
		places = append(places, a.Filename)
	}
	for _, p := range places {
		if found := hidden.FindStringSubmatch(p); found != nil {
			part, _ = strconv.Atoi(found[2])
			return found[1], part
		}
	}
	return "", 0
}

// letters gathers what everybody has received, before the program ends.
func (g *game) letters() mail {
	g.T.Helper()
	all, everybody := g.opened("", g.Looker, g.Channel), len(g.Received(g.Looker, g.Channel))
	for _, p := range g.People() {
		if seen := g.Received(p, g.Channel); len(seen) != everybody {
			g.T.Errorf("%s sees %d messages in the channel, others %d", p.User().Username, len(seen), everybody)
		}
		all = append(all, g.opened(p.User().ID, p, g.Direct(p))...)
		g.keepPrivate(p)
	}
	return all
}

// keepPrivate keeps what a user was answered in private, with the messages that followed the first one of an answer.
func (g *game) keepPrivate(p *player.Player) {
	g.T.Helper()
	list := must.Get(p.Messages(g.T.Context(), g.Channel))(g.T)
	for _, m := range list {
		if !m.Private() {
			continue
		}
		at := m.Timestamp
		if m.Edited != nil {
			at = *m.Edited
		}
		g.shown = append(g.shown, shown{p.User().ID, at, allWords(m)})
	}
}

// opened reads the messages of one channel.
func (g *game) opened(reader string, p *player.Player, channel string) (list mail) {
	g.T.Helper()
	for _, m := range g.Received(p, channel) {
		if labels := discordtest.Labels(m); slices.Contains(labels, "What's new") && !slices.Contains(labels, "Whole map") {
			continue // the post says how the game stands when it is read
		}
		l := letter{reader: reader, words: allWords(m), message: m}
		g.Described(m)
		if l.ref, l.part = named(m); l.ref == "" {
			g.T.Errorf("a message without a name: %q", m.Content)
			continue
		}
		for _, a := range m.Attachments {
			b := must.Get(p.Picture(g.T.Context(), a))(g.T)
			l.pictures = append(l.pictures, b)
		}
		list = append(list, l)
	}
	return list
}

// calls is the place of letters that call a player who has not answered for a minute, as can happen on a slow machine.
const calls = 1000

// address finds the row and place of each letter. A letter's name is a seal of both under the secret of the game's
// dice, so that nobody else can count rows by it.
func (h *history) address(all mail) {
	h.t.Helper()
	places := map[string]letter{}
	add := func(at letter, name string) {
		seal := hmac.New(sha256.New, h.secret)
		fmt.Fprint(seal, name)
		places[strings.ToLower(base32.StdEncoding.EncodeToString(seal.Sum(nil)[:5]))] = at
	}
	for _, r := range h.rows {
		add(letter{seq: r.Seq, place: calls}, fmt.Sprintf("errand %d public called", r.Seq))
		for n := -len(h.def.Sides) - 1; n <= len(h.def.Sides)+3; n++ { // below zero: what became of a side's list
			add(letter{seq: r.Seq, place: n}, fmt.Sprintf("errand %d.%d", r.Seq, n))
		}
	}
	for i := range all {
		at, ok := places[all[i].ref]
		if !ok {
			h.t.Fatalf("no row accounts for the message %s: %q", all[i].ref, all[i].words)
		}
		all[i].seq, all[i].place = at.seq, at.place
	}
}

// everythingArrived compares the letters with the log: each row has brought each reader the letters that it must, once,
// in parts that follow one another.
func (h *history) everythingArrived(all mail) {
	h.t.Helper()
	got, called := map[string]int{}, map[uint64]bool{}
	for _, l := range all {
		call := l.place == calls && l.reader == "" && !called[l.seq] // everybody reads a call, and once
		if called[l.seq] = called[l.seq] || call; call || l.place < 0 && l.reader == h.reader(-l.place) {
			continue
		}
		got[fmt.Sprintf("%q %d.%d.%d", l.reader, l.seq, l.place, l.part)]++
	}
	for _, r := range h.rows {
		for _, place := range h.places(r) {
			to := h.reader(place)
			part := 1
			for ; got[fmt.Sprintf("%q %d.%d.%d", to, r.Seq, place, part)] == 1; part++ {
				delete(got, fmt.Sprintf("%q %d.%d.%d", to, r.Seq, place, part))
			}
			if part == 1 {
				h.t.Errorf("row %d: message %d did not arrive once", r.Seq, place)
			}
		}
	}
	for l, n := range got {
		h.t.Errorf("%d messages %s that no row accounts for", n, l)
	}
}

// reader returns the user who gets the messages of a place, "" for everybody.
func (h *history) reader(place int) string {
	for user, side := range h.sides {
		if i := place - 2; i >= 0 && i < len(h.def.Sides) && string(h.def.Sides[i].ID) == side {
			return user
		}
	}
	return ""
}

// refusedLeftNothing checks that nothing that was refused has a row.
func (h *history) refusedLeftNothing(refused []player.Message) {
	h.t.Helper()
	for _, m := range refused {
		for _, r := range h.rows {
			if r.CommandID == m.Interaction.ID {
				h.t.Errorf("what was refused is row %d: %q", r.Seq, m.Content)
			}
		}
	}
}

// allWords returns every text within a value, each in a line: texts to read, and texts that only programs see.
func allWords(v any) string {
	var b strings.Builder
	collect(reflect.ValueOf(v), &b)
	return b.String()
}

func collect(v reflect.Value, b *strings.Builder) {
	switch v.Kind() {
	case reflect.String:
		b.WriteString(v.String() + "\n")
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), b)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), b)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			collect(v.Index(i), b)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			collect(it.Key(), b)
			collect(it.Value(), b)
		}
	}
}
