// Zoom shows a picture by itself, as large as one likes: by buttons, keys, the wheel, a double tap, two fingers.

const dialog = document.getElementById("picture");
const pan = document.getElementById("pan");
const img = pan.querySelector("img");
const told = dialog.querySelector("output");
const LARGEST = 8, STEP = 1.25;

let scale = 1;
let spot = [0.5, 0.5]; // where the picture was tapped last, as parts of its width and height: there its full size begins

// fitting is the scale at which the whole picture is seen; a small one is not made larger.
const fitting = () => Math.min(1, pan.clientWidth / img.naturalWidth, pan.clientHeight / img.naturalHeight);

// to sets the scale and keeps the point of the picture that is at (x, y) of the window where it is.
function to(wanted, x, y) {
  const before = img.getBoundingClientRect(), frame = pan.getBoundingClientRect();
  x ??= frame.left + frame.width / 2;
  y ??= frame.top + frame.height / 2;
  const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
  scale = Math.min(LARGEST, Math.max(Math.min(fitting(), 1) / 2, wanted));
  img.style.width = img.naturalWidth * scale + "px";
  const after = img.getBoundingClientRect();
  pan.scrollBy(after.left + across * after.width - x, after.top + down * after.height - y);
  told.textContent = Math.round(scale * 100) + " %";
}

// full shows the picture in full size. If all of it was seen before, it scrolls to the spot that was tapped.
function full() {
  const fitted = scale <= fitting();
  to(1);
  if (!fitted) return;
  const r = img.getBoundingClientRect(), frame = pan.getBoundingClientRect();
  pan.scrollBy(r.left + spot[0] * r.width - frame.left - frame.width / 2, r.top + spot[1] * r.height - frame.top - frame.height / 2);
}

const deeds = {
  in: () => to(scale * STEP),
  out: () => to(scale / STEP),
  fit: () => to(fitting()),
  full,
  close: () => dialog.close(),
};
const keys = { "+": "in", "=": "in", "-": "out", "0": "fit", "1": "full" };

for (const b of dialog.querySelectorAll("[data-do]")) b.onclick = deeds[b.dataset.do];
dialog.onkeydown = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  deeds[keys[event.key]]();
};
pan.addEventListener("wheel", (event) => {
  event.preventDefault();
  to(scale * STEP ** -Math.sign(event.deltaY), event.clientX, event.clientY);
}, { passive: false });
pan.ondblclick = (event) => (scale > fitting() * 1.01 ? deeds.fit() : to(Math.max(1, 2 * scale), event.clientX, event.clientY));

// One finger or the mouse moves the picture; two also change its size, by their distance.
const down = new Map();
const middle = () => {
  const list = [...down.values()], n = list.length;
  const [x, y] = [list.reduce((sum, p) => sum + p.x, 0) / n, list.reduce((sum, p) => sum + p.y, 0) / n];
  return { x, y, apart: n > 1 ? Math.hypot(list[0].x - list[1].x, list[0].y - list[1].y) : 0 };
};
pan.onpointerdown = (event) => {
  if (event.button) return;
  const r = img.getBoundingClientRect();
  spot = [(event.clientX - r.left) / r.width, (event.clientY - r.top) / r.height];
  down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  pan.setPointerCapture(event.pointerId);
};
pan.onpointermove = (event) => {
  if (!down.has(event.pointerId)) return;
  const before = middle();
  down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = middle();
  pan.scrollBy(before.x - now.x, before.y - now.y);
  if (before.apart && now.apart) to(scale * now.apart / before.apart, now.x, now.y);
};
pan.onpointerup = pan.onpointercancel = (event) => down.delete(event.pointerId);

// enlarge opens a picture of a message, fitted to the window. tapped is where it was tapped.
export function enlarge(a, tapped) {
  spot = tapped;
  Object.assign(img, { src: a.url, alt: a.description || a.filename, onload: deeds.fit });
  img.style.width = "";
  dialog.querySelector("a").href = a.url;
  dialog.showModal();
  pan.focus();
  if (img.complete) deeds.fit();
}
