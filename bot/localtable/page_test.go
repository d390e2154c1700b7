package localtable_test

import (
	"fmt"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/pagetest"

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

	run("a command is suggested and tapped", pagetest.Types("#input", "/m"), chromedp.Click(`#suggestions [data-value="/move"]`),
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

	dm := must(bot.UserChannelCreate(sit(t, base, "Boris").User().ID))(t)
	must(bot.ChannelMessageSend(dm.ID, "for Boris"))(t)
	run("a direct message is counted, then read", chromedp.WaitVisible("#channels .count"), chromedp.Click(channelButton(dm.ID)),
		pagetest.Holds(`document.querySelector("#messages").textContent.includes("for Boris")`))

	if title := page.Ask("document.title"); strings.Contains(title, "taken") {
		t.Error("the content of a message was executed")
	}
}
