// Package pagetest opens the page of a local table in Chromium, for tests.
package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Step is something to do in the page, as soon as it can be done.
type Step = chromedp.Action[chromedp.Void]

// Page is a page in a browser without a window.
type Page struct {
	T   *testing.T
	Ctx context.Context
}

// Open opens a browser until the test ends. Errors on the page's console fail the test. Without chromium the test is
// skipped, but fails if CI is set.
func Open(t *testing.T) Page {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("the page cannot be tested: chromium is missing")
		}
		t.Skip("no chromium to test the page in")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page threw: %s", e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			// 422 is the status for a user's mistakes, which tests make on purpose.
			if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "422") {
				t.Errorf("the console says: %s", e.Entry.Text)
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	return Page{t, ctx}
}

// Do does some steps in order. If one fails it ends the test with a message that begins with what.
func (p Page) Do(what string, steps ...Step) {
	p.T.Helper()
	if err := chromedp.Do(p.Ctx, steps...); err != nil {
		p.T.Fatalf("%s: %v", what, err)
	}
}

// Ask returns the value of an expression, which must be a string.
func (p Page) Ask(js string) string {
	p.T.Helper()
	value, err := chromedp.Run(p.Ctx, chromedp.Evaluate[string](js))
	if err != nil {
		p.T.Fatal(err)
	}
	return value
}

// Holds waits until an expression is true, however slow the machine is. By default chromedp would look in each frame
// that the browser draws, and a browser without a window may stop drawing.
func Holds(js string) Step {
	return stepOf(chromedp.Poll[bool](js, chromedp.WithPollingInterval(lookEvery), chromedp.WithPollingTimeout(0)))
}

const lookEvery = 20 * time.Millisecond

// Does evaluates an expression for its effect.
func Does(js string) Step { return stepOf(chromedp.Evaluate[any](js)) }

func stepOf[T any](a chromedp.Action[T]) Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := a(ctx, target)
		return err
	})
}

// Types types into an element as on a keyboard, after focusing it; \r is Enter. It waits for a dialog that closes: such
// a one takes keys and gives the focus back a moment later. chromedp's own SendKeys races with its reader of changes.
func Types(css chromedp.CSS, keys string) Step {
	e := fmt.Sprintf(`document.querySelector(%q)`, string(css))
	return chromedp.Steps(stepOf(chromedp.WaitVisible(css)),
		Holds(`!document.querySelector("dialog[open]") || `+e+`.closest("dialog") !== null`),
		chromedp.Sleep(2*lookEvery), Does(e+`.focus()`), chromedp.KeyEvent(keys))
}
