package games

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"grognard/bot/localtable/pagetest"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

var shots = flag.String("shots", "", "a folder for pictures of the page on a phone")

// browser is the page of a table, as people use it.
type browser struct{ pagetest.Page }

// types types into the line, as on a keyboard; \r is Enter.
func types(keys string) pagetest.Step { return pagetest.Types("#input", keys) }

// reads waits for a message with these words.
func reads(words string) pagetest.Step {
	return pagetest.Holds(fmt.Sprintf(`[...document.querySelectorAll(".message")].some((m) => m.textContent.includes(%q))`,
		words))
}

// takes waits for a suggestion of all that is typed, goes down to it with the arrow key and takes it.
func (b browser) takes(value string) {
	b.T.Helper()
	b.Do("a suggestion of "+value, pagetest.Holds(fmt.Sprintf(`document.querySelector('#suggestions[aria-busy=false] [data-value="%s"]') !== null`, value)))
	for range 25 {
		b.Do("down the list", chromedp.KeyEvent(kb.ArrowDown))
		b.Do("a line is chosen", pagetest.Holds(`document.querySelector('#suggestions [aria-selected=true]') !== null`))
		if b.Ask(`document.querySelector('#suggestions [aria-selected=true]').dataset.value`) == value {
			b.Do("take it", chromedp.KeyEvent(kb.Tab),
				pagetest.Holds(fmt.Sprintf(`document.querySelector("#input").value.trimEnd().endsWith(%q)`, value)))
			return
		}
	}
	b.T.Fatalf("%s cannot be reached", value)
}

// becomes changes the user in the page.
func (b browser) becomes(name string) {
	b.T.Helper()
	b.Do("become "+name, pagetest.Types("#user", name), pagetest.Holds(fmt.Sprintf(`document.title.endsWith(%q)`, name)))
}

// A newcomer opens the printed address, takes a seat, moves a unit as suggested, ends the phase and sees the new map.
func TestBrowser_FirstMove(t *testing.T) {
	t.Parallel()
	b := browser{pagetest.Open(t)}
	p := programtest.Start(t, []string{"--data", t.TempDir()}, func(w *program.Environment) { w.Table.Observe = programtest.Judge(t) })
	b.Do("open the page", chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.Base),
		reads("Autumn for Barbarossa"))

	b.Do("take the German seat", types("/game join side:german\r"), reads("You play the German side"))
	b.becomes("Boris")
	b.Do("take the Soviet seat", types("/game join side:soviet\r"), reads("You play the Soviet side"))
	b.becomes("Anna")
	b.Do("start", types("/game start\r"), reads("The game begins."), reads("turn 1 of 10"))
	b.Do("set up", types("/place units:g-206-inf hex:4.26\r"), reads("206 Inf Div set up in 4.26"), types("/end\r"),
		reads("stay where the set-up put them"), presses("End the phase"),
		reads("turn 1 of 10, German reinforcements"))
	for i, order := range galleryOrders(t, "/reinforce") {
		b.Do(order, types(order+"\r"), pagetest.Holds(fmt.Sprintf(`document.querySelectorAll(".message.ephemeral").length === %d`, i+4)))
	}
	b.Do("end the phase", types("/end\r"), reads("may be split"), presses("End the phase"), reads("your move: German movement"))

	b.Do("name a unit", types("/move units:1 Cav"))
	b.takes("g-1-cav")
	b.Do("say where to", types(" to:9.0"))
	b.takes("9.02")
	b.Do("move", types("\r"), reads("1 Cav Div moved from 8.01 to 9.02"))
	b.Do("end the phase", types("/end\r"), reads("stacks haven't moved"), presses("End the phase"),
		reads("turn 1 of 10, German combat"))
	b.Do("see where it went", pagetest.Holds(`(() => {
		const m = [...document.querySelectorAll(".message")].filter((m) => m.textContent.includes("it is your move: German combat"));
		const all = m.flatMap((m) => [...m.querySelectorAll("img")]).filter((i) => i.complete && i.naturalWidth > 0);
		return all.some((i) => i.naturalWidth === 780 && i.alt.startsWith("Overview")) &&
			all.some((i) => i.alt.startsWith("Number 1") && i.alt.includes("1 Cav Div moved from 8.01 to 9.02"));
	})()`))
	b.Do("see the map", presses("Whole map"), pagetest.Holds(`[...document.querySelectorAll(".message.ephemeral img")].some((i) => i.complete &&
		i.naturalWidth === `+fmt.Sprint(mapWidth)+` && i.alt.includes(" 9.02,") && !i.alt.includes(" 8.01,"))`))
	b.Do("be at the newest message", pagetest.Holds(`(() => { const s = document.querySelector("#scroll"); return s.scrollHeight - s.scrollTop - s.clientHeight < 2; })()`))
	p.End(t)
}

// presses clicks the newest button of this label.
func presses(label string) pagetest.Step {
	return pagetest.Holds(fmt.Sprintf(`(() => {
		const b = [...document.querySelectorAll("button")].filter((b) => b.textContent.trim() === %q && !b.disabled).pop();
		b?.click();
		return Boolean(b);
	})()`, label))
}

// thumb is a script that says why a finger could not hit a control: too small, cut off or covered; "" if it could.
const thumb = `(e) => {
	e.scrollIntoView({ block: "center" });
	const r = e.getBoundingClientRect(), name = e.ariaLabel || e.textContent.trim();
	if (r.width < 44 || r.height < 44) return name + " is too small: " + r.width + " x " + r.height;
	if (r.left < 0 || r.right > innerWidth) return name + " is cut off";
	const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
	return e.contains(top) ? "" : name + " is covered";
}`

// hits waits for a control, the last one of an expression's list, and uses it when a finger can hit it.
func (b browser) hits(what, list, use string) {
	b.T.Helper()
	b.Do("find "+what, pagetest.Holds(list+`.length > 0`))
	wrong := b.Ask(fmt.Sprintf(`(() => {
		const e = %s.pop(), wrong = (%s)(e);
		if (!wrong) { %s }
		return wrong;
	})()`, list, thumb, use))
	if wrong != "" {
		b.T.Fatalf("%s: %s", what, wrong)
	}
}

// taps taps the newest button of this label, again if the bot has just moved its message, and waits for words.
func (b browser) taps(label, words string) {
	b.T.Helper()
	for done := false; !done; done = b.sees(label, words) {
		b.hits(label, fmt.Sprintf(`[...document.querySelectorAll("button")].filter((b) => b.textContent.trim() === %q && !b.disabled && b.checkVisibility())`, label),
			`document.querySelector("#notice").firstElementChild.textContent = ""; e.click();`)
	}
}

// chooses chooses what begins so in the newest menu of this name, and waits for words.
func (b browser) chooses(menu, option, words string) {
	b.T.Helper()
	b.hits(menu, fmt.Sprintf(`[...document.querySelectorAll("#messages select")].filter((s) => s.ariaLabel?.startsWith(%q) && [...s.options].some((o) => o.text.startsWith(%q)))`, menu, option), fmt.Sprintf(`e.value = [...e.options].find((o) => o.text.startsWith(%q)).value; e.dispatchEvent(new Event("change"));`, option))
	b.sees(menu+": "+option, words)
}

// ticks ticks a box in the newest menu of several, closes it by a tap, and waits for words.
func (b browser) ticks(menu, option, words string) {
	b.T.Helper()
	b.hits(menu, fmt.Sprintf(`[...document.querySelectorAll("#messages summary")].filter((s) => s.textContent === %q)`, menu), "e.click();")
	b.hits(option, fmt.Sprintf(`[...document.querySelectorAll("details[open].menu label")].filter((l) => l.textContent.trim() === %q)`, option), "e.click();")
	b.hits("the line", `[document.querySelector("#input")]`, `e.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));`)
	b.sees(menu+": "+option, words)
}

// sits chooses the user in the page's list by a script: letters typed soon after others would not find him.
func (b browser) sits(name string) {
	b.T.Helper()
	b.hits(name, `[document.querySelector("#user")]`, fmt.Sprintf(`e.value = [...e.options].find((o) => o.text === %q).value; e.dispatchEvent(new Event("change"));`, name))
	b.Do("become "+name, pagetest.Holds(fmt.Sprintf(`document.title.endsWith(%q)`, name)))
}

// gives types a command as it is without options, and taps to send it.
func (b browser) gives(command, words string) {
	b.T.Helper()
	b.Do(command, types(command))
	b.taps("Send", words)
}

// sees waits until the newest answer that only this user sees has these words, with nothing of it cut off. It returns
// false if there was no longer a message to tap.
func (b browser) sees(what, words string) bool {
	b.T.Helper()
	const gone = `document.querySelector("#notice").textContent.includes("no such message")`
	b.Do(what+": "+words, pagetest.Holds(gone+fmt.Sprintf(` || [...document.querySelectorAll(".message.ephemeral .content, dialog[open]")].pop()?.textContent.includes(%q)`, words)))
	b.narrow(what, `[document.documentElement, ...document.querySelectorAll("#messages *, dialog[open], dialog[open] *")]`)
	return b.Ask("String("+gone+")") != "true"
}

// narrow checks that nothing of a list of elements is cut off.
func (b browser) narrow(what, list string) {
	b.T.Helper()
	wide := b.Ask(list + `
		.filter((e) => e.checkVisibility() && !e.closest("pre, .unseen") && (e.getBoundingClientRect().right > screen.width || e === document.documentElement && e.scrollHeight > screen.height))
		.map((e) => e.outerHTML.slice(0, 200)).join("; ")`)
	if wide != "" {
		b.T.Fatalf("%s: too wide for the window: %s", what, wide)
	}
}

// shoots stores a picture of the page if a folder is named for it.
func (b browser) shoots(name string) {
	b.T.Helper()
	if *shots == "" {
		return
	}
	b.Do("be at the newest message", pagetest.Holds(`(() => { const s = document.querySelector("#scroll"); s.scrollTop = s.scrollHeight; return s.scrollHeight - s.scrollTop - s.clientHeight < 2; })()`))
	png := must.Get(chromedp.Run(b.Ctx, chromedp.CaptureScreenshot()))(b.T)
	must.Do(b.T, os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o600))
}

// On a phone a thumb is enough to give orders and to set all that asynchronous play needs: after the name of a command
// nothing is typed but what a form asks for.
func TestPhone_ByTapsAlone(t *testing.T) {
	t.Parallel()
	b := browser{pagetest.Open(t)}
	p := programtest.Start(t, []string{"--data", t.TempDir()}, func(w *program.Environment) { w.Table.Observe = programtest.Judge(t) })
	for name, side := range map[string]string{"Anna": "german", "Boris": "soviet"} {
		who := must.Get(player.Sit(t.Context(), p.Base, name))(t)
		channel := must.Get(who.Channel(program.FirstChannel))(t)
		must.Get(who.Say(t.Context(), channel, "/game join side:"+side))(t)
		who.Leave()
	}
	b.Do("open the page", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch),
		chromedp.Navigate(p.Base), reads("Autumn for Barbarossa"))
	b.gives("/game start", "Done. The game has begun")

	b.taps("Orders", "33 of them are still where the set-up put them")
	b.shoots("panel")
	b.taps("Set up", "Set up")
	b.taps("Back", "You can give orders now.")

	b.gives("/settings", "Your time zone: none")
	b.shoots("settings")
	b.chooses("Change a setting", "Your time zone", "A city, such as")
	b.chooses("Your time zone", "Europe/Berlin", "Your time zone: Europe/Berlin")
	b.chooses("Change a setting", "Your night", "no deadlines or mentions fall in it")
	b.shoots("night")
	b.chooses("Your night", "22:00-07:00", "Your night: 22:00-07:00")
	b.chooses("Change a setting", "Reminders", "hours before a deadline")
	b.ticks("When a third and a tenth of your time is left", "6 hours before", "6 h before each of your deadlines")
	b.shoots("reminders")
	b.gives("/vacation", "You have announced no vacation.")
	b.taps("Announce a vacation", "A vacation")
	b.shoots("vacation-form")
	b.Do("write", pagetest.Types("#fields [name=from]", "in 3 days"), pagetest.Types("#fields [name=until]", "in 10 days"))
	b.taps("Submit", "Your opponent is told in 1 game.")
	b.shoots("vacation")

	b.gives("/standing answer", "You have no standing answers in this game.")
	b.chooses("Which ready-made set?", "Flexible", "Saved.")
	b.chooses("Another answer at a hex", "8.01", "What do you answer here")
	b.shoots("standing-answer")
	b.chooses("What do you answer?", "Hold", "8.01: Hold")
	b.shoots("standing-answers")
	b.taps("Try", "What your standing answers would decide")
	b.shoots("standing-answers-tried")

	b.gives("/orders when:next", "Type orders for your next turn")
	b.Do("write", pagetest.Types("#fields [name=text]", "8.01 > 9.02\nend"))
	b.taps("Submit", "Your list for turn")
	b.shoots("list")

	b.gives("/clock show", "This game has no clocks.")
	b.taps("Offer: Normal", "Your offer stands until")
	b.sits("Boris")
	b.Do("an offer", reads("offers a clock"))
	b.shoots("clock-offer")
	b.taps("Accept", "Done.")
	b.sits("Anna")
	b.gives("/clock show", "Clocks:")
	b.taps("Pause 7 days", "Your offer stands until")
	b.sits("Boris")
	b.Do("another offer", reads("offers to pause"))
	b.taps("Accept", "Done.")
	b.sits("Anna")
	b.gives("/clock show", "are paused until")
	b.shoots("pause")

	b.Do("ask somebody to act for her", types("/seat grant user:"))
	b.hits("Olga", `[...document.querySelectorAll("#suggestions[aria-busy=false] [role=option]")].filter((o) => o.textContent.includes("Olga"))`, "e.click();")
	b.taps("Send", "has been asked in the channel")
	b.sits("Olga")
	b.Do("be asked", reads("asks you to act for"))
	b.shoots("asked")
	b.Do("accept", presses("Accept"), reads("You now act for"))
	b.sits("Anna")
	b.gives("/seat grant", "all units")
	b.shoots("grants")
	b.gives("/seat end number:1", "no longer acts for your side")
	b.gives("/seat waiting", "Nobody is waiting for a seat")
	b.taps("Wait for any seat", "1 player is waiting for a seat")
	b.shoots("waiting-list")
	b.gives("/due all:true", "Your move:")
	p.End(t)
}
