// Menu makes the select menu of a message. One of a single value reports at once; one of several opens a list of boxes to
// tick and reports once, on closing, with all that is chosen. What has not changed is not reported.

import { emoji, make } from "./words.js";

export const label = (c) => [c.emoji?.id ? "" : c.emoji?.name, c.label].filter(Boolean).join(" ");
export const picture = (c) => (c.emoji?.id ? emoji(c.emoji) : null);

// busy runs the work of a control. Meanwhile the control keeps the focus and ignores further use.
export async function busy(e, work) {
  if (e.ariaBusy === "true") return undefined;
  e.ariaBusy = e.ariaDisabled = "true";
  try {
    return await work();
  } finally {
    e.ariaBusy = e.ariaDisabled = "false";
  }
}

const same = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);

// menu makes the element of a component. report(values) tells the bot, and returns whether it answered.
export function menu(c, report) {
  const least = c.min_values ?? 1, most = c.max_values ?? 1;
  const e = most > 1 ? several(c, least, most, report) : single(c, least, report);
  e.dataset.customId = c.custom_id;
  return e;
}

function single(c, least, report) {
  const select = make("select", { disabled: Boolean(c.disabled), ariaLabel: c.placeholder || "Choose" });
  select.classList.toggle("pictured", c.options.some(picture));
  const given = c.options.find((o) => o.default);
  select.append(make("option", { value: "", disabled: least > 0, hidden: least > 0, selected: !given }, c.placeholder || "Choose"));
  for (const o of c.options) {
    const text = o.description ? `${label(o)} — ${o.description}` : label(o);
    select.append(make("option", { value: o.value, selected: o === given }, picture(o), text));
  }
  let reported = select.value;
  select.onchange = async () => {
    const values = [...select.selectedOptions].map((o) => o.value).filter(Boolean);
    const taken = await busy(select, () => report(values));
    if (taken) reported = select.value;
    else select.value = reported; // so that the same may be chosen again
  };
  return select;
}

function several(c, least, most, report) {
  const boxes = c.options.map((o) => make("input", { type: "checkbox", value: o.value, checked: Boolean(o.default) }));
  const summary = make("summary");
  const list = make("div", { className: "options", role: "group", ariaLabel: c.placeholder || "Choose" }, ...c.options.map((o, i) =>
    make("label", {}, boxes[i], make("span", {}, picture(o), label(o), o.description ? make("small", {}, o.description) : null))));
  const details = make("details", { className: "menu", inert: Boolean(c.disabled) }, summary, list);
  const chosen = () => boxes.filter((b) => b.checked).map((b) => b.value);

  function show() {
    const n = chosen().length;
    const names = c.options.filter((_, i) => boxes[i].checked).map(label).join(", ");
    summary.textContent = n && n < least ? `${names} (choose at least ${least})` : names || c.placeholder || "Choose";
    for (const b of boxes) b.disabled = n >= most && !b.checked;
  }

  let reported = chosen();
  details.ontoggle = async () => {
    if (details.open) return place(list);
    const values = chosen();
    if (values.length < least || same(values, reported)) return;
    if (await busy(summary, () => report(values))) reported = values;
  };
  summary.onclick = (event) => {
    if (summary.ariaBusy === "true") event.preventDefault();
  };
  list.onchange = show;
  details.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    details.open = false;
    summary.focus();
  };
  details.onfocusout = (event) => {
    if (event.relatedTarget && !details.contains(event.relatedTarget)) details.open = false;
  };
  show();
  return details;
}

// place lets a list open upwards where there is no room below it.
function place(list) {
  const room = document.getElementById("scroll").getBoundingClientRect();
  list.classList.remove("up");
  list.classList.toggle("up", list.getBoundingClientRect().bottom > room.bottom);
}

// A tap elsewhere closes what is open.
document.addEventListener("pointerdown", (event) => {
  for (const open of document.querySelectorAll("details.menu[open]")) if (!open.contains(event.target)) open.open = false;
});
