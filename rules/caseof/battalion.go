package caseof

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// battalions is the name of the Battalion Combat Series.
const battalions = data.SeriesName

// battalion writes cases of the Battalion Combat Series.
type battalion struct {
	printed map[order.GroupID]data.Formation // the Formations that the case has
	active  order.GroupID                    // the Formation whose activation it is, "" for none
	step    string                           // the step of that activation, "" without one
	half    bool                             // the activation goes on after a Partial SNAFU
	arms    bool                             // a unit of the case has an arm; tables may name arms
}

// The boxes of the series, beside those that every series has. Cases write off-map for Trains, too.
const (
	offMapBox    = "off-map"
	goneBox      = "gone"
	returningBox = "returning"
)

func (b *battalion) head(w *writer) {
	d := data.Of(w.Game)
	b.printed = map[order.GroupID]data.Formation{}
	b.active = w.Board.Phase.Group
	if f := w.Board.GroupFact("step", b.active); f != nil && b.active != "" {
		b.step = f.ID
	}
	var list []string
	for _, f := range d.Formations {
		if text := b.formation(w, d, f); text != "" {
			b.printed[f.ID] = f
			list = append(list, fmt.Sprintf("    %s: {%s}", quoted(string(f.ID)), text))
		}
	}
	w.add("  formations:")
	w.lines = append(w.lines, list...)
	b.activation(w)
	b.areas(w)
	var hexes []string
	for _, h := range d.Victory {
		hexes = append(hexes, fmt.Sprintf("%q", h))
	}
	w.flow("  victory-hexes: [", hexes)
	if d.Seen > 0 {
		w.add("  visibility: %d", d.Seen)
	}
	b.stocks(w)
}

// formation returns the keys of a Formation, "" if its HQ is not on the map, which a note then says. It also names the
// HQ and the Trains for the case, and sets half.
func (b *battalion) formation(w *writer, d *data.Data, f data.Formation) string {
	fact := func(kind string) view.Fact {
		if x := w.Board.GroupFact(kind, f.ID); x != nil {
			return *x
		}
		return view.Fact{}
	}
	w.called[f.HQ], w.called[f.Trains] = "hq-"+string(f.ID), "trains-"+string(f.ID)
	hq, at, _ := w.Board.Find(f.HQ)
	if hq.ID == "" || at == hex.None {
		w.note("Not said: the Formation %s, whose HQ is not on the map; neither are its units.", f.ID)
		return ""
	}
	for _, m := range hq.Marks {
		if m == "stopped" || m == "finished" {
			w.note("Not said: the HQ of %s is %s.", f.ID, m)
		}
	}
	keys := []string{"side: " + string(f.Side), fmt.Sprintf("hq: %q", at), fmt.Sprintf("radius: %d", f.Radius)}
	if trains, stands, ok := w.Board.Find(f.Trains); ok {
		where := offMapBox
		if stands != hex.None {
			where = fmt.Sprintf("%q", stands)
		}
		keys = append(keys, "trains: "+where)
		if trains.Up.Face == data.Ghosted {
			keys = append(keys, "ghost: true")
		}
	}
	if n := fact("fatigue").N; n == data.FreshLevel {
		keys = append(keys, "fatigue: fresh")
	} else {
		keys = append(keys, fmt.Sprintf("fatigue: %d", n))
	}
	keys = append(keys, fmt.Sprintf("msr-blocked: %d", fact("msr-blocked").N))
	for _, is := range []string{"prepared", "coordinated"} {
		if fact(is).N > 0 {
			keys = append(keys, is+": true")
		}
	}
	arty := fact("arty")
	if arty.ID == "half" { // after a Partial SNAFU the board has half the Artillery Points
		b.half = true
		arty.N *= 2
	}
	if arty.N > 0 {
		keys = append(keys, fmt.Sprintf("arty: %d", arty.N))
	}
	if s := supports(w, d, f, fact("support").N); s != "" {
		keys = append(keys, "support: ["+s+"]")
	}
	if n := fact("used").N; n > 0 && f.ID != b.active {
		keys = append(keys, "used: "+[]string{"initial", "both"}[min(n, 2)-1]) // 1 is the initial activation alone
	}
	if len(f.Blob) > 0 {
		keys = append(keys, "blob: ["+hexList(f.Blob)+"]")
	}
	return strings.Join(keys, ", ")
}

// supports returns the Support of a Formation as a case writes it. The board tells only the sum of its steps: they are
// ascribed to its own Support first, then to assets that its side could have assigned. A guess is noted.
func supports(w *writer, d *data.Data, f data.Formation, steps int) string {
	all, own := slices.Clone(f.Supports), 0
	for _, a := range all {
		own += a.Steps
	}
	if steps > own {
		for _, a := range d.Assets {
			if a.Side == f.Side && a.Steps > 0 {
				all = append(all, a)
			}
		}
	}
	var out []string
	if steps != own && len(all) > 1 {
		w.note("Not known: which of its Support the %d steps of %s are; the first are written.", steps, f.ID)
	}
	for _, a := range all {
		a.Steps = min(a.Steps, steps)
		if a.Steps == 0 {
			continue
		}
		steps -= a.Steps
		text := fmt.Sprintf("%s %d", armour(a.AV), a.Steps)
		if a.StandOff {
			text += " stand-off"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// activation writes the activation that is being played, and nothing outside of activations.
func (b *battalion) activation(w *writer) {
	if b.active == "" {
		return
	}
	snafu := data.Full
	switch {
	case b.step == "snafu":
		snafu = data.Fail
	case b.half:
		snafu = data.Partial
	}
	text := fmt.Sprintf("formation: %s, step: %s, snafu: %s", quoted(string(b.active)), b.step, snafu)
	if f := w.Board.GroupFact("used", b.active); f != nil && f.N > 1 {
		text += ", second: true"
	}
	w.add("  active: {%s}", text)
}

// areas writes the Traffic Stopped markers, and the objectives of the Formations that the case has.
func (b *battalion) areas(w *writer) {
	var objectives, traffic []string
	for _, a := range w.Board.Areas {
		switch _, written := b.printed[a.Group]; {
		case a.Kind == "traffic":
			traffic = append(traffic, hexList(a.Hexes))
		case a.Kind == "objective" && written:
			objectives = append(objectives, fmt.Sprintf("%s: [%s]", quoted(string(a.Group)), hexList(a.Hexes)))
		}
	}
	w.flow("  objectives: {", objectives)
	w.flow("  traffic: [", traffic)
}

// stocks writes Air Points and Replacement Points.
func (b *battalion) stocks(w *writer) {
	var air, points []string
	for _, s := range w.Board.Stocks {
		if n := s.Of("air-point"); n > 0 {
			air = append(air, fmt.Sprintf("%s: %d", s.Side, n))
		}
		if av, other := s.Of("av-replacement"), s.Of("other-replacement"); av+other > 0 {
			points = append(points, fmt.Sprintf("%s: {av: %d, other: %d}", s.Side, av, other))
		}
	}
	w.flow("  air: {", air)
	w.flow("  points: {", points)
}

// unit returns the keys of a combat unit: its Formation, the sides of its counter, its steps and what it has done. ok
// is false for HQs and Trains, which Formations write, for units of an omitted Formation, and in an unknown box.
func (b *battalion) unit(w *writer, u view.Counter, at hex.Hex, box string) (keys []string, ok bool) {
	p := data.UnitOf(w.Game.Units[u.ID])
	if p.Role != data.Combat {
		return nil, false
	}
	formation := order.GroupID("")
	for _, g := range w.Board.Map.Groups {
		if g.Name == u.Formation {
			formation = g.ID
		}
	}
	_, written := b.printed[formation]
	switch {
	case formation == "":
		keys = []string{"formation: none", "side: " + string(u.Side)}
	case !written:
		return nil, false
	default:
		keys = []string{"formation: " + quoted(string(formation))}
	}
	switch box {
	case "", deadBox, comingBox:
	case returningBox:
		keys = append(keys, "returning: true")
	case goneBox:
		keys = append(keys, "dead: true")
	default:
		w.note("Not said: %s, which lies in %s.", u.ID, box)
		return nil, false
	}
	b.arms = b.arms || p.Arm != ""
	keys = append(keys, "deployed: "+sideText(p.Faces[data.Deployed]))
	if p.Two {
		keys = append(keys, "move: "+sideText(p.Faces[data.Moving]))
		if u.Up.Face == data.Moving {
			keys = append(keys, "up: move")
		}
	}
	if box == deadBox || box == goneBox {
		u.Steps = u.MaxSteps
	}
	keys = append(keys, fmt.Sprintf("steps: %d", max(u.Steps, 1)))
	if u.Steps != u.MaxSteps {
		keys = append(keys, fmt.Sprintf("of: %d", u.MaxSteps))
	}
	return append(keys, b.done(w, u, formation)...), true
}

// done returns the keys for what a unit has done in the activation, for a Dropped Support marker and, if its
// Formation is active, for the movement points that it has spent.
func (b *battalion) done(w *writer, u view.Counter, of order.GroupID) (keys []string) {
	for _, m := range u.Marks {
		switch m {
		case "stopped", "finished":
			keys = append(keys, m+": true")
		case "fire-1":
			keys = append(keys, "fires: 1")
		case "fire-2":
			keys = append(keys, "fires: 2")
		case "dropped-support":
			keys = append(keys, "dropped: true")
		}
	}
	i := slices.IndexFunc(w.Board.Progress, func(p view.Progress) bool { return p.Unit == u.ID })
	if i < 0 || w.Board.Progress[i].Left == nil || of != b.active {
		return keys
	}
	allowance := u.Rating("move").N
	if b.half {
		allowance /= 2
	}
	if spent := chart.Whole(allowance).Minus(*w.Board.Progress[i].Left); !spent.Zero() {
		keys = append(keys, fmt.Sprintf("spent: %q", spent))
	}
	return keys
}

// shown returns the name of the side of the counter that is up, unless that is the front, and the markers, each after a
// comma. It omits support and, as a note tells them, stopped and finished of an HQ.
func (b *battalion) shown(u view.Counter) string {
	text := ""
	if u.Up.Face != 0 {
		text = ", " + u.Up.Name
	}
	for _, m := range u.Marks {
		if waits := m == "stopped" || m == "finished"; !(waits && strings.HasPrefix(string(u.ID), "hq-")) &&
			m != "support" {
			text += ", " + m
		}
	}
	return text
}

// sideText returns one side of a counter as a case writes it, such as ar3 leg4 recon.
func sideText(f data.Face) string {
	parts := []string{fmt.Sprintf("ar%d", f.AR)}
	if f.Move > 0 {
		parts = append(parts, fmt.Sprintf("%s%d", f.Class, f.Move))
	}
	if f.Arrow {
		parts = append(parts, "arrow")
	}
	if f.AV.Value > 0 {
		parts = append(parts, armour(f.AV))
	}
	if f.Recon {
		parts = append(parts, "recon")
	}
	return strings.Join(parts, " ")
}

func armour(a data.AV) string {
	return strings.TrimSpace(fmt.Sprintf("av%d/%d %s", a.Value, a.Range, a.Kind))
}

func (b *battalion) closing(w *writer) {
	w.note("HQs and Trains are called hq-… and trains-… by their Formations. " +
		"Artillery Points are those that are left, with those assigned.")
	w.note("Not said: what is printed on HQs (a case's have truck8); the MSRs, which are the shortest by road; " +
		"whether a Formation has recovered in this turn; which assets could still be assigned.")
	if b.active != "" {
		w.note("Not said of this activation: hexes attacked and barraged, moves of HQs and Trains, Fire Events of " +
			"Support, Support dropped for it alone, what tires the Formation, and the movement points that units " +
			"have spent where the reader is not told.")
	}
	if b.arms {
		w.note("Not said: the arms of units, such as infantry, which some tables name.")
	}
}
