package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is a page in Chromium, without a window. Where there is no Chromium
// the test is skipped, except where tests must be complete.
type browser struct {
	t   *testing.T
	ctx context.Context
}

func browse(t *testing.T) browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the page cannot be tested: chromium is missing")
		}
		t.Skip("no chromium to play in")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("no-first-run", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return browser{t, ctx}
}

// do takes steps in the page, each as soon as it can be taken.
func (b browser) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, step := range steps {
		if _, err := chromedp.Run(b.ctx, step); err != nil {
			b.t.Fatalf("%s: %v", what, err)
		}
	}
}

// holds waits until an expression is true, however slow the machine is.
func holds(expression string) chromedp.Action[chromedp.Void] {
	wait := chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(0))
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := wait(ctx, target)
		return err
	})
}

// types types into the line, as on a keyboard; \r is Enter.
func types(keys string) chromedp.Action[chromedp.Void] { return typesInto("#input", keys) }

// typesInto types where the focus is put. Chromedp's own SendKeys races with its
// reader of the page's changes.
func typesInto(css, keys string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		focus := chromedp.Evaluate[any](fmt.Sprintf(`document.querySelector(%q).focus()`, css))
		if _, err := focus(ctx, target); err != nil {
			return err
		}
		_, err := chromedp.KeyEvent(keys)(ctx, target)
		return err
	})
}

// reads waits for a message with these words.
func reads(words string) chromedp.Action[chromedp.Void] {
	return holds(fmt.Sprintf(`[...document.querySelectorAll(".message")].some((m) => m.textContent.includes(%q))`, words))
}

// takes waits for a suggestion of all that is typed, goes down to it with the
// arrow key and takes it.
func (b browser) takes(value string) {
	b.t.Helper()
	b.do("a suggestion of "+value, holds(fmt.Sprintf(`document.querySelector('#suggestions[aria-busy=false] [data-value="%s"]') !== null`, value)))
	for range 25 {
		b.do("down the list", chromedp.KeyEvent(kb.ArrowDown))
		if _, err := chromedp.Run(b.ctx, holds(`document.querySelector('#suggestions [aria-selected=true]') !== null`)); err != nil {
			b.t.Fatal(err)
		}
		chosen, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.querySelector('#suggestions [aria-selected=true]').dataset.value`))
		if err != nil {
			b.t.Fatal(err)
		}
		if chosen == value {
			b.do("take it", chromedp.KeyEvent(kb.Tab), holds(fmt.Sprintf(`document.querySelector("#input").value.trimEnd().endsWith(%q)`, value)))
			return
		}
	}
	b.t.Fatalf("%s cannot be reached", value)
}

// becomes changes the user in the page.
func (b browser) becomes(name string) {
	b.t.Helper()
	b.do("become "+name, typesInto("#user", name), holds(fmt.Sprintf(`document.title.endsWith(%q)`, name)))
}

// A newcomer opens the printed address, takes a seat, moves a unit by typing what
// is suggested, ends the phase and sees the new map.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	b := browse(t)
	p := start(t, t.TempDir(), func(w *world) { w.table.Observe, w.table.AnswerWithin = judge(t), patience })
	b.do("open the page", chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.base), reads("Autumn for Barbarossa"))

	b.do("take the German seat", types("/game join side:german\r"), reads("You play the German side"))
	b.becomes("Boris")
	b.do("take the Soviet seat", types("/game join side:soviet\r"), reads("You play the Soviet side"))
	b.becomes("Anna")
	b.do("start", types("/game start\r"), reads("The game begins."), reads("turn 1 of 10"))
	b.do("set up", types("/place units:g-206-inf hex:4.26\r"), reads("206 Inf Div set up in 4.26"), types("/end\r"), reads("turn 1 of 10, German reinforcements"))
	for i, order := range append(germanArrivals, "/reinforce units:g-35-inf hex:1.20") {
		b.do(order, types(order+"\r"), holds(fmt.Sprintf(`document.querySelectorAll(".message.ephemeral").length === %d`, i+4)))
	}
	b.do("end the first phase", types("/end\r"), reads("turn 1 of 10, German movement"))

	b.do("name a unit", types("/move units:1 Cav"))
	b.takes("g-1-cav")
	b.do("say where to", types(" to:9.0"))
	b.takes("9.02")
	b.do("move", types("\r"), reads("1 Cav Div 8.01 → 9.02"))
	b.do("end the phase", types("/end\r"), reads("units have not moved"), presses("End the phase"), reads("turn 1 of 10, German combat"))
	b.do("see the map", holds(`(() => {
		const m = [...document.querySelectorAll(".message")].filter((m) => m.textContent.includes("turn 1 of 10, German combat"));
		const img = m.flatMap((m) => [...m.querySelectorAll("img")]);
		return img.some((i) => i.complete && i.naturalWidth === `+fmt.Sprint(mapWidth)+` && i.alt.includes(" 9.02,") && !i.alt.includes(" 8.01,"));
	})()`))
	b.do("be at the newest message", holds(`(() => {
		const s = document.querySelector("#scroll");
		return s.scrollHeight - s.scrollTop - s.clientHeight < 2;
	})()`))
	p.end(t)
}

// presses clicks the newest button of this label.
func presses(label string) chromedp.Action[chromedp.Void] {
	return holds(fmt.Sprintf(`(() => {
		const b = [...document.querySelectorAll("button")].filter((b) => b.textContent.trim() === %q && !b.disabled).pop();
		b?.click();
		return Boolean(b);
	})()`, label))
}
