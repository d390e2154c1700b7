// Words turns the content of a message into nodes. Every piece of text becomes a text node: nothing that was sent is ever
// read as HTML. Known are bold, code, blocks of code, mentions of users and channels, and timestamps.

const patterns = /```(?:[a-z]+\n)?\n?([\s\S]+?)\n?```|`([^`\n]+)`|\*\*([\s\S]+?)\*\*|<@!?(\d+)>|<#(\d+)>|<t:(-?\d{1,13})(?::([tTdDfFR]))?>|\\([^\sA-Za-z0-9])/g;

// names gives the name of a user or channel by identifier: {user(id), channel(id)}.
export function words(text, names) {
  const out = document.createDocumentFragment();
  let end = 0;
  for (const m of text.matchAll(patterns)) {
    out.append(text.slice(end, m.index), piece(m, names));
    end = m.index + m[0].length;
  }
  out.append(text.slice(end));
  return out;
}

function piece([whole, block, code, bold, user, channel, unix, style, escaped], names) {
  if (block !== undefined) return make("pre", {}, block);
  if (code !== undefined) return make("code", {}, code);
  if (bold !== undefined) return make("strong", {}, words(bold, names));
  if (user !== undefined) return make("span", { className: "mention" }, "@" + (names.user(user) ?? "unknown-user"));
  if (channel !== undefined) return make("span", { className: "mention" }, "#" + (names.channel(channel) ?? "unknown"));
  if (unix !== undefined) return stamp(Number(unix), style ?? "f");
  return escaped ?? whole;
}

// make is an element with properties and children.
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

const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(time) {
  const seconds = Math.round((time - Date.now()) / 1000);
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units.at(-1);
  return new Intl.RelativeTimeFormat(document.documentElement.dataset.locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

// Relative times grow old while one looks at them.
setInterval(() => {
  for (const e of document.querySelectorAll("time[data-relative]")) e.textContent = relative(new Date(e.dateTime));
}, 10000);
