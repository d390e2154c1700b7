package layout_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"grognard/bot/discord/rest"
	sent "grognard/bot/discord/rest/layout"
	"grognard/bot/localtable/pagetest"
	"grognard/rules/must"

	"github.com/chromedp/chromedp"
)

// The page draws every component on a phone, and fills in forms with labels.
func TestPage_Draws(t *testing.T) {
	page := pagetest.Open(t)
	d := lay(t)
	must.Get(d.client.Send(t.Context(), d.channel, every(t)))(t)
	holds := func(js string) pagetest.Step { return pagetest.Holds(fmt.Sprintf(`(() => { %s })()`, js)) }
	page.Do("the message", chromedp.EmulateViewport(390, 844), chromedp.Navigate(d.base), chromedp.WaitVisible(".container"))
	page.Do("a section has its button beside it", holds(`const [text, button] = [".texts", "[data-custom-id=orders]"]
		.map((css) => document.querySelector(".section " + css).getBoundingClientRect());
		return button.left >= text.right && button.right <= innerWidth && button.top < text.bottom;`))
	page.Do("pictures are drawn once each, small beside a section", holds(`const all = [...document.querySelectorAll(".picture img")];
		return all.length === 3 && all[0].width === 96 && all[0].alt === "A counter" && all[1].alt === "The map" && all[1].naturalWidth === 640;`))
	page.Do("the frame has its colour, the separator its line", holds(`return document.querySelector(".container").style.borderLeftColor === "rgb(51, 102, 153)"
		&& document.querySelector("hr.separator.large") !== null && document.querySelector(".heading-1, .subtext") !== null;`))
	page.Do("a spoiler is shown by a tap", chromedp.Click(".covered"), holds(`return !document.querySelector(".covered");`))
	page.Do("a file and a link", holds(`return document.querySelector(".container a[download]").textContent === "log.txt"
		&& document.querySelector("a.button").href === "https://example.org/";`))
	page.Do("nothing is wider than the phone", holds(`return document.documentElement.scrollWidth <= innerWidth;`))

	page.Do("a button opens a form", pagetest.Does(`document.querySelector("[data-custom-id=orders]").click()`))
	callback, _, _ := d.hear()
	must.Get(d.call(http.MethodPost, callback, settings()))(t)
	page.Do("its fields have labels", chromedp.WaitVisible("#form [name=t]"), holds(`return [...document.querySelectorAll("#fields label, #fields legend")]
		.map((e) => (e.querySelector("span") ?? e.firstChild).textContent).join()
			=== "Quiet hours,Style,Who opens games,Anna,Boris,Olga,Carla,Grognard,Where they go";`),
		holds(`return document.querySelector("#fields strong").textContent === "this server" && document.documentElement.scrollWidth <= innerWidth;`))
	page.Do("they are filled in", pagetest.Types("#form [name=t]", "22-7"),
		pagetest.Does(fmt.Sprintf(`document.querySelector("#form [name=s]").value = "b"; document.querySelector("#form [name=c]").value = %q;
			document.querySelector("#form [name=u]").click(); document.querySelector("#form button[value=submit]").click();`, d.channel)))
	callback, _, data := d.hear()
	must.Get(d.call(http.MethodPost, callback, map[string]any{"type": 4, "data": newer(every(t).Components[0])}))(t)
	if got := fmt.Sprint(data["components"]); !containsAll(got, "22-7", "values:[b]", "values:["+d.channel+"]", d.anna.User().ID) {
		t.Errorf("the bot gets %s", got)
	}
	page.Do("the answer is a message", holds(`return document.querySelectorAll(".message").length === 2 && !document.querySelector("#form").open;`))

	post := rest.NewMessage("", list{sent.Section{Texts: sent.Texts("Your move"), Accessory: button("orders")},
		sent.Gallery{Items: []sent.Picture{{Media: sent.Attached("map.png")}}}})
	post.Flags = sent.Flag
	post.Attach("map.png", picture(t, 400, 600), "The map")
	must.Get(d.client.Send(t.Context(), d.channel, post))(t)
	page.Do("a picture makes room for buttons below it alone", holds(`const img = document.querySelector(".message:last-child .gallery img");
		return img !== null && img.getBoundingClientRect().height > 400;`))
}

func containsAll(text string, words ...string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
