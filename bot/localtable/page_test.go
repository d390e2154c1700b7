package localtable_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"grognard/bot/localtable"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser opens a page as wide as a phone. Errors on the page's console fail the test. Without a browser the test is
// skipped, unless tests must be complete.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("the page cannot be tested: chromium is missing")
		}
		t.Skip("no chromium to test the page in")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	err = chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page threw: %s", e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			// 422 is the status for a user's mistakes, which the test makes on purpose.
			if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "422") {
				t.Errorf("the console says: %s", e.Entry.Text)
			}
		}
	})
	check(t, err)
	return ctx
}

type step = chromedp.Action[chromedp.Void]

func click(css chromedp.CSS) step       { return chromedp.Click(css) }
func waitVisible(css chromedp.CSS) step { return chromedp.WaitVisible(css) }

// sendKeys types into an element after focusing it. chromedp's own SendKeys races with its reader of changes of the
// page.
func sendKeys(css chromedp.CSS, keys string) step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := chromedp.WaitVisible(css)(ctx, target); err != nil {
			return err
		}
		if _, err := chromedp.Evaluate[any](fmt.Sprintf(`document.querySelector(%q).focus()`, string(css)))(ctx,
			target); err != nil {
			return err
		}
		_, err := chromedp.KeyEvent(keys)(ctx, target)
		return err
	})
}

func channelButton(id string) chromedp.CSS {
	return chromedp.CSS(fmt.Sprintf(`#channels [data-channel="%s"]`, id))
}

// holds waits until an expression is true, however slow the machine is.
func holds(js string) step {
	return dropping(chromedp.Poll[bool](js, chromedp.WithPollingTimeout(0)))
}

// runner returns a function that does some steps or ends the test, which says what could not be done.
func runner(t *testing.T, ctx context.Context) func(what string, steps ...step) {
	return func(what string, steps ...step) {
		t.Helper()
		if err := chromedp.Do(ctx, steps...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

func does(js string) step { return dropping(chromedp.Evaluate[any](js)) }

func dropping[T any](a chromedp.Action[T]) step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := a(ctx, target)
		return err
	})
}

// TestPage plays in a real browser: typing with suggestions, buttons, menus, pictures, and switching to another user.
func TestPage(t *testing.T) {
	ctx := browser(t)
	_, base := lay(t, localtable.Options{})
	bot := habits(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	html := `<img src=x onerror="document.title='taken'"> **bold** ` + "`code` <t:1700000000:R> <@" + anna.User().ID +
		">"
	sendPicture(t, base, table, html, "The map")

	run := runner(t, ctx)

	run("the page shows the channel", chromedp.EmulateViewport(390, 844), chromedp.Navigate(base),
		waitVisible(".message .content"))
	run("content is text, with its few marks", holds(`document.querySelector(".content").textContent.includes('<img src=x onerror=')
		&& document.querySelector(".content strong").textContent === "bold" && document.querySelector(".content code").textContent === "code"
		&& document.querySelector(".content time").textContent.includes("ago") && document.querySelector(".content .mention").textContent === "@Anna"`))
	run("the picture has come, fits and has its alternative text", holds(`(() => { const i = document.querySelector(".message img");
		return i.naturalWidth === 1200 && i.alt === "The map" && i.getBoundingClientRect().right <= innerWidth; })()`))
	run("a tap enlarges it", click(".message .picture"), waitVisible("#picture img"),
		click("#picture [data-do=close]"), holds(`!document.querySelector("#picture").open`))
	run("nothing is wider than the phone", holds(`document.documentElement.scrollWidth <= innerWidth`))

	run("every language has a name of its own, and can be chosen", holds(fmt.Sprintf(`(() => {
		const names = [...document.querySelectorAll("#locale option")].map((o) => o.label);
		return new Set(names).size === %d && names.includes("Deutsch"); })()`, len(offered(t, base)))),
		does(`(() => { const l = document.querySelector("#locale"); l.value = "de"; l.dispatchEvent(new Event("change")); })()`),
		holds(`document.documentElement.dataset.locale === "de"`))

	run("a command is suggested and tapped", sendKeys("#input", "/m"), click(`#suggestions [data-value="/move"]`),
		holds(`document.getElementById("input").value === "/move "`))
	run("options and values by keyboard", waitVisible(`#suggestions [data-value="units"]`), sendKeys("#input", "\t"),
		waitVisible(`#suggestions [data-value="12.Pz"]`), sendKeys("#input", "\t"),
		waitVisible(`#suggestions [data-value="to"]`), sendKeys("#input", "\t"),
		holds(`document.getElementById("input").value === "/move units:12.Pz to:"`), sendKeys("#input", "10.11\r"))
	run("the private answer", waitVisible(".message.ephemeral button[data-custom-id=north]"))
	run("a button", click("button[data-custom-id=north]"),
		holds(`document.querySelector("#messages").textContent.includes("took north")`))
	run("a form", sendKeys("#input", "/game leave\r"), waitVisible("#form [name=orders]"),
		sendKeys("#form [name=orders]", "\nthe word"), click("#form button[value=submit]"),
		holds(`!document.querySelector("#form").open && document.querySelector("#messages").textContent.includes("the word")`))
	run("a mistake", sendKeys("#input", "/fly \r"),
		holds(`document.querySelector("#notice").textContent.includes("no command")`),
		does(`document.getElementById("input").value = ""`))

	run("Boris sees what is public only", does(`(() => { const u = document.querySelector("#user"); u.selectedIndex = 1; u.dispatchEvent(new Event("change")); })()`),
		holds(`document.title.endsWith("Boris") && document.querySelectorAll(".message").length === 1 && !document.querySelector(".ephemeral")`))

	dm := must(bot.UserChannelCreate(sit(t, base, "Boris").User().ID))(t)
	must(bot.ChannelMessageSend(dm.ID, "for Boris"))(t)
	run("a direct message is counted, then read", waitVisible("#channels .count"), click(channelButton(dm.ID)),
		holds(`document.querySelector("#messages").textContent.includes("for Boris")`))

	if title := must(chromedp.Run(ctx, chromedp.Title()))(t); strings.Contains(title, "taken") {
		t.Error("the content of a message was executed")
	}
}
