// Typing is the input and the list above it. The table reads the line and says what could follow: the page shows it, and
// lets keys and taps choose.

import { make } from "./words.js";

const input = document.getElementById("input");
const list = document.getElementById("suggestions");

// typing makes the input work: suggest(text) asks the table, send(text) sends a line and tells whether it was taken, and
// tell(text) has screen readers say something.
export function typing(suggest, send, tell) {
  let items = [], active = -1, asked = 0, said = [], back = 0;

  async function ask() {
    const text = input.value, n = ++asked;
    if (!text.startsWith("/")) return show([]);
    list.ariaBusy = "true";
    const found = await suggest(text);
    if (n === asked) show(found); // an older answer is of an older text
  }

  function show(found) {
    const marked = items[active]?.text; // stays marked when a list comes late
    items = found;
    active = items.findIndex((item) => item.text === marked);
    list.replaceChildren(...items.map((item, i) => {
      const e = make("div", { id: "suggestion-" + i, role: "option", onclick: () => accept(item) },
        make("span", {}, item.label), item.detail ? make("small", {}, item.detail) : null);
      e.dataset.value = String(item.value ?? item.label);
      e.onpointerdown = (event) => event.preventDefault(); // the input keeps the focus
      return e;
    }));
    if (items.length && list.hidden) tell(`${items.length} suggestions`);
    list.hidden = items.length === 0;
    list.ariaBusy = "false";
    mark();
  }

  function mark() {
    [...list.children].forEach((e, i) => { e.ariaSelected = String(i === active); });
    input.ariaExpanded = String(!list.hidden);
    if (active < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", "suggestion-" + active);
    list.children[active].scrollIntoView({ block: "nearest" });
  }

  function accept(item) {
    put(item.text);
    input.focus();
    ask();
  }

  function put(text) {
    input.value = text;
    input.setSelectionRange(text.length, text.length);
  }

  async function submit() {
    const text = input.value.trim();
    if (!text) return;
    asked++; // answers that are still to come are ignored
    show([]);
    put("");
    said.push(text);
    back = said.length;
    if (!(await send(text)) && !input.value) put(text);
  }

  // Up and down move in the list or, while there is none, through the lines that were sent.
  function step(by) {
    if (items.length) {
      active = (active + by + items.length + (active < 0 && by < 0 ? 1 : 0)) % items.length;
      return mark();
    }
    back = Math.min(Math.max(back + by, 0), said.length);
    put(said[back] ?? "");
  }

  const keys = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => show([]),
    Tab: () => accept(items[Math.max(active, 0)]),
    Enter: () => (active >= 0 ? accept(items[active]) : submit()),
  };
  input.onkeydown = (event) => {
    if (event.isComposing || event.key === "Tab" && (!items.length || event.shiftKey) || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  };
  input.oninput = ask;
  input.onblur = () => show([]);
  input.onfocus = ask;
  document.getElementById("send").onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  return {
    reset() { put(""); show([]); },
    // focus leaves first: when a dialog closes, Chromium gives the focus back without a caret, and keys go nowhere.
    focus() { input.blur(); input.focus(); },
  };
}
