// Places is what users do to servers, channels, threads, posts and pins, and to the bot's permissions there: the menu
// of the open place, the menu of a message, and what Discord itself says in a channel. The server refuses what Discord
// refuses.

import { make } from "./words.js";

const NEWS = 5, PRIVATE = 12, FORUM = 15;
const ADDED = 1, REMOVED = 2, RENAMED = 4, PINNED = 6, OPENED = 18, STARTER = 21; // types of messages by Discord itself
const FOREIGN = "1150000000000000003"; // the server of which the bot is not a member
const SILENT = 4096, HAS_THREAD = 32;

export const isForum = (c) => c?.type === FORUM;
const isThread = (c) => Boolean(c.thread_metadata);

// sign returns what stands before a channel's name.
export const sign = (c) => (isThread(c) ? "↳ " : { [NEWS]: "! ", [FORUM]: "▤ " }[c.type] ?? "# ");

// standing says whether a thread is private, archived or locked; "" if it is none of these, and for other channels.
export function standing(c) {
  const t = c.thread_metadata ?? {};
  return [c.type === PRIVATE && "private", t.archived && "archived", t.locked && "locked"].filter(Boolean).join(", ");
}

// tagNames are the names of a post's tags.
export const tagNames = (c, forum) => (c.applied_tags ?? []).map((id) => forum?.available_tags?.find((t) => t.id === id)?.name).filter(Boolean);

// marks returns what stands beside a message's author: that it is pinned, or came silently.
export const marks = (m) => [m.pinned_at && "pinned", m.flags & SILENT && "silent"].filter(Boolean).map((words) => make("small", { className: "mark" }, words));

// system returns what Discord itself says by a message, null for messages of users. at is that of draw in message.js.
export function system(m, at) {
  const name = m.author.username, to = m.message_reference?.channel_id;
  const link = (id, words) => make("button", { type: "button", className: "link", onclick: () => at.go(id) }, words);
  const said = (words) => make("span", { className: "system" }, words);
  switch (m.type) {
    case ADDED:
      return said(`${name} added ${m.mentions[0]?.username} to the thread.`);
    case REMOVED:
      return said(`${name} removed ${m.mentions[0]?.username} from the thread.`);
    case RENAMED:
      return said(`${name} gave the thread the name ${m.content}.`);
    case PINNED:
      return make("span", { className: "system" }, `${name} pinned a message to this channel. `,
        make("button", { type: "button", className: "link", onclick: () => at.pins(m.channel_id) }, "See all pins"));
    case OPENED:
      return make("span", { className: "system" }, `${name} opened a thread: `, link(to, m.content));
    case STARTER:
      return make("span", { className: "system" }, "The thread began with a message in ", link(to, "#" + (at.names.channel(to) ?? "a channel")), ".");
  }
  return null;
}

// branch makes the link from a message to the thread that began with it, null if there is none.
export function branch(m, at) {
  if (!(m.flags & HAS_THREAD)) return null;
  return make("button", { type: "button", className: "link", onclick: () => at.go(m.id) }, "↳ " + (at.names.channel(m.id) ?? "Thread"));
}

// compare returns the order of the channels: those of a server together, threads below their channel, DMs last.
export function compare(state, older) {
  const servers = [...state.guilds.keys()];
  const rank = (c) => (c.guild_id ? servers.indexOf(c.guild_id) : c.type === 1 ? 1e6 + 1 : 1e6);
  return (a, b) => {
    const [home, other] = [a, b].map((c) => state.channels.get(c.parent_id) ?? c);
    if (home !== other) return rank(home) - rank(other) || older(home.id, other.id);
    return Boolean(a.parent_id) - Boolean(b.parent_id) || older(a.id, b.id);
  };
}

// heading begins a server's channels, where there are several servers.
export const heading = (g) => make("li", { className: "guild" }, g.name + (g.absent && g.id !== FOREIGN ? " (without the bot)" : ""));

// posts draws what a forum shows instead of messages: its posts, the one with the newest message first.
export function posts(state, forum, go) {
  const newest = (c) => [...(state.messages.get(c.id)?.values() ?? [])].reduce((last, m) => (m.timestamp > last ? m.timestamp : last), c.thread_metadata.create_timestamp);
  const list = [...state.channels.values()].filter((c) => c.parent_id === forum.id).sort((a, b) => (newest(a) < newest(b) ? 1 : -1));
  if (!list.length) return [make("p", { className: "empty" }, "No posts yet: ⋯ above opens one.")];
  return list.map((c) => make("button", { type: "button", className: "post", onclick: () => go(c.id) },
    make("b", {}, c.name), ...tagNames(c, forum).map((t) => make("span", { className: "tag" }, t)),
    standing(c) ? make("small", {}, standing(c)) : null));
}

// menus makes the menus of places and messages. at has what they can do to the page: {state, post, notice, go, title}.
export function menus(at) {
  const head = make("h2", { id: "places-title" });
  const content = make("div"), problem = make("p", { role: "alert" });
  const close = make("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = make("dialog", { id: "places" }, head, content, problem, close);
  dialog.setAttribute("aria-labelledby", "places-title");
  document.body.append(dialog);

  function show(title, ...parts) {
    head.textContent = title;
    problem.textContent = "";
    content.replaceChildren(...parts.filter(Boolean));
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  }

  // deed returns a function that sends an action and, if the table carries it out, closes the menu and calls then.
  const deed = (path, body, then) => async () => {
    const answer = await at.post("places/" + path, body());
    problem.textContent = answer ? "" : document.querySelector("#notice span").textContent; // the notice is behind the menu
    at.notice("");
    if (!answer) return;
    dialog.close();
    then?.(answer);
  };
  const button = (words, path, body, then) => make("button", { type: "button", onclick: deed(path, () => body, then) }, words);

  // form makes a form whose input is sent with an action.
  function form(legend, words, fields, path, body, then) {
    const f = make("form", {}, make("fieldset", {}, make("legend", {}, legend), ...fields, make("button", {}, words)));
    f.onsubmit = (event) => {
      event.preventDefault();
      deed(path, () => body(f), then)();
    };
    return f;
  }
  const text = (name, label, more = {}) => make("label", {}, label, make(more.rows ? "textarea" : "input", { name, required: true, autocomplete: "off", maxLength: 100, ...more }));
  const box = (name, value, label, checked, disabled = false) => make("label", { className: "box" }, make("input", { type: "checkbox", name, value, checked, disabled }), label);
  const ticked = (f, name) => [...f.querySelectorAll(`[name=${name}]:checked`)].map((e) => e.value);

  function threadParts(c) {
    const t = c.thread_metadata, forum = at.state.channels.get(c.parent_id), own = c.members?.some((m) => m.user_id === at.state.me);
    const applied = tagNames(c, forum);
    return [
      make("p", {}, standing(c) ? `This thread is ${standing(c)}.` : "This thread is active."),
      make("div", { className: "buttons" },
        button(t.archived ? "Wake" : "Archive", "change", { channel: c.id, archived: !t.archived }),
        button(t.locked ? "Unlock" : "Lock", "change", { channel: c.id, locked: !t.locked }),
        button(own ? "Leave" : "Join", own ? "leave" : "join", { channel: c.id })),
      forum?.available_tags?.length ? form("Tags", "Set the tags", forum.available_tags.map((tag) => box("tag", tag.name, tag.name, applied.includes(tag.name))),
        "change", (f) => ({ channel: c.id, tags: ticked(f, "tag") })) : null,
    ];
  }

  const newThread = (c) => form("New thread", "Open the thread", [text("name", "Name"), c.type === NEWS ? "" : box("private", "yes", "Private: for its members alone", false)],
    "thread", (f) => ({ channel: c.id, name: f.elements.name.value, private: ticked(f, "private").length > 0 }), (made) => at.go(made.id));
  const newPost = (c) => form("New post", "Post", [text("name", "Title"), text("text", "Message", { rows: 3, maxLength: 2000 }),
    ...(c.available_tags ?? []).map((tag) => box("tag", tag.name, tag.name, false))],
  "post", (f) => ({ channel: c.id, name: f.elements.name.value, text: f.elements.text.value, tags: ticked(f, "tag") }), (made) => at.go(made.id));

  // permissions lists what the bot may do at a place; a box that is no longer ticked takes something away.
  function permissions(legend, place) {
    const list = make("div");
    const details = make("details", { className: "permissions" }, make("summary", {}, legend), list);
    details.ontoggle = async () => {
      if (!details.open) return;
      const known = await at.post("places/permissions", place);
      list.replaceChildren(...(known ?? []).map((p) => box("may", p.key, p.name + (p.above ? " (withheld by the server)" : ""), !p.withheld, p.above)));
    };
    list.onchange = () => at.post("places/withhold", { ...place, withheld: [...list.querySelectorAll("input:not(:checked)")].map((e) => e.value) });
    return details;
  }

  function serverParts(g) {
    const kind = make("select", { name: "kind" }, ...["text", "announcements", "forum"].map((k) => make("option", { value: k }, k)));
    return [
      make("h3", {}, "Server " + g.name),
      make("div", { className: "buttons" }, g.absent ? button("Invite the bot", "invite", { guild: g.id }) : button("Remove the bot", "remove", { guild: g.id })),
      permissions("What the bot may do in the server", { guild: g.id }),
      ...(g.roles ?? []).map((r) => make("div", {}, `Role ${r.name}: ` + (r.members.map((m) => at.state.users.get(m)?.username ?? m).join(", ") || "nobody"))),
      form("New role", "Make the role", [text("name", "Name")], "role", (f) => ({ guild: g.id, name: f.elements.name.value })),
      form("New channel", "Open the channel", [text("name", "Name"), make("label", {}, "Kind", kind), text("tags", "Tags of a forum, with commas between", { required: false })], "channel", (f) => ({
        guild: g.id, name: f.elements.name.value, kind: kind.value,
        tags: kind.value === "forum" ? f.elements.tags.value.split(",").map((s) => s.trim()).filter(Boolean) : [],
      }), (made) => at.go(made.id)),
    ];
  }

  function open(c) {
    const g = at.state.guilds.get(c.guild_id), ours = Boolean(g) && g.id !== FOREIGN;
    show(at.title(c) + (g && at.state.guilds.size > 1 ? ` · ${g.name}` : ""),
      isThread(c) ? make("div", {}, ...threadParts(c).filter(Boolean)) : isForum(c) ? newPost(c) : ours ? newThread(c) : null,
      isForum(c) ? null : make("div", { className: "buttons" }, make("button", { type: "button", onclick: () => pins(c.id) }, "Pins")),
      ours ? permissions(isThread(c) ? "What the bot may do in the channel of the thread" : "What the bot may do in this channel", { channel: c.id }) : null,
      ours ? button(isThread(c) ? "Delete the thread" : "Delete the channel", "delete", { channel: c.id }) : null,
      ours ? make("section", {}, ...serverParts(g)) : null,
      form("New server", "Add the server", [text("name", "Name", { minLength: 2 })], "guild", (f) => ({ name: f.elements.name.value })));
  }

  async function pins(channel) {
    const list = await at.post("places/pins", { channel });
    if (!list) return;
    show("Pins of " + at.title(at.state.channels.get(channel)), ...(list.length ? list : [null]).map((m) => (m
      ? make("div", { className: "pin" }, make("b", {}, m.author.username), make("p", {}, m.content.slice(0, 200) || "(no words)"), button("Unpin", "unpin", { message: m.id }))
      : make("p", {}, "Nothing is pinned here."))));
  }

  // message offers what can be done to a message that everybody sees.
  function message(m) {
    const c = at.state.channels.get(m.channel_id), branches = c?.guild_id && !isThread(c) && !(m.flags & HAS_THREAD) && ![PINNED, OPENED].includes(m.type);
    show("Message of " + m.author.username,
      make("div", { className: "buttons" }, button(m.pinned_at ? "Unpin" : "Pin", m.pinned_at ? "unpin" : "pin", { message: m.id }), button("Delete", "delete-message", { message: m.id })),
      branches ? form("Thread", "Open a thread here", [text("name", "Name")], "branch", (f) => ({ message: m.id, name: f.elements.name.value }), (made) => at.go(made.id)) : null);
  }

  return { open, pins, message };
}
