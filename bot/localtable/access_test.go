package localtable_test

import (
	"context"
	"fmt"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/pagetest"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// inScheme emulates the system's preference for a colour scheme.
func inScheme(name string) pagetest.Step {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	})
}

// faint lists texts whose contrast to their background is less than 4.5 to 1, except those of disabled elements.
const faint = `(() => {
	const rgba = (s) => { const [r, g, b, a = 1] = s.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
	const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
	const light = (c) => {
		const [r, g, b] = c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const behind = (e) => {
		const own = rgba(getComputedStyle(e).backgroundColor);
		return own[3] === 1 || !e.parentElement ? own.slice(0, 3) : over(own, behind(e.parentElement));
	};
	const out = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const e = walk.currentNode.parentElement;
		if (!walk.currentNode.data.trim() || !e.checkVisibility() || e.closest(":disabled, .unseen, option")) continue;
		const back = behind(e), [a, b] = [light(over(rgba(getComputedStyle(e).color), back)), light(back)].sort((a, b) => b - a);
		const contrast = (a + 0.05) / (b + 0.05);
		if (contrast < 4.5) out.push(contrast.toFixed(2) + " " + e.outerHTML.slice(0, 100));
	}
	return out.join("\n");
})()`

// small lists controls that are too small for a finger, and unnamed those without a name for a screen reader.
const (
	small = `[...document.querySelectorAll("button, select, summary, input:not([type=checkbox]), textarea, [role=option]")]
		.filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < (e.closest(".origin") ? 24 : 44))
		.map((e) => e.tagName + " " + (e.textContent || e.id) + " " + e.getBoundingClientRect().height).join("\n")`
	unnamed = `[...document.querySelectorAll("button, select, input, textarea, summary, a, img, [role=feed], [role=listbox], dialog[open]")]
		.filter((e) => e.checkVisibility() && !(e.ariaLabel || e.getAttribute("aria-labelledby") || e.alt || e.labels?.length || e.textContent.trim()))
		.map((e) => e.outerHTML).join("\n")`
)

// unseenFocus is the focused element if its focus is not visible.
const unseenFocus = `(() => { const e = document.activeElement, s = getComputedStyle(e);
	return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 ? "" : e.outerHTML.slice(0, 200); })()`

// TestPageForEverybody: the page is legible in both colour schemes and usable with fingers, screen readers and the
// keyboard alone.
func TestPageForEverybody(t *testing.T) {
	page := pagetest.Open(t)
	_, base := lay(t, localtable.Options{})
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		if i.Type == discordgo.InteractionApplicationCommand {
			return s.InteractionRespond(i.Interaction,
				answer("for **you** alone, `code`, ```a block``` <t:1700000000:R>", discordgo.MessageFlagsEphemeral))
		}
		if i.MessageComponentData().CustomID == "write" {
			return s.InteractionRespond(i.Interaction, wordForm())
		}
		return s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseUpdateMessage,
			Data: &discordgo.InteractionResponseData{Content: "pressed", Components: i.Message.Components},
		})
	})
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)
	sendPicture(t, base, table, "the map", "The map of turn 1")
	showMenus(t, bot, table)
	var buttons []discordgo.MessageComponent
	for i, id := range []string{"one", "two", "three", "four"} {
		buttons = append(buttons, discordgo.Button{Label: id, CustomID: id, Style: discordgo.ButtonStyle(i + 1)})
	}
	m := must.Get(bot.ChannelMessageSendComplex(table, &discordgo.MessageSend{
		Content:    "<@" + anna.User().ID + "> choose, and look at <#" + table + ">",
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}},
	}))(t)
	run := page.Do
	key := func(keys string, with ...chromedp.Modifier) pagetest.Step {
		return chromedp.KeyEvent(keys, chromedp.KeyModifiers(with...))
	}
	none := func(what, js string) {
		t.Helper()
		if found := page.Ask(js); found != "" {
			t.Errorf("%s:\n%s", what, found)
		}
	}
	audit := func(where string) {
		t.Helper()
		for _, scheme := range []string{"light", "dark"} {
			run(scheme, inScheme(scheme))
			none("too faint in the "+scheme+" scheme, "+where, faint)
		}
		none("too small, "+where, small)
		none("without a name, "+where, unnamed)
		none("wider than the phone, "+where, `document.documentElement.scrollWidth > innerWidth ? "yes" : ""`)
	}
	on := func(id string) pagetest.Step {
		return pagetest.Holds(fmt.Sprintf(`document.activeElement.dataset.customId === %q`, id))
	}

	run("the page", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile), chromedp.Navigate(base),
		chromedp.WaitVisible("[data-custom-id=four]"))
	run("a private answer and a mistake", pagetest.Types("#input", "/game leave\r"), chromedp.WaitVisible(".ephemeral"),
		pagetest.Types("#input", "/fly \r"), chromedp.WaitVisible("#notice"))
	audit("among messages")
	run("suggestions", pagetest.Does(`document.getElementById("input").value = ""`), pagetest.Types("#input", "/"),
		chromedp.WaitVisible("#suggestions [data-value=\"/move\"]"), key(kb.ArrowDown),
		pagetest.Holds(`document.querySelector("[aria-selected=true]").id === document.getElementById("input").getAttribute("aria-activedescendant")`))
	audit("with suggestions")
	run("they are told, and closed", pagetest.Holds(`document.querySelector("#news").lastChild.textContent === "2 suggestions"`), key(kb.Escape),
		pagetest.Holds(`document.querySelector("#suggestions").hidden`), pagetest.Does(`document.getElementById("input").value = ""`))

	run("from the top", pagetest.Does(`document.activeElement.blur(); document.getElementById("skip").focus()`), key("\r"),
		pagetest.Holds(`document.activeElement.id === "input"`), pagetest.Does(`document.getElementById("skip").focus()`))
	for range 40 {
		none("no focus is seen on", unseenFocus)
		if run("on", key(kb.Tab)); page.Ask(`document.activeElement.textContent`) == "Send" {
			break
		}
	}
	if page.Ask(`document.activeElement.textContent`) != "Send" {
		t.Error("Tab does not come to the last button")
	}

	run("through messages", key(kb.Tab, chromedp.ModifierShift), pagetest.Holds(`document.activeElement.id === "input"`),
		pagetest.Does(`document.querySelector(".message:last-child").focus()`),
		key(kb.PageUp), onMessageWith("one"), key(kb.ArrowUp), onMessageWith("write"), key(kb.End),
		pagetest.Holds(`document.activeElement === document.querySelector(".message:last-child")`),
		key(kb.Home), pagetest.Holds(`document.activeElement === document.querySelector(".message")`),
		key(kb.End, chromedp.ModifierCtrl), pagetest.Holds(`document.activeElement.id === "input"`))
	run("a button keeps the focus when its message changes",
		pagetest.Does(`document.querySelector("[data-custom-id=two]").focus()`), key("\r"),
		pagetest.Holds(`document.querySelector("#messages").textContent.includes("pressed")`), on("two"),
		pagetest.Holds(`document.querySelector("#news").lastChild.textContent.includes("pressed")`))
	must.Do(t, bot.ChannelMessageDelete(table, m.ID))
	run("a deleted message hands it on", pagetest.Holds(`document.activeElement.matches(".message.ephemeral")`))
	must.Get(sit(t, base, "Boris").Say(t.Context(), table, "good evening"))(t)
	run("news are told", pagetest.Holds(`document.querySelector("#news").lastChild.textContent === "Boris. good evening"`))

	width := `document.querySelector("#pan img").getBoundingClientRect().width`
	run("Enter opens a picture, fitted", pagetest.Does(`document.querySelector(".picture").focus()`), key("\r"),
		chromedp.WaitVisible("#picture"), pagetest.Holds(`document.activeElement.id === "pan" && Math.round(`+width+`) === 390`))
	audit("in full size")
	run("keys change its size", key("+"), pagetest.Holds(width+` > 400`), key("1"), pagetest.Holds(width+` === 1200`),
		key(kb.ArrowRight), pagetest.Holds(`document.querySelector("#pan").scrollLeft > 0`),
		key("-"), pagetest.Holds(width+` === 960`), key("0"), pagetest.Holds(`Math.round(`+width+`) === 390`))
	run("a double tap and the buttons do", pagetest.Does(`document.querySelector("#pan").dispatchEvent(new MouseEvent("dblclick", { clientX: 100, clientY: 400 }))`), pagetest.Holds(width+` === 1200`),
		chromedp.Click("#picture [data-do=out]"), pagetest.Holds(width+` === 960`), chromedp.Click("#picture [data-do=fit]"),
		pagetest.Holds(`Math.round(`+width+`) === 390`))
	run("two fingers do", pagetest.Does(fingers), pagetest.Holds(`Math.round(`+width+`) === 780`))
	run("Escape closes it", key(kb.Escape), pagetest.Holds(`!document.querySelector("#picture").open && document.activeElement.matches(".picture")`))

	run("a form", pagetest.Does(`document.querySelector("[data-custom-id=write]").focus()`), key("\r"),
		chromedp.WaitVisible("#form [name=w]"))
	audit("in a form")
	run("it begins with its first field, and gives the focus back", pagetest.Holds(`document.activeElement.name === "w"`),
		key(kb.Escape), on("write"))
}

// onMessageWith is true when the focus is on the message with this button or menu.
func onMessageWith(id string) pagetest.Step {
	return pagetest.Holds(fmt.Sprintf(`document.activeElement.matches(".message") && document.activeElement.querySelector("[data-custom-id=%s]") !== null`, id))
}

// fingers moves two fingers to twice their distance.
const fingers = `(() => {
	const pan = document.querySelector("#pan");
	pan.setPointerCapture = () => {};
	const at = (kind, id, x) => pan.dispatchEvent(new PointerEvent(kind, { pointerId: id, clientX: x, clientY: 400 }));
	at("pointerdown", 1, 150); at("pointerdown", 2, 250);
	at("pointermove", 1, 100); at("pointermove", 2, 300);
	at("pointerup", 1, 100); at("pointerup", 2, 300);
})()`

// wordForm asks for a word of up to eight letters.
func wordForm() *discordgo.InteractionResponse {
	word := discordgo.TextInput{CustomID: "w", Label: "Word", Style: discordgo.TextInputShort, Required: true,
		MaxLength: 8}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{Title: "Your word",
			CustomID: "word", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{word}},
			}},
	}
}
