package games

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
)

// control is a button, with what it does.
type control struct{ Label, ID string }

// sheet is the newest answer that only the user sees, as it stands in the page.
type sheet struct {
	Text    string
	Buttons []control
	Menus   []menu
}

// menu is a menu of a single choice.
type menu struct {
	Name    string
	Options []string
}

// newest is the element of that answer.
const newest = `(() => [...document.querySelectorAll(".message.ephemeral")].pop())()`

// sheet reads it.
func (h *handheld) sheet() sheet {
	h.T.Helper()
	s := programtest.Must(chromedp.Run(h.page.ctx, chromedp.Evaluate[sheet](`(() => {
		const m = `+newest+`;
		return {
			Text: m.querySelector(".content").textContent,
			Buttons: [...m.querySelectorAll(".row button")].filter((b) => !b.disabled)
				.map((b) => ({ Label: b.textContent.trim(), ID: b.dataset.customId })),
			Menus: [...m.querySelectorAll(".row select")]
				.map((s) => ({ Name: s.ariaLabel,
					Options: [...s.options].filter((o) => !o.hidden).map((o) => o.text) })),
		};
	})()`)))(h.T)
	return s
}

// labelled finds the first button whose label begins so.
func (s sheet) labelled(label string) (control, bool) {
	i := slices.IndexFunc(s.Buttons, func(c control) bool { return strings.HasPrefix(c.Label, label) })
	if i < 0 {
		return control{}, false
	}
	return s.Buttons[i], true
}

// naming finds a button of the panel that names a hex or a place: a stack, or a destination.
func (s sheet) naming(press, name string) (label string, ok bool) {
	named := word(regexp.QuoteMeta(name))
	for _, b := range s.Buttons {
		if strings.HasPrefix(b.ID, press) && named.MatchString(b.Label) {
			return b.Label, true
		}
	}
	return "", false
}

// unit finds the button of a unit on the page of its stack.
func (s sheet) unit(name string) (label string, ok bool) {
	if label, ok = s.naming("panel-stack:", name); ok {
		return label, true
	}
	named := word(strings.ReplaceAll(regexp.QuoteMeta(name), " ", ` \w+ `)) // 900 Bde is 900 Inf Bde
	i := slices.IndexFunc(s.Buttons, func(c control) bool {
		return strings.HasPrefix(c.ID, "panel-stack:") && named.MatchString(c.Label)
	})
	if i < 0 {
		return "", false
	}
	return s.Buttons[i].Label, true
}

// destination finds the button of a hex, or of the letter at which a place stands.
func (s sheet) destination(name string) (label string, ok bool) {
	if label, ok = s.naming("panel-go:", name); ok {
		return label, true
	}
	found := regexp.MustCompile(`\b([A-X]) ` + regexp.QuoteMeta(name) + `\b`).FindStringSubmatch(s.Text)
	if found == nil {
		return "", false
	}
	return s.naming("panel-go:", found[1])
}

// longest finds the button with the longest label that begins and goes on so: that of the most units.
func (s sheet) longest(begin, later string) (label string, ok bool) {
	for _, b := range s.Buttons {
		if strings.HasPrefix(b.Label, begin) && strings.Contains(b.Label, later) && len(b.Label) > len(label) {
			label = b.Label
		}
	}
	return label, label != ""
}

// word matches words where they begin and end as words and numbers do.
func word(words string) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\w.])` + words + `($|[^\w.])`)
}

// line finds the line of a menu that begins with these words, or else has them.
func (s sheet) line(words string) (menu, line string, ok bool) {
	named := regexp.QuoteMeta(words)
	for _, as := range []func(string) bool{
		func(o string) bool { return strings.HasPrefix(o, words+" ") || o == words },
		word(named).MatchString,
		word(strings.ReplaceAll(named, " ", ` \w+ `)).MatchString, // 900 Bde is 900 Inf Bde
	} {
		for _, m := range s.Menus {
			if i := slices.IndexFunc(m.Options, as); i >= 0 {
				return m.Name, m.Options[i], true
			}
		}
	}
	return "", "", false
}

// uses does something with the newest answer or message that changes the newest answer, and waits for it.
func (h *handheld) uses(what, list, use string, taps int) {
	h.T.Helper()
	h.page.hits(what, list, `window.before = `+newest+`; `+use)
	h.page.do("an answer to "+what, holds(fmt.Sprintf(`(() => {
		const m = %s;
		return Boolean(m) && m !== window.before && !m.querySelector(".content em");
	})()`, newest)))
	h.page.narrow(what, `[document.documentElement, ...`+newest+`.querySelectorAll("*")]`)
	h.taps += taps
}

// called are the buttons of a list that have this label and can be pressed.
func called(list, label string) string {
	return fmt.Sprintf(`[...%s].filter((b) => b.textContent.trim() === %q && !b.disabled)`, list, label)
}

// tap taps a button of the newest answer.
func (h *handheld) tap(label string) sheet {
	h.T.Helper()
	if s := h.sheet(); !slices.ContainsFunc(s.Buttons, func(c control) bool { return c.Label == label }) {
		h.lost(label, s)
	}
	h.uses(label, called(newest+`.querySelectorAll(".row button")`, label), "e.click();", 1)
	return h.sheet()
}

// pick takes a line of a menu of the newest answer.
func (h *handheld) pick(menu, line string) sheet {
	h.T.Helper()
	list := fmt.Sprintf(`[...%s.querySelectorAll(".row select")].filter((s) => s.ariaLabel === %q)`, newest, menu)
	h.uses(menu+": "+line, list, fmt.Sprintf(`e.value = [...e.options].find((o) => o.text === %q).value;
		e.dispatchEvent(new Event("change"));`, line), 2)
	return h.sheet()
}

// opens opens a player's panel, from the newest message that offers it.
func (h *handheld) opens(p *player.Player) sheet {
	h.T.Helper()
	if name := p.User().Username; name != h.user {
		h.page.sits(name)
		h.user = name
		h.page.do("the messages of "+name, reads("turn 1 of 10"))
	}
	h.uses("Orders", called(`document.querySelectorAll(".message:not(.ephemeral) .row button")`, "Orders"), "e.click();", 1)
	return h.sheet()
}

// lost says what the page shows when a player does not find what he looks for.
func (h *handheld) lost(what string, s sheet) {
	h.T.Helper()
	h.T.Fatalf("%s is not to be found below %q\n%v\n%v", what, s.Text, s.Buttons, s.Menus)
}

// shot keeps a picture of the panel from its top, and one of its end.
func (h *handheld) shot(name string) {
	h.T.Helper()
	h.page.shoots(name)
	h.page.shootsAt(name+"-top", newest)
}

// shootsAt keeps a picture of the page with the beginning of an element in sight.
func (b browser) shootsAt(name, element string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	b.do("look at "+name, holds(fmt.Sprintf(`(() => {
		const m = %s;
		m.scrollIntoView({ block: "start" });
		return [...m.querySelectorAll("img")].every((i) => i.complete);
	})()`, element)))
	png := programtest.Must(chromedp.Run(b.ctx, chromedp.CaptureScreenshot()))(b.t)
	programtest.Check(b.t, os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o600))
}
