// This is the page of the local table: the user, the channels, their messages, and what a user can do to them. It
// contains no rules and no secrets: the server sends only what this user may see.

import { formInput, formPart } from "./layout.js";
import { draw, fit, spoken } from "./message.js";
import { compare, heading, isForum, menus, posts, sign, standing, tagNames } from "./places.js";
import { typing } from "./typing.js";
import { make } from "./words.js";
import { enlarge } from "./zoom.js";

const $ = (id) => document.getElementById(id);
const LOADING = 128; // the flag of an answer that the bot has deferred
const HISTORY = 50; // how many messages of each channel the table sends at first

const state = { me: "", channel: "", users: new Map(), guilds: new Map(), channels: new Map(), messages: new Map(), unread: new Map(), whole: new Set() };
let stream = null;

const names = {
  user: (id) => state.users.get(id)?.username,
  channel: (id) => state.channels.get(id)?.name,
  role: (id) => at.roles().find((r) => r.id === id)?.name,
};

// post sends an action to the table and returns its answer. If the table refuses, it shows why and returns null.
async function post(path, deed) {
  try {
    const answer = await fetch("/table/" + path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ user: state.me, ...deed }),
    });
    const body = await answer.json();
    if (answer.ok) return body;
    notice(body.error);
  } catch {
    notice("The table does not answer.");
  }
  return null;
}

function notice(text) {
  $("notice").hidden = !text;
  $("notice").firstElementChild.textContent = text;
}

// tell has screen readers say something.
function tell(text) {
  $("news").append(make("p", {}, text));
  while ($("news").children.length > 20) $("news").firstChild.remove();
}

// outcome shows the result of a command or click; new messages come by the stream. It returns whether the bot answered.
function outcome(answer) {
  if (!answer) return false;
  notice(answer.outcome === "failed" ? answer.error : "");
  if (answer.outcome === "form") openForm(answer.interaction, answer.form);
  return answer.outcome !== "failed";
}

const at = {
  names,
  get me() { return state.me; },
  use: async (m, id, values) => {
    pressed = m.id;
    return outcome(await post("use", { message: m.id, custom_id: id, values }));
  },
  dismiss: (m) => post("dismiss", { message: m.id }),
  enlarge,
  go: (id) => (state.channels.has(id) ? go(id) : notice("There is no such channel here.")),
  pins: (id) => menu.pins(id),
  menu: (m) => menu.message(state.messages.get(m.channel_id)?.get(m.id) ?? m),
  people: () => [...state.users.values()],
  places: () => [...state.channels.values()],
  roles: () => [...state.guilds.values()].flatMap((g) => g.roles ?? []),
};

// older compares identifiers by age: they grow with time, and are too large for numbers.
const older = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

function hello(e) {
  state.users = new Map(e.users.map((u) => [u.id, u]));
  state.guilds = new Map((e.guilds ?? []).map((g) => [g.id, g]));
  state.channels = new Map(e.channels.map((c) => [c.id, c]));
  state.messages = new Map(e.channels.map((c) => [c.id, new Map()]));
  state.whole = new Set();
  for (const m of e.messages ?? []) state.messages.get(m.channel_id).set(m.id, m);
  for (const [id, list] of state.messages) if (list.size < HISTORY) state.whole.add(id);
  if (!state.channels.has(state.channel)) state.channel = firstChannel();
  $("locale").value = e.user.locale;
  document.documentElement.dataset.locale = e.user.locale;
  $("dms-closed").checked = Boolean(e.dms_closed);
  drawChannels();
  following = true;
  drawMessages();
  toEnd();
  notice("");
}

const firstChannel = () => [...state.channels.values()].find((c) => c.type === 0).id;

const events = {
  hello,
  message({ message }) {
    state.messages.get(message.channel_id)?.set(message.id, message);
    if (message.channel_id === state.channel) {
      place(message);
      if (message.interaction_metadata?.user.id === state.me) show(pressed = message.id);
      else if (!following && message.author.id !== state.me) below(1, message.pinged?.includes(state.me) ? 1 : 0);
      if (message.author.id !== state.me) tell(spoken(element(message.id)));
      return;
    }
    const ping = message.pinged?.includes(state.me) || state.channels.get(message.channel_id).type === 1;
    const before = state.unread.get(message.channel_id) ?? 0;
    state.unread.set(message.channel_id, before + (ping ? 1 : 0));
    if (ping) tell(`New message for you in ${title(state.channels.get(message.channel_id))}`);
    drawChannels();
  },
  // An edit replaces a loaded message; others are ignored. Screen readers hear it if it was pending or has the focus.
  edit({ message }) {
    const list = state.messages.get(message.channel_id);
    const before = list?.get(message.id);
    if (!before) return;
    list.set(message.id, message);
    if (message.channel_id !== state.channel) return;
    place(message);
    if (message.id === pressed) show(pressed);
    const now = element(message.id);
    if (before.flags & LOADING || now.contains(document.activeElement)) tell(spoken(now));
  },
  gone({ id }) {
    for (const list of state.messages.values()) list.delete(id);
    const e = element(id);
    if (!e) return;
    const beside = e.nextElementSibling ?? e.previousElementSibling;
    if (e.contains(document.activeElement)) beside ? reach(beside) : line.focus();
    e.remove();
    number();
    height = 0; // the page may move up now without the reader scrolling up
    toEnd();
  },
  channel({ channel }) {
    const known = state.channels.has(channel.id);
    state.channels.set(channel.id, channel);
    if (!known) {
      state.messages.set(channel.id, new Map());
      state.whole.add(channel.id);
      if (channel.thread_metadata) recall(channel.id); // a thread that the user comes to see may have earlier messages
    }
    drawChannels();
    if (isForum(state.channels.get(state.channel)) && channel.parent_id === state.channel) drawMessages();
  },
  guild({ guild }) {
    state.guilds.set(guild.id, guild);
    drawChannels();
  },
  "channel-gone"({ id }) {
    state.channels.delete(id);
    state.messages.delete(id);
    state.unread.delete(id);
    if (state.channel === id) go(firstChannel());
    else drawChannels();
  },
};

function sit(user) {
  stream?.close();
  state.me = user;
  state.unread.clear();
  remember();
  stream = new EventSource("/table/events?user=" + encodeURIComponent(user));
  stream.onmessage = (e) => {
    const event = JSON.parse(e.data);
    events[event.kind](event);
  };
  stream.onerror = () => notice("The table is gone; looking for it again…");
}

function go(channel) {
  state.channel = channel;
  state.unread.delete(channel);
  remember();
  drawChannels();
  following = true;
  drawMessages();
  toEnd();
  line.reset();
  tell(`${title(state.channels.get(channel))}, ${state.messages.get(channel).size} messages`);
}

// remember keeps user and channel in the address, so that each tab may be another user and survives a reload.
function remember() {
  history.replaceState(null, "", "#" + new URLSearchParams({ user: state.me, channel: state.channel }));
}

const bot = () => [...state.users.values()].find((u) => u.bot);
const title = (c) => (c.type === 1 ? "@ " + bot().username : (c.type === 3 ? "@ " : sign(c)) + c.name);
const menu = menus({ state, post, notice, go, title });

function drawChannels() {
  const list = [...state.channels.values()].sort(compare(state, older));
  const focused = document.activeElement?.dataset.channel;
  $("channels").replaceChildren(...list.flatMap((c, i) => {
    const head = state.guilds.size > 1 && c.guild_id && c.guild_id !== list[i - 1]?.guild_id ? [heading(state.guilds.get(c.guild_id))] : [];
    const b = make("button", { type: "button", onclick: () => go(c.id) }, title(c), standing(c) ? make("small", {}, ` (${standing(c)})`) : null,
      ...tagNames(c, state.channels.get(c.parent_id)).map((t) => make("span", { className: "tag" }, t)));
    b.dataset.channel = c.id;
    if (c.id === state.channel) b.setAttribute("aria-current", "true");
    if (state.unread.has(c.id)) b.classList.add("unread");
    const pings = state.unread.get(c.id);
    if (pings) b.append(make("span", { className: "count" }, String(pings), make("span", { className: "unseen" }, " for you")));
    return [...head, make("li", { className: [c.parent_id && "thread", c.thread_metadata?.archived && "rests"].filter(Boolean).join(" ") }, b)];
  }));
  if (focused) $("channels").querySelector(`[data-channel="${focused}"]`)?.focus();
  for (const css of ["[aria-current]", ".count"]) { // show the open channel, then one with pings
    $("channels").querySelector(css)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  const here = state.channels.get(state.channel), stands = standing(here);
  $("title").textContent = title(here);
  $("standing").hidden = !stands;
  $("standing").textContent = `This thread is ${stands}.` + (here.thread_metadata?.archived && !here.thread_metadata.locked ? " A message wakes it." : "");
  document.title = `${title(state.channels.get(state.channel))} – ${names.user(state.me)}`;
}

function drawMessages() {
  const here = state.channels.get(state.channel);
  $("send").hidden = isForum(here);
  if (isForum(here)) {
    $("messages").replaceChildren(...posts(state, here, go));
    $("earlier").hidden = true;
    return;
  }
  const list = [...state.messages.get(state.channel).values()].sort((a, b) => older(a.id, b.id));
  $("messages").replaceChildren(...list.map((m) => draw(m, at)));
  fitAll();
  $("earlier").hidden = state.whole.has(state.channel);
  number();
}

const element = (id) => $("messages").querySelector(`[data-id="${CSS.escape(id)}"]`);

// While following is true the page stays at the newest message: when one comes, or a picture or the window changes its
// size. A reader ends that by scrolling up, which height, the last position, shows; the end may move away by itself.
let following = true, height = 0;
const toEnd = () => {
  if (!following) return;
  $("scroll").scrollTop = $("scroll").scrollHeight;
  below(0, 0);
};

// below counts the messages that came while the reader was further up, and those for him; more = 0 resets both.
let newer = 0, forMe = 0;
function below(more, mine) {
  [newer, forMe] = more ? [newer + more, forMe + mine] : [0, 0];
  $("newer").hidden = !newer;
  $("newer").textContent = `↓ ${newer} new${forMe ? ` · ${forMe} for you` : ""}`;
  $("newer").classList.toggle("ping", forMe > 0);
}
$("newer").onclick = () => {
  following = true;
  toEnd();
};
$("scroll").onscroll = () => {
  const s = $("scroll"), up = s.scrollTop < height;
  if (s.scrollHeight - s.scrollTop - s.clientHeight < 80) {
    following = true;
    below(0, 0);
  } else if (up) following = false;
  height = s.scrollTop;
};
const watcher = new ResizeObserver(toEnd);
for (const id of ["scroll", "messages"]) watcher.observe($(id));
const fitAll = () => { for (const e of $("messages").children) fit(e, $("scroll").clientHeight); };

// show scrolls to an answer to a tap so that all of it is seen; of a long one the end, with picture and buttons, or
// without buttons the beginning. A short one without buttons ("Done.") that newer messages follow leaves the page at
// the end. pressed is the message whose changes are such answers, until its reader looks elsewhere.
let pressed = "";
for (const kind of ["pointerdown", "wheel"]) $("scroll").addEventListener(kind, () => { pressed = ""; }, { passive: true });
function show(id) {
  const e = element(id), r = e.getBoundingClientRect(), room = $("scroll").getBoundingClientRect();
  const long = r.height > room.height, read = long && !e.querySelector(".row");
  if (following && e.nextElementSibling && !long && !e.querySelector(".row")) return toEnd();
  following = !e.nextElementSibling && !read;
  if (following) return toEnd();
  if (!read && (r.bottom > room.bottom || long)) $("scroll").scrollTop += r.bottom - room.bottom;
  else if (read || r.top < room.top) $("scroll").scrollTop += r.top - room.top;
}

// place inserts a new message in order, or replaces a changed one.
function place(m) {
  const old = element(m.id), drawn = draw(m, at);
  if (old) exchange(old, drawn);
  else {
    const next = [...$("messages").children].find((e) => older(e.dataset.id, m.id) > 0);
    $("messages").insertBefore(drawn, next ?? null);
    number();
  }
  fit(drawn, $("scroll").clientHeight);
}

// exchange replaces a message by its changed form. If the focus was in it, it stays there: on the same button or menu,
// or if that is gone on the message.
function exchange(old, drawn) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const id = focused?.closest("[data-custom-id]")?.dataset.customId;
  for (const name of ["tabIndex", "ariaPosInSet", "ariaSetSize"]) drawn[name] = old[name];
  old.replaceWith(drawn);
  if (!focused) return;
  const same = id && drawn.querySelector(`[data-custom-id="${CSS.escape(id)}"]:not(:disabled)`);
  const control = same?.querySelector("summary") ?? same;
  if (control) control.focus({ preventScroll: true });
  else reach(drawn);
}

// number gives each message its position, for screen readers. Unless the focus is in one, Tab reaches the newest.
function number() {
  const list = [...$("messages").children];
  list.forEach((e, i) => {
    e.ariaPosInSet = i + 1;
    e.ariaSetSize = state.whole.has(state.channel) ? list.length : -1;
  });
  if (!$("messages").contains(document.activeElement)) list.forEach((e, i) => { e.tabIndex = i === list.length - 1 ? 0 : -1; });
}

// reach puts the focus on a message. Tab then comes back to that one.
function reach(article) {
  for (const e of $("messages").children) e.tabIndex = e === article ? 0 : -1;
  article.focus();
}

// Keys move through the messages: Page Up and Page Down from anywhere in one, arrows, Home and End from one itself.
$("messages").onkeydown = (event) => {
  const here = event.target.closest(".message"), self = here === event.target;
  if (event.ctrlKey && event.key === "End") line.focus();
  else if (event.ctrlKey && event.key === "Home") $("channels").querySelector("[aria-current]").focus();
  else {
    const to = {
      PageUp: here.previousElementSibling, PageDown: here.nextElementSibling,
      ...(self && { ArrowUp: here.previousElementSibling, ArrowDown: here.nextElementSibling, Home: here.parentNode.firstChild, End: here.parentNode.lastChild }),
    };
    if (!Object.hasOwn(to, event.key)) return;
    if (to[event.key]) reach(to[event.key]);
  }
  event.preventDefault();
};

async function recall(channel) {
  const answer = await fetch("/table/messages?" + new URLSearchParams({ user: state.me, channel, limit: String(HISTORY) }));
  if (!answer.ok) return;
  const found = await answer.json(), list = state.messages.get(channel);
  for (const m of found) if (!list.has(m.id)) list.set(m.id, m);
  if (found.length === HISTORY) state.whole.delete(channel);
  if (state.channel === channel) drawMessages();
}

async function earlier() {
  const list = state.messages.get(state.channel);
  const first = [...list.keys()].sort(older)[0];
  const query = new URLSearchParams({ user: state.me, channel: state.channel, before: first, limit: String(HISTORY) });
  const answer = await fetch("/table/messages?" + query);
  if (!answer.ok) return notice("The table does not answer.");
  const found = await answer.json();
  for (const m of found) list.set(m.id, m);
  if (found.length < HISTORY) state.whole.add(state.channel);
  following = false;
  drawMessages();
  element(first)?.scrollIntoView();
}

function openForm(interaction, form) {
  $("form-title").textContent = form.title;
  $("form-notice").textContent = "";
  $("fields").replaceChildren(...form.components.map((c) => formPart(c, at)));
  const from = document.activeElement, asking = from.closest(".message")?.dataset.id;
  $("form").querySelector("form").onsubmit = async (event) => {
    event.preventDefault();
    const answer = await post("fill", { interaction, ...formInput($("fields")) });
    if (outcome(answer)) $("form").close();
    else $("form-notice").textContent = "Something went wrong. Try again.";
  };
  $("form").onclose = () => { // the focus goes to the message, since a text field would open a phone's keyboard
    const back = $("messages").contains(from) ? from : element(asking ?? "") ?? $("messages").lastElementChild;
    if (back?.matches(".message")) reach(back);
    else back?.focus({ preventScroll: true });
  };
  $("form").showModal();
}

async function set() {
  document.documentElement.dataset.locale = $("locale").value;
  await post("settings", { locale: $("locale").value, dms_closed: $("dms-closed").checked });
}

const line = typing(
  async (text) => (await post("suggest", { channel: state.channel, text }))?.items ?? [],
  async (text) => outcome(await post("say", { channel: state.channel, text })),
  tell,
);

$("user").onchange = () => sit($("user").value);
$("locale").onchange = set;
$("dms-closed").onchange = set;
$("earlier").onclick = earlier;
// A link to a channel, or to a message at Discord's address, opens that channel here.
$("scroll").addEventListener("click", (event) => {
  const id = event.target.closest("a")?.href.match(/(?:^https:\/\/discord\.com\/channels\/[^/]+\/|#channel=)(\d+)/)?.[1];
  if (!id || !state.channels.has(id)) return;
  event.preventDefault();
  go(id);
});
// A chosen file is uploaded, and its name is added to the input, as the value of a command's option.
$("clip").onclick = () => $("file").click();
$("file").onchange = async () => {
  const file = $("file").files[0];
  $("file").value = "";
  if (!file) return;
  if (file.size > 700 << 10) return notice("The local table takes files of at most 700 KiB.");
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(file);
  });
  const taken = await post("upload", { name: file.name, data: url.slice(url.indexOf(",") + 1) });
  if (!taken) return;
  $("input").value += taken.name;
  $("input").focus();
};
$("cancel").onclick = () => $("form").close();
$("notice").lastElementChild.onclick = () => notice("");
$("new-channel").onsubmit = async (event) => {
  event.preventDefault();
  const made = await post("places/channel", { name: $("channel-name").value.trim() });
  if (!made) return;
  $("channel-name").value = "";
  expand(false);
  events.channel({ channel: made }); // the stream may be later
  go(made.id);
};

// expand opens or closes what a phone's head has no room for.
function expand(open) {
  $("more").ariaExpanded = String(open);
}
$("place").onclick = () => menu.open(state.channels.get(state.channel));
$("more").onclick = () => expand($("more").ariaExpanded === "false");
document.addEventListener("pointerdown", (event) => { if (!event.target.closest("header")) expand(false); });

const asked = new URLSearchParams(location.hash.slice(1));
const users = await (await fetch("/table/users")).json();
$("user").replaceChildren(...users.map((u) => make("option", { value: u.id }, u.username)));
const locales = await (await fetch("/table/locales")).json();
const ownName = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag);
$("locale").replaceChildren(...locales.map((tag) => make("option", { value: tag, lang: tag }, ownName(tag))));
$("locale").value = "en-US";
state.channel = asked.get("channel") ?? "";
$("user").value = users.some((u) => u.id === asked.get("user")) ? asked.get("user") : users[0].id;
sit($("user").value);
