// Layout draws the components of a message, in the older layout or the newer one, and those of a form. It leaves out
// kinds of components that it does not know.

import { busy, label, menu, picture as beside } from "./menu.js";
import { make, words } from "./words.js";

const ROW = 1, BUTTON = 2, MENU = 3, INPUT = 4, USERS = 5, ROLES = 6, MENTIONABLES = 7, CHANNELS = 8;
const SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13, SEPARATOR = 14, CONTAINER = 17;
const LABEL = 18, RADIO = 21, BOXES = 22, BOX = 23;
const LINK = 5; // the style of a button that leads elsewhere
const LONG = 2; // the style of a field of many lines
const WIDEST = 720, HIGHEST = 480; // of a picture among the messages, in pixels; higher in a high window
const SMALL = 96; // of a thumbnail

// components makes the elements of a message's components. at has what a message can do to the table.
export const components = (m, at) => m.components.map((c) => component(m, c, at)).filter(Boolean);

function component(m, c, at) {
  const inner = () => c.components.map((i) => component(m, i, at)).filter(Boolean);
  switch (c.type) {
    case ROW: return make("div", { className: "row" }, ...c.components.map((i) => control(m, i, at)).filter(Boolean));
    case TEXT: return make("div", { className: "content" }, words(c.content, at.names));
    case SECTION: return make("div", { className: "section" }, make("div", { className: "texts" }, ...inner()), accessory(m, c.accessory, at));
    case GALLERY: return make("div", { className: "gallery" }, ...c.items.map((i) => hidden(i, shown(m, i.media, i.description, at))));
    case FILE: return hidden(c, shown(m, c.file, "", at));
    case SEPARATOR: return make(c.divider ?? true ? "hr" : "div", { className: "separator" + (c.spacing === 2 ? " large" : "") });
    case CONTAINER: return hidden(c, frame(c, inner()));
    default: return null;
  }
}

function accessory(m, c, at) {
  if (c.type === BUTTON) return make("div", { className: "row" }, control(m, c, at));
  if (c.type === THUMBNAIL) return hidden(c, shown(m, c.media, c.description, at, SMALL));
  return null;
}

// frame is a box with a bar in the colour that it was given.
function frame(c, inner) {
  const box = make("div", { className: "container" }, ...inner);
  if (Number.isInteger(c.accent_color)) box.style.borderLeftColor = "#" + c.accent_color.toString(16).padStart(6, "0");
  return box;
}

// hidden covers a spoiler until it is tapped. It returns other elements as they are.
function hidden(c, e) {
  if (!c.spoiler) return e;
  const cover = make("div", { className: "covered", role: "button", tabIndex: 0, ariaLabel: "Spoiler: show it" }, e);
  e.inert = true;
  cover.onclick = cover.onkeydown = (event) => {
    if (event.key === "Tab") return;
    cover.replaceWith(e);
    e.inert = false;
  };
  return cover;
}

// shown draws a picture or a file of the message, found by its name. Of other addresses it makes links.
function shown(m, media, description, at, size) {
  const name = media.url.startsWith("attachment://") ? media.url.slice("attachment://".length) : null;
  const a = m.attachments.find((a) => a.filename === name);
  if (!a) return make("p", {}, make("a", { href: media.url, target: "_blank", rel: "noreferrer" }, description || media.url));
  return attachment({ ...a, description: description || a.description }, at, size);
}

// attachment is a picture, or a file to be downloaded.
export function attachment(a, at, size) {
  if (a.width) return picture(a, at, size);
  return make("p", {}, make("a", { href: a.url, download: a.filename }, a.filename), ` (${Math.ceil(a.size / 1024)} KiB)`);
}

function picture(a, at, size) {
  const alt = a.description || a.filename;
  const img = make("img", { src: a.url, alt });
  const tapped = (event) => { // where the picture was tapped, as parts of its size; by a key, its middle
    const r = img.getBoundingClientRect();
    return event.detail ? [(event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height] : [0.5, 0.5];
  };
  // the space is reserved before the picture has loaded
  const scale = Math.min(1, (size ?? WIDEST) / a.width, (size ?? Math.max(HIGHEST, 0.7 * innerHeight)) / a.height);
  Object.assign(img, { width: Math.round(a.width * scale), height: Math.round(a.height * scale) });
  return make("button", { type: "button", className: "picture", title: "Show in full size", ariaLabel: "Show in full size: " + alt, onclick: (event) => at.enlarge(a, tapped(event)) }, img);
}

// control is a button or a menu of a message.
function control(m, c, at) {
  if (c.type === BUTTON) return button(m, c, at);
  return c.type >= MENU && c.type <= CHANNELS && c.type !== INPUT ? menu(listed(c, at), (values) => at.use(m, c.custom_id, values)) : null;
}

function button(m, c, at) {
  if (c.style === LINK) return make("a", { className: "button", href: c.url, target: "_blank", rel: "noreferrer" }, label(c) + " ↗");
  const b = make("button", { type: "button", className: "style-" + c.style, disabled: Boolean(c.disabled) }, beside(c), label(c));
  b.dataset.customId = c.custom_id;
  b.onclick = () => busy(b, () => at.use(m, c.custom_id, []));
  return b;
}

// listed returns a menu with its options: for a menu of users, roles or channels, all that there are.
function listed(c, at) {
  if (c.type === MENU) return c;
  const chosen = new Set((c.default_values ?? []).map((d) => d.id));
  const option = (o, name) => ({ label: name, value: o.id, default: chosen.has(o.id) });
  const users = [USERS, MENTIONABLES].includes(c.type) ? at.people().map((u) => option(u, u.username)) : [];
  const fits = (o) => o.guild_id && (!c.channel_types?.length || c.channel_types.includes(o.type));
  const places = c.type === CHANNELS ? at.places().filter(fits).map((o) => option(o, "#" + o.name)) : [];
  const roles = c.type === ROLES ? at.roles().map((r) => option(r, r.name)) : [];
  return { ...c, options: [...users, ...roles, ...places] };
}

// formPart makes a part of a form: words, or a field with its label.
export function formPart(c, at) {
  if (c.type === TEXT) return make("div", { className: "content" }, words(c.content, at.names));
  if (c.type === ROW) return make("label", {}, c.components[0].label, written(c.components[0]));
  if (c.type !== LABEL) return "";
  const hint = c.description ? make("small", {}, c.description) : null;
  const f = c.component, several = [RADIO, BOXES].includes(f.type) || (f.max_values ?? 1) > 1;
  if (f.type === INPUT) return make("label", {}, c.label, hint, written(f));
  if (f.type === BOX) return make("label", { className: "box" }, box("checkbox", f, "yes", f.default), make("span", {}, c.label, hint));
  const full = [RADIO, BOXES].includes(f.type) ? f : listed(f, at);
  if (!several) return make("label", {}, c.label, hint, single(full));
  const kind = f.type === RADIO ? "radio" : "checkbox";
  return make("fieldset", {}, make("legend", {}, c.label), hint, ...full.options.map((o) => make("label", { className: "box" },
    box(kind, f, o.value, o.default), make("span", {}, label(o), o.description ? make("small", {}, o.description) : null))));
}

function written(f) {
  const input = make(f.style === LONG ? "textarea" : "input", {
    name: f.custom_id, value: f.value ?? "", placeholder: f.placeholder ?? "", required: f.required ?? true,
  });
  if (f.style === LONG) input.rows = 10;
  if (f.min_length) input.minLength = f.min_length;
  if (f.max_length) input.maxLength = f.max_length;
  return input;
}

function box(type, f, value, checked) {
  const e = make("input", { type, name: f.custom_id, value, checked: Boolean(checked) });
  e.dataset.picked = "";
  return e;
}

function single(f) {
  const empty = make("option", { value: "" }, f.placeholder || "Choose");
  const select = make("select", { name: f.custom_id, required: f.required ?? true }, empty, ...f.options.map((o) =>
    make("option", { value: o.value, selected: Boolean(o.default) }, o.description ? `${label(o)} — ${o.description}` : label(o))));
  select.dataset.picked = "";
  return select;
}

// formInput returns what is in the fields of a form: what was written, and what was chosen.
export function formInput(form) {
  const fields = {}, picked = {};
  for (const e of form.querySelectorAll("[name]")) {
    if (!("picked" in e.dataset)) fields[e.name] = e.value;
    else if (e.matches("select") ? e.value : e.checked) (picked[e.name] ??= []).push(e.value);
  }
  return { fields, picked };
}
