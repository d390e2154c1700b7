package localtable_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/pagetest"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/chromedp"
)

func channelButton(id string) chromedp.CSS {
	return chromedp.CSS(fmt.Sprintf(`#channels [data-channel="%s"]`, id))
}

// TestPage plays in a real browser: typing with suggestions, buttons, menus, pictures, and switching to another user.
func TestPage(t *testing.T) {
	page := pagetest.Open(t)
	_, base := lay(t, localtable.Options{})
	bot := habits(t, base)
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	html := `<img src=x onerror="document.title='taken'"> **bold** ` + "`code` <t:1700000000:R> <@" + anna.User().ID +
		">"
	sendPicture(t, base, table, html, "The map")

	run := page.Do

	run("the page shows the channel", chromedp.EmulateViewport(390, 844), chromedp.Navigate(base),
		chromedp.WaitVisible(".message .content"))
	run("content is text, with its few marks", pagetest.Holds(`document.querySelector(".content").textContent.includes('<img src=x onerror=')
		&& document.querySelector(".content strong").textContent === "bold" && document.querySelector(".content code").textContent === "code"
		&& document.querySelector(".content time").textContent.includes("ago") && document.querySelector(".content .mention").textContent === "@Anna"`))
	run("the picture has come, fits and has its alternative text", pagetest.Holds(`(() => { const i = document.querySelector(".message img");
		return i.naturalWidth === 1200 && i.alt === "The map" && i.getBoundingClientRect().right <= innerWidth; })()`))
	run("a tap enlarges it", chromedp.Click(".message .picture"), chromedp.WaitVisible("#picture img"),
		chromedp.Click("#picture [data-do=close]"), pagetest.Holds(`!document.querySelector("#picture").open`))
	run("nothing is wider than the phone", pagetest.Holds(`document.documentElement.scrollWidth <= innerWidth`))

	run("every language has a name of its own, and can be chosen", pagetest.Holds(fmt.Sprintf(`(() => {
		const names = [...document.querySelectorAll("#locale option")].map((o) => o.label);
		return new Set(names).size === %d && names.includes("Deutsch"); })()`, len(offered(t, base)))),
		pagetest.Does(`(() => { const l = document.querySelector("#locale"); l.value = "de"; l.dispatchEvent(new Event("change")); })()`),
		pagetest.Holds(`document.documentElement.dataset.locale === "de"`))

	tapped := chromedp.Func(func(ctx context.Context, target *chromedp.Target) (err error) {
		for range 5 { // the list is made anew while its lines come
			if _, err = chromedp.Click(`#suggestions [data-value="/move"]`)(ctx, target); err == nil {
				break
			}
		}
		return err
	})
	run("a command is suggested and tapped", pagetest.Types("#input", "/m"), tapped,
		pagetest.Holds(`document.getElementById("input").value === "/move "`))
	run("options and values by keyboard", chromedp.WaitVisible(`#suggestions [data-value="units"]`), pagetest.Types("#input", "\t"),
		chromedp.WaitVisible(`#suggestions [data-value="12.Pz"]`), pagetest.Types("#input", "\t"),
		chromedp.WaitVisible(`#suggestions [data-value="to"]`), pagetest.Types("#input", "\t"),
		pagetest.Holds(`document.getElementById("input").value === "/move units:12.Pz to:"`), pagetest.Types("#input", "10.11\r"))
	run("the private answer", chromedp.WaitVisible(".message.ephemeral button[data-custom-id=north]"))
	run("a button", chromedp.Click("button[data-custom-id=north]"),
		pagetest.Holds(`document.querySelector("#messages").textContent.includes("took north")`))
	run("a form", pagetest.Types("#input", "/game leave\r"), chromedp.WaitVisible("#form [name=orders]"),
		pagetest.Types("#form [name=orders]", "\nthe word"), chromedp.Click("#form button[value=submit]"),
		pagetest.Holds(`!document.querySelector("#form").open && document.querySelector("#messages").textContent.includes("the word")`))
	run("a mistake", pagetest.Types("#input", "/fly \r"),
		pagetest.Holds(`document.querySelector("#notice").textContent.includes("no command")`),
		pagetest.Does(`document.getElementById("input").value = ""`))

	run("Boris sees what is public only", pagetest.Does(`(() => { const u = document.querySelector("#user"); u.selectedIndex = 1; u.dispatchEvent(new Event("change")); })()`),
		pagetest.Holds(`document.title.endsWith("Boris") && document.querySelectorAll(".message").length === 1 && !document.querySelector(".ephemeral")`))

	dm := must.Get(bot.UserChannelCreate(sit(t, base, "Boris").User().ID))(t)
	must.Get(bot.ChannelMessageSend(dm.ID, "for Boris"))(t)
	run("a direct message is counted, then read", chromedp.WaitVisible("#channels .count"), chromedp.Click(channelButton(dm.ID)),
		pagetest.Holds(`document.querySelector("#messages").textContent.includes("for Boris")`))

	if title := page.Ask("document.title"); strings.Contains(title, "taken") {
		t.Error("the content of a message was executed")
	}
}

// TestPage_OnAPhone: the head takes one line, answers to taps come into view with what can be tapped next, and no
// keyboard comes up that nobody asked for.
func TestPage_OnAPhone(t *testing.T) {
	page := pagetest.Open(t)
	_, base := lay(t, localtable.Options{})
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		a := answer("answered", discordgo.MessageFlagsEphemeral)
		if i.Type != discordgo.InteractionMessageComponent {
			return s.InteractionRespond(i.Interaction, a)
		}
		switch i.MessageComponentData().CustomID {
		case "write":
			a = wordForm()
		case "begin":
			a.Type = discordgo.InteractionResponseDeferredChannelMessageWithSource
			promised := s.InteractionRespond(i.Interaction, a)
			_, begun := s.ChannelMessageSend(i.ChannelID, "begun")
			_, done := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &a.Data.Content})
			return errors.Join(promised, begun, done)
		case "grow":
			var rows []discordgo.MessageComponent
			for n := range 4 {
				rows = append(rows, button(fmt.Sprint("next", n))...)
			}
			a.Type = discordgo.InteractionResponseUpdateMessage
			a.Data = &discordgo.InteractionResponseData{Content: strings.Repeat("grown ", 100), Components: rows,
				Files: []*discordgo.File{{Name: "map.png", Reader: bytes.NewReader(stillPicture(t))}}}
		}
		return s.InteractionRespond(i.Interaction, a)
	})
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	for _, id := range []string{"begin", "grow", "ask", "write"} {
		must.Get(bot.ChannelMessageSendComplex(table, &discordgo.MessageSend{Content: id, Components: button(id)}))(t)
	}
	for range 20 {
		must.Get(bot.ChannelMessageSend(table, "and\nso\non"))(t)
	}
	tap := func(id string) pagetest.Step {
		return pagetest.Does(fmt.Sprintf(`(() => { const b = document.querySelector("[data-custom-id=%s]");
			b.scrollIntoView({ block: "start" }); b.focus({ preventScroll: true }); b.click(); })()`, id))
	}
	seen := func(css string) pagetest.Step {
		return pagetest.Holds(fmt.Sprintf(`(() => { const r = [...document.querySelectorAll(%q)].pop()?.getBoundingClientRect(),
			s = document.querySelector("#scroll").getBoundingClientRect();
			return r && r.top >= s.top - 1 && r.bottom <= s.bottom + 1; })()`, css))
	}
	run := page.Do

	run("the head is one line", chromedp.EmulateViewport(390, 640, chromedp.EmulateMobile), chromedp.Navigate(base),
		chromedp.WaitVisible("[data-custom-id=write]"),
		pagetest.Holds(`document.querySelector("main").getBoundingClientRect().top < 56`))
	run("a new message comes into view", tap("ask"), seen(".ephemeral"),
		pagetest.Holds(`(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2)(document.querySelector("#scroll"))`))
	const newest = ".message:last-child"
	run("a short answer hides nothing that came after it", tap("begin"),
		pagetest.Holds(`[...document.querySelectorAll(".message")].at(-2).textContent.includes("answered")`), seen(newest))
	run("one goes up, and a frame later is there", pagetest.Does(`document.querySelector("#scroll").scrollTop = 0`),
		pagetest.Holds(`(window.seen = (window.seen ?? 0) + 1) > 3`), seen(".message:first-child"))
	must.Get(bot.ChannelMessageSend(table, "your move, <@"+anna.User().ID+">"))(t)
	run("what came meanwhile is a tap away",
		pagetest.Holds(`document.querySelector("#newer").textContent === "↓ 1 new · 1 for you"`),
		pagetest.Does(`document.querySelector("#newer").click()`), seen(newest),
		pagetest.Holds(`document.querySelector("#newer").hidden`))
	run("no text field has the focus after a form", tap("write"), chromedp.WaitVisible("#form [name=w]"),
		pagetest.Types("#form [name=w]", "w\r"), pagetest.Holds(`document.querySelectorAll(".ephemeral").length === 3`),
		pagetest.Holds(`!document.querySelector("#form").open && !document.activeElement.matches("input, textarea")`))
	run("a message that grows shows picture and buttons", tap("grow"), seen("[data-custom-id=next3]"), seen(".picture img"),
		pagetest.Holds(`(() => { const i = document.querySelector(".picture img").getBoundingClientRect();
			return Math.abs(i.width / i.height - 4 / 3) < 0.02; })()`))
	run("full size begins where it was tapped", pagetest.Does(`document.querySelector(".picture").click()`),
		chromedp.WaitVisible("#picture img"),
		pagetest.Does(`document.querySelector("#picture [data-do=close]").click();
			document.querySelector(".picture").dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true,
				clientX: document.querySelector(".picture img").getBoundingClientRect().left + 5,
				clientY: document.querySelector(".picture img").getBoundingClientRect().top + 5 }))`),
		pagetest.Does(`document.querySelector("#picture [data-do=full]").click()`),
		pagetest.Holds(`document.querySelector("#pan").scrollLeft === 0 && document.querySelector("#pan img").getBoundingClientRect().width === 1200`),
		pagetest.Does(`document.querySelector("#picture [data-do=close]").click()`))
	run("a new channel is reached from the menu, and gone to", chromedp.Click("#more"), chromedp.WaitVisible("#new-channel button"),
		pagetest.Holds(`document.querySelector("#new-channel button").getBoundingClientRect().right <= innerWidth`),
		pagetest.Types("#channel-name", "our-game\r"), pagetest.Holds(`document.title.startsWith("# our-game")`),
		pagetest.Holds(`!document.querySelector("#new-channel").checkVisibility()`))
}
