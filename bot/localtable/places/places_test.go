package places_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/pagetest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/chromedp/chromedp"
)

// lay serves a table, and seats Anna and Boris at it.
func lay(t *testing.T) (base string, anna, boris organiser.Organiser) {
	t.Helper()
	table := must.Get(localtable.New(localtable.Options{AnswerWithin: time.Hour}))(t)
	web := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	sit := func(name string) organiser.Organiser {
		p := must.Get(player.Sit(t.Context(), web.URL, name))(t)
		t.Cleanup(p.Leave)
		return organiser.Of(p)
	}
	return web.URL, sit("Anna"), sit("Boris")
}

// shoot keeps a picture of the page where PLACES names a folder, for people to look at.
func shoot(page pagetest.Page, name string) {
	if dir := os.Getenv("PLACES"); dir != "" {
		shot := must.Get(chromedp.Run(page.Ctx, chromedp.CaptureScreenshot()))(page.T)
		must.Do(page.T, os.WriteFile(fmt.Sprintf("%s/%s.png", dir, name), shot, 0o600))
	}
}

const (
	opens = `document.querySelector("#place").click()`
	// small lists what is too low for a finger, and wide what is wider than the phone.
	small = `[...document.querySelectorAll("#places[open] :is(button, select, summary, textarea, input:not([type=checkbox])), .post, button.link")]
		.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML).join("\n")`
	wide = `document.documentElement.scrollWidth > innerWidth || document.querySelector("#places").scrollWidth > document.querySelector("#places").clientWidth ? "yes" : ""`
)

// press presses a button of the open menu; fill fills a field of one of its forms and submits the form.
func press(words string) pagetest.Step {
	return pagetest.Does(fmt.Sprintf(`[...document.querySelectorAll("#places[open] button")].find((b) => b.textContent === %q).click()`, words))
}

func fill(legend, script string) pagetest.Step {
	return pagetest.Does(fmt.Sprintf(`(() => {
		const f = [...document.querySelectorAll("#places form")].find((f) => f.querySelector("legend").textContent === %q), e = f.elements;
		%s;
		f.requestSubmit();
	})()`, legend, script))
}

// closed waits until the menu is closed, because what it was to do is done.
func closed() pagetest.Step { return pagetest.Holds(`!document.querySelector("#places").open`) }

func shows(id, words string) pagetest.Step {
	return pagetest.Holds(fmt.Sprintf(`document.getElementById(%q).textContent.includes(%q)`, id, words))
}

// A phone's page does all that people do to places: threads, posts, pins, servers and the bot's permissions.
func TestPage_Places(t *testing.T) {
	page := pagetest.Open(t)
	base, anna, boris := lay(t)
	table := must.Get(anna.Channel("autumn-for-barbarossa"))(t)
	said := must.Get(boris.Say(t.Context(), table, "Who plays the Soviets this week, and who takes over after the vacation?"))(t)
	must.Do(t, boris.Pin(t.Context(), said.ID))
	run := page.Do
	audit := func(where string) {
		t.Helper()
		shoot(page, where)
		for what, js := range map[string]string{"too small": small, "wider than the phone": wide} {
			if found := page.Ask(js); found != "" {
				t.Errorf("%s, %s: %s", where, what, found)
			}
		}
	}
	run("the page", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile), chromedp.Navigate(base),
		shows("messages", "Boris pinned a message"))
	audit("pinned")
	run("the pins", pagetest.Does(`[...document.querySelectorAll(".link")].find((b) => b.textContent === "See all pins").click()`), shows("places", "Who plays the Soviets"))
	audit("pins")
	run("they close", press("Close"), pagetest.Does(opens), shows("places", "Delete the channel"))
	audit("channel")
	run("a thread", fill("New thread", `e.name.value = "Army Group Centre"`), closed(), shows("channels", "Army Group Centre"),
		pagetest.Holds(`!document.querySelector("#places").open && document.querySelector("#title").textContent === "↳ Army Group Centre"`),
		pagetest.Does(opens), press("Lock"), closed(), shows("standing", "locked"), pagetest.Does(opens), press("Archive"), closed(), shows("standing", "archived, locked"))
	audit("archived")
	run("it wakes", pagetest.Does(opens), press("Unlock"), shows("places", "Thread is archived"), press("Wake"), closed(),
		pagetest.Holds(`document.querySelector("#standing").textContent.includes("locked") && !document.querySelector("#standing").textContent.includes("archived")`),
		pagetest.Does(opens), press("Unlock"), closed(), pagetest.Holds(`document.querySelector("#standing").hidden`))
	run("the channel has the notice", pagetest.Does(fmt.Sprintf(`document.querySelector('[data-channel="%s"]').click()`, table)), shows("messages", "Anna opened a thread: Army Group Centre"))
	run("a thread at a message", pagetest.Does(`document.querySelector(".message .deeds").click()`), shows("places", "Open a thread here"))
	audit("message")
	run("it is opened", fill("Thread", `e.name.value = "Soviets"`), closed(), shows("messages", "The thread began with a message in"))
	run("a forum", pagetest.Does(opens), fill("New channel", `e.name.value = "league"; e.kind.value = "forum"; e.tags.value = "open, running, over"`), closed(), shows("messages", "No posts yet"),
		pagetest.Does(opens), shows("places", "New post"))
	audit("forum")
	run("a post", fill("New post", `e.name.value = "Smolensk, two seats"; e.text.value = "Friday evenings"; f.querySelector("[value=open]").checked = true`), closed(), shows("messages", "Friday evenings"),
		pagetest.Does(opens), fill("Tags", `f.querySelector("[value=open]").checked = false; f.querySelector("[value=running]").checked = true`), closed(), shows("channels", "running"))
	run("the forum lists it", pagetest.Does(`[...document.querySelectorAll("#channels button")].find((b) => b.textContent.includes("league")).click()`),
		pagetest.Holds(`document.querySelector(".post .tag").textContent === "running"`))
	audit("posts")
	run("permissions", pagetest.Does(opens), pagetest.Does(`document.querySelector("#places .permissions summary").click()`), chromedp.WaitVisible("#places [value=pin]"))
	audit("permissions")
	run("one is taken away", pagetest.Does(`document.querySelector("#places [value=pin]").click()`), press("Close"), pagetest.Does(opens),
		pagetest.Does(`document.querySelector("#places .permissions summary").click()`), pagetest.Holds(`document.querySelector("#places [value=pin]")?.checked === false`), press("Close"))
	run("another server", pagetest.Does(opens), fill("New server", `e.name.value = "East Front League"`), closed(), shows("channels", "East Front League"), shows("channels", "# general"))
	audit("servers")
	run("a wide window", chromedp.EmulateViewport(1100, 700))
	shoot(page, "wide")
	run("a phone again", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	run("it removes the bot", pagetest.Does(`[...document.querySelectorAll("#channels button")].find((b) => b.textContent === "# general").click()`), pagetest.Does(opens), press("Remove the bot"), closed(),
		shows("channels", "East Front League (without the bot)"), pagetest.Does(opens), press("Invite the bot"), closed(),
		pagetest.Holds(`!document.querySelector("#channels").textContent.includes("without the bot")`))
	run("a channel is deleted", pagetest.Does(opens), press("Delete the channel"), closed(), pagetest.Holds(`!document.querySelector("#channels").textContent.includes("general")`))
}

// An action that is not possible, or that the user may not do, is refused with a message for him and changes nothing.
func TestActions_Refused(t *testing.T) {
	_, anna, boris := lay(t)
	ctx := t.Context()
	table := must.Get(anna.Channel("autumn-for-barbarossa"))(t)
	dm := must.Get(boris.DM(ctx))(t)
	said := must.Get(anna.Say(ctx, table, "mine"))(t)
	private := must.Get(boris.Say(ctx, dm, "to the bot"))(t)
	errs := map[string]error{
		"a name":              ignore(anna.OpenChannel(ctx, localtable.GuildID, "text", "Big Name")),
		"a kind":              ignore(anna.OpenChannel(ctx, localtable.GuildID, "stage", "small")),
		"a name twice":        ignore(anna.OpenChannel(ctx, localtable.GuildID, "text", "autumn-for-barbarossa")),
		"no server":           ignore(anna.OpenChannel(ctx, "1", "text", "small")),
		"a short name":        ignore(anna.AddGuild(ctx, "x")),
		"a thread in a DM":    ignore(boris.Thread(ctx, dm, "beside", false)),
		"a nameless thread":   ignore(anna.Thread(ctx, table, "", false)),
		"a post in no forum":  ignore(anna.Post(ctx, table, "x", "x")),
		"another's DM":        ignore(anna.Branch(ctx, private.ID, "x")),
		"deleting a DM":       boris.Delete(ctx, dm),
		"deleting nothing":    boris.DeleteMessage(ctx, "1"),
		"archiving no thread": boris.Archive(ctx, table, true),
		"leaving no thread":   boris.Leave(ctx, table),
	}
	for what, err := range errs {
		if _, refused := err.(player.Refused); !refused {
			t.Errorf("%s: %v", what, err)
		}
	}
	must.Do(t, boris.DeleteMessage(ctx, said.ID)) // Anna wrote it; Boris manages messages
	if left := must.Get(anna.Messages(ctx, table))(t); len(left) != 0 {
		t.Errorf("left are %+v", left)
	}
}

func ignore(_ string, err error) error { return err }
