package localtable_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/pagetest"
	"grognard/rules/must"

	"github.com/chromedp/chromedp"
)

// marks are texts with Discord's marks, and the HTML that the page makes of them.
var marks = map[string]string{
	"-# Log: `a*b*`\nafter":           `<div class="subtext">Log: <code>a*b*</code>` + "\n</div>after",
	"# One\n### **Three**":            `<div class="heading-1" role="heading" aria-level="3">One` + "\n" + `</div><div class="heading-3" role="heading" aria-level="5"><strong>Three</strong>` + "\n</div>",
	"**bold *both*** ~~old~~ __u__":   `<strong>bold <em>both</em></strong> <s>old</s> <u>u</u>`,
	"*all of it:* 2 * 3 * 4":          `<em>all of it:</em> 2 * 3 * 4`,
	"_low_ snake_case_name":           `<em>low</em> snake_case_name`,
	"a - b\n- one\n  For: x\n- two\n": "a - b\n<ul><li>one\nFor: x\n</li><li>two\n</li></ul>",
	"2. two\n3. three":                `<ol start="2"><li>two` + "\n</li><li>three</li></ol>",
	"> said\n> twice\nnot":            "<blockquote>said\ntwice\n</blockquote>not",
	"``` \n**1** # <@1>\n```":         "<pre> \n**1** # &lt;@1&gt;</pre>",
	"<https://a.org/b> https://c.org/d.": `<a href="https://a.org/b" target="_blank" rel="noreferrer">https://a.org/b</a> ` +
		`<a href="https://c.org/d" target="_blank" rel="noreferrer">https://c.org/d</a>.`,
	"[here](https://a.org) [no](x)": `<a href="https://a.org" target="_blank" rel="noreferrer">here</a> [no](x)`,
	"<@1> <#2> </game new:3>": `<span class="mention">@Anna</span> <a class="mention" href="#channel=2">#table</a> ` +
		`<span class="mention">/game new</span>`,
	"-# Seal: ||hidden||": `<div class="subtext">Seal: <span class="spoiler" role="button" tabindex="0">hidden</span>` + "\n</div>",
	`\*no\* <b>\_x\_</b>`: `*no* &lt;b&gt;_x_&lt;/b&gt;`,
}

// The page draws Discord's marks, and none is left in the texts of the bot.
func TestPage_Marks(t *testing.T) {
	page := pagetest.Open(t)
	_, base := lay(t, localtable.Options{})
	page.Do("the page is there", chromedp.Navigate(base), pagetest.Does(`import("/table/words.js").then(({ words }) => {
		window.drawn = (text) => {
			const e = document.createElement("div");
			e.append(words(text, { user: () => "Anna", channel: () => "table" }));
			return e;
		}; }) && 0`), pagetest.Holds(`Boolean(window.drawn)`))
	for text, want := range marks {
		if got := page.Ask(`drawn(` + inJSON(t, text) + `).innerHTML`); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", text, got, want)
		}
	}
	left := `JSON.stringify(` + inJSON(t, botTexts(t)) + `.map((t) => drawn(t).cloneNode(true)).filter((e) => {
		for (const code of e.querySelectorAll("code, pre")) code.remove();
		return /\*\*|~~|\|\||` + "`" + `|<[#@t/:]|^(-#|#+|-|>) /m.test(e.textContent); }).map((e) => e.textContent))`
	if got := page.Ask(left); got != "[]" {
		t.Errorf("marks are left in %s", got)
	}
}

// botTexts returns the texts of the bot's catalogue, with what they are filled with left out.
func botTexts(t *testing.T) (texts []string) {
	t.Helper()
	for _, name := range []string{"active.en.yaml", "bcs.en.yaml", "league.en.yaml"} {
		data := must.Get(os.ReadFile("../catalogue/" + name))(t)
		fields := regexp.MustCompile(`\{\{.*?\}\}`)
		for _, quoted := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).FindAllString(string(data), -1) {
			texts = append(texts, fields.ReplaceAllString(must.Get(strconv.Unquote(quoted))(t), "1"))
		}
	}
	return texts
}

func inJSON(t *testing.T, v any) string { return string(must.Get(json.Marshal(v))(t)) }
