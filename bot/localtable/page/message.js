// Message draws one message: who used what, the words, pictures, buttons and menus.

import { attachment, components } from "./layout.js";
import { branch, marks, system } from "./places.js";
import { format, make, words } from "./words.js";

const EPHEMERAL = 64, LOADING = 128;
const NEWER = 1 << 15; // the newer layout: files are seen where components show them
const GAP = 5; // above and below a picture
const LOWEST = 240; // fit makes no picture lower than this
const TOKEN_LIFE = 15 * 60 * 1000; // a deferred answer cannot come later than this

// draw makes the element of a message. at has what a message can do to the table: {names, me, use(message, id, values),
// dismiss(message), enlarge(attachment)}, and who and what is there: {people(), places()}.
export function draw(m, at) {
  const article = make("article", { className: "message" }, origin(m, at), who(m), body(m, at));
  article.dataset.id = m.id;
  article.tabIndex = -1;
  article.setAttribute("aria-labelledby", "who-" + m.id);
  article.setAttribute("aria-describedby", (m.flags & NEWER ? "parts-" : "content-") + m.id);
  article.classList.toggle("ping", m.pinged?.includes(at.me) ?? false);
  if (!(m.flags & EPHEMERAL)) {
    article.append(make("button", { type: "button", className: "deeds", tabIndex: -1, ariaLabel: "What can be done to this message", onclick: () => at.menu(m) }, "⋯"));
    article.oncontextmenu = (event) => { // links, pictures and selected text keep the browser's menu
      if (event.target.closest("a, img") || !getSelection().isCollapsed) return;
      event.preventDefault();
      at.menu(m);
    };
  }
  if (m.attachments.length && !(m.flags & NEWER)) article.append(make("div", { className: "attachments" }, ...m.attachments.map((a) => attachment(a, at))));
  article.append(make("div", { id: "parts-" + m.id }, ...components(m, at)));
  if (m.flags & EPHEMERAL) {
    article.classList.add("ephemeral");
    const dismiss = make("button", { type: "button", className: "dismiss", onclick: () => at.dismiss(m) }, "Dismiss message");
    article.append(make("div", { className: "private" }, "Only you can see this • ", dismiss));
  }
  return article;
}

// origin tells all readers which command is answered and, on a tap, with which options, as Discord does.
function origin(m, at) {
  const source = m.interaction_metadata;
  if (!source) return null;
  const name = at.names.user(source.user.id) ?? source.user.username;
  if (m.usage) {
    return make("details", { className: "origin" }, make("summary", {}, make("b", {}, name), ` used /${source.name}`), make("code", {}, m.usage));
  }
  if (!m.message_reference) return null;
  return make("p", { className: "origin" }, make("b", {}, name), " used a button or menu above");
}

function who(m) {
  const time = new Date(m.timestamp);
  return make("div", { className: "who", id: "who-" + m.id }, make("b", {}, m.author.username), " ",
    m.author.bot ? make("span", { className: "app" }, "APP") : null, " ",
    make("time", { dateTime: m.timestamp, title: format(time, "F") }, format(time, "t")), ...marks(m));
}

function body(m, at) {
  if (m.flags & LOADING) {
    const late = Date.now() - new Date(m.timestamp) > TOKEN_LIFE;
    return make("div", { className: "content", id: "content-" + m.id }, make("em", {}, late ? "The application did not respond" : `${m.author.username} is thinking…`));
  }
  const content = make("div", { className: "content", id: "content-" + m.id }, system(m, at) ?? words(m.content, at.names), branch(m, at));
  if (m.edited_timestamp) content.append(" ", make("span", { className: "edited", title: format(new Date(m.edited_timestamp), "F") }, "(edited)"));
  return content;
}

// fit makes the only picture of a message so low that it and the buttons below it are seen together in a window of this
// height, and the words above it too, unless the picture would then be lower than LOWEST.
export function fit(article, height) {
  const images = article.querySelectorAll(".picture img"), [img] = images;
  const row = [...article.querySelectorAll(".row")].find((r) => img?.compareDocumentPosition(r) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (images.length !== 1 || !row) return;
  const beside = article.getBoundingClientRect().bottom - row.getBoundingClientRect().top + 2 * GAP;
  const above = img.getBoundingClientRect().top - article.getBoundingClientRect().top, all = height - beside;
  const room = Math.max(LOWEST, all - above >= LOWEST ? all - above : all), shown = img.getBoundingClientRect().height;
  if (shown > room) Object.assign(img, { width: Math.round(img.width * room / shown), height: Math.round(room) });
}

// spoken returns what screen readers say of a message: its author, its words, its pictures, what can be pressed.
export function spoken(article) {
  const texts = (css) => [...article.querySelectorAll(css)].map((e) => e.alt || e.textContent);
  return [...texts(".who b"), ...texts(".content"), ...texts(".picture img"), ...texts(".row button")].join(". ");
}
