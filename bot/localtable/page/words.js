// Words turns the content of a message into nodes. Every piece of text becomes a text node: nothing that was sent is ever
// read as HTML. It draws Discord's markup: what begins a line, then what stands within lines.

const block = /^(?<mark>#{1,3}|-#) +(?<line>.+)\n?|(?<quote>(?:^> .*\n?)+)|(?<list>(?:^(?:[-*]|\d{1,4}\.) .+(?:\n {2,}.+)*\n?)+)/;
const fence = /```(?:[a-z]+\n)?\n?(?<fence>[\s\S]+?)\n?```/;
const inline = new RegExp([
  /\\(?<escaped>[^\sA-Za-z0-9])|`(?<code>[^`\n]+)`|\*\*(?<bold>[\s\S]+?)\*\*(?!\*)|__(?<under>[\s\S]+?)__(?!_)/,
  /\*(?<star>[^\s*](?:[^*]*[^\s*])?)\*|(?<!\w)_(?<low>[^_]+)_(?!\w)|~~(?<struck>[\s\S]+?)~~|\|\|(?<spoiler>[\s\S]+?)\|\|/,
  /<@&(?<role>\d+)>|<@!?(?<user>\d+)>|<#(?<channel>\d+)>|<\/(?<command>[^:>]+):\d+>|<a?:(?<emoji>\w{2,32}):(?<of>\d+)>|<t:(?<unix>-?\d{1,13})(?::(?<style>[tTdDfFR]))?>/,
  /\[(?<title>[^\]\n]+)\]\(<?(?<to>https?:\/\/[^\s<>)]+)>?\)|<(?<url>https?:\/\/[^\s>]+)>|(?<bare>https?:\/\/[^\s<>]*[^\s<>.,:;!?"')\]])/,
].map((r) => r.source).join("|"), "g");
const whole = new RegExp([fence, block, inline].map((r) => r.source).join("|"), "gm");
const item = /^(?:[-*]|\d{1,4}\.) (.+(?:\n {2,}.+)*\n?)/gm;

// words returns the nodes of a text. names has functions from identifiers to names: {user(id), channel(id), role(id)}.
export function words(text, names, pattern = whole) {
  const out = document.createDocumentFragment();
  let end = 0;
  for (const m of text.matchAll(pattern)) {
    out.append(text.slice(end, m.index), piece(m.groups, names) ?? m[0]);
    end = m.index + m[0].length;
  }
  out.append(text.slice(end));
  return out;
}

const tags = { bold: "strong", under: "u", star: "em", low: "em", struck: "s" };

function piece(g, names) {
  for (const [name, tag] of Object.entries(tags)) if (g[name] !== undefined) return make(tag, {}, words(g[name], names, inline));
  if (g.fence !== undefined) return make("pre", {}, g.fence);
  if (g.code !== undefined) return make("code", {}, g.code);
  if (g.mark !== undefined) return lineOf(g.mark, words(g.line, names, inline));
  if (g.quote !== undefined) return make("blockquote", {}, words(g.quote.replace(/^> /gm, ""), names));
  if (g.list !== undefined) return listOf(g.list, names);
  if (g.spoiler !== undefined) return spoiler(words(g.spoiler, names, inline));
  if (g.role !== undefined) return mention("@" + (names.role(g.role) ?? "unknown-role"));
  if (g.user !== undefined) return mention("@" + (names.user(g.user) ?? "unknown-user"));
  if (g.channel !== undefined) return channel(g.channel, names.channel(g.channel));
  if (g.command !== undefined) return mention("/" + g.command);
  if (g.emoji !== undefined) return emoji({ name: g.emoji, id: g.of });
  if (g.unix !== undefined) return stamp(Number(g.unix), g.style ?? "f");
  const url = g.to ?? g.url ?? g.bare;
  return url ? make("a", { href: url, target: "_blank", rel: "noreferrer" }, g.title ?? url) : g.escaped;
}

// emoji draws an emoji of the application. If its picture is missing, its name is shown.
export const emoji = (e) => make("img", { className: "emoji", src: "/emojis/" + e.id, alt: `:${e.name}:`, title: `:${e.name}:` });

const mention = (name) => make("span", { className: "mention" }, name);

// channel makes a link to a channel of this page.
function channel(id, name) {
  if (!name) return mention("#unknown");
  return make("a", { className: "mention", href: "#channel=" + id }, "#" + name);
}

// lineOf is a heading, or for -# a line in small type.
function lineOf(mark, content) {
  if (mark === "-#") return make("div", { className: "subtext" }, content, "\n");
  return make("div", { className: "heading-" + mark.length, role: "heading", ariaLevel: String(mark.length + 2) }, content, "\n");
}

// listOf is a list, whose items can have further lines and lists of their own below them.
function listOf(text, names) {
  const start = parseInt(text, 10);
  const items = [...text.matchAll(item)].map(([, body]) => make("li", {}, words(body.replace(/^ {2,4}/gm, ""), names)));
  return Number.isNaN(start) ? make("ul", {}, ...items) : make("ol", { start }, ...items);
}

function spoiler(content) {
  const e = make("span", { className: "spoiler", role: "button", tabIndex: 0 }, content);
  e.onclick = e.onkeydown = () => e.classList.add("seen");
  return e;
}

// make returns a new element with properties and children.
export function make(tag, properties, ...children) {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

const formats = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

function stamp(unix, style) {
  const time = new Date(unix * 1000);
  if (Number.isNaN(time.getTime())) return `<t:${unix}>`;
  const e = make("time", { className: "stamp", dateTime: time.toISOString(), title: format(time, "F") }, style === "R" ? relative(time) : format(time, style));
  if (style === "R") e.dataset.relative = "";
  return e;
}

export function format(time, style) {
  return new Intl.DateTimeFormat(document.documentElement.dataset.locale, formats[style]).format(time);
}

// Units with their lengths and the least time that is told in them, in seconds: Discord rounds, so that 72 hours less a
// moment are 3 days.
const units = [["year", 31536000, 27648000], ["month", 2592000, 2246400], ["day", 86400, 79200], ["hour", 3600, 2700],
  ["minute", 60, 45], ["second", 1, 0]];

function relative(time) {
  const seconds = Math.round((time - Date.now()) / 1000);
  const [unit, length] = units.find(([, , least]) => Math.abs(seconds) >= least);
  return new Intl.RelativeTimeFormat(document.documentElement.dataset.locale, { numeric: "auto" }).format(Math.round(seconds / length), unit);
}

// Relative times change while the page is open.
setInterval(() => {
  for (const e of document.querySelectorAll("time[data-relative]")) e.textContent = relative(new Date(e.dateTime));
}, 10000);
