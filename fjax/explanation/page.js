"use strict";
(() => {
  const root = document.documentElement, all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const places = JSON.parse(document.getElementById("places").textContent);
  const byKey = new Map(), byStep = new Map();
  const put = (map, key, element) => (map.has(key) ? map.get(key).push(element) : map.set(key, [element]));
  const keysOf = (element) => (element.dataset.k ? element.dataset.k.split(" ") : []);
  for (const element of all(".r")) {
    element.tabIndex = -1;
    element.setAttribute("role", "button");
    for (const key of keysOf(element)) put(byKey, key, element);
    if (element.dataset.s !== undefined) put(byStep, element.dataset.s, element);
  }
  root.classList.add("scripted");

  // What belongs to an element: of a step all of the step; of a line or an equation all from its places.
  const isStep = (element) => element.matches(".head, .kernel") || (element.matches(".finding, .life") && element.dataset.s !== undefined);
  function related(element) {
    const found = new Set([element]);
    const whole = isStep(element);
    if (whole) for (const other of byStep.get(element.dataset.s) || []) found.add(other);
    for (const key of keysOf(element))
      for (const other of byKey.get(key) || [])
        if (!whole || other.matches(".ln, .eq:not([data-s])")) found.add(other);
    if (element.matches(".life"))
      for (const head of byStep.get(element.dataset.s) || [])
        if (head.matches(".head"))
          for (const key of keysOf(head)) for (const other of byKey.get(key)) if (other.matches(".ln, .eq:not([data-s])")) found.add(other);
    for (const other of found) if (other !== element && other.matches(".finding, .life")) found.delete(other);
    return found;
  }

  // The very expressions that the places of an element are.
  function expressions(element) {
    if (!window.Highlight) return;
    const ranges = [];
    const keys = element ? keysOf(element) : [];
    if (element && !element.matches(".ln") && keys.length < 60)
      for (const key of keys) {
        const place = places[key];
        if (place.length < 6) continue;
        const [file, line, , from, lastLine, to] = place;
        const start = text(file, line), end = text(file, lastLine);
        if (!start || !end || from > start.length || to > end.length) continue;
        const range = new Range();
        range.setStart(start, from);
        range.setEnd(end, to);
        ranges.push(range);
      }
    CSS.highlights.set("expression", new Highlight(...ranges));
  }
  function text(file, line) {
    const code = document.querySelector(`#line-${file}-${line} code`);
    return code && code.firstChild;
  }

  const lit = { hot: new Set(), on: new Set() };
  let chosen = null;
  function light(name, elements) {
    for (const element of lit[name]) element.classList.remove(name);
    for (const element of elements) element.classList.add(name);
    lit[name] = elements;
  }
  function choose(element) {
    chosen = element === chosen ? null : element;
    const found = chosen ? related(chosen) : new Set();
    light("on", found);
    root.classList.toggle("chosen", Boolean(chosen));
    expressions(chosen);
    const groups = new Map();
    for (const other of found) {
      const column = other.closest(".col");
      if (column) put(groups, column, other);
    }
    for (const column of all(".col")) {
      const here = groups.get(column) || [];
      const button = document.querySelector(`nav [data-view="${column.id}"]`);
      if (button) button.textContent = button.dataset.title + (here.length ? ` (${here.length})` : "");
      if (chosen && !column.contains(chosen)) show(column.querySelector(".scroll"), here.filter(unfolded));
    }
  }
  const unfolded = (element) => !element.closest("[hidden], details:not([open])");
  // Scroll a column to the first of its lit rows, unless one of the first ones is in sight.
  function show(scroll, elements) {
    if (!elements.length) return;
    const first = elements.reduce((a, b) => (a.compareDocumentPosition(b) & 2 ? b : a));
    const box = scroll.getBoundingClientRect();
    const seen = [first, ...elements.slice(0, 20)].some((e) => { const b = e.getBoundingClientRect(); return b.top >= box.top && b.top < box.bottom - 20; });
    if (!seen) scroll.scrollTop += first.getBoundingClientRect().top - box.top - box.height / 5;
  }

  document.addEventListener("mouseover", (event) => {
    const row = event.target.closest(".r");
    light("hot", row ? related(row) : new Set());
    if (row && row.matches(".eq") && row.dataset.k) {
      const [, line, scope] = places[row.dataset.k];
      row.title = `line ${line}${scope ? ` in ${scope}` : ""}`;
    }
    expressions(row || chosen);
  });
  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) return openTab(tab);
    if (event.target.closest("summary, button, a")) return;
    const row = event.target.closest(".r");
    if (row && !event.target.closest("pre") && !String(getSelection())) { choose(row); focus(row); }
  });

  // Keys: up and down in a column, left and right between columns, Enter, Escape.
  const columns = all(".findings, .scroll, .drawer > div");
  const usable = (e) => (e.dataset.k || e.dataset.s !== undefined) && unfolded(e);
  const rows = (column) => all(".r", column).filter(usable);
  function focus(row) {
    const column = columns.find((each) => each.contains(row));
    if (!column) return;
    for (const other of all('.r[tabindex="0"]', column)) other.tabIndex = -1;
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
  for (const column of columns) { const first = all(".r", column).find(usable); if (first) first.tabIndex = 0; }
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.key === "Escape") { if (chosen) choose(chosen); return; }
    if (at.matches("[role=tab]") && /^Arrow(Left|Right)$/.test(event.key)) {
      const tabs = all("[role=tab]", at.parentNode), step = event.key === "ArrowRight" ? 1 : -1;
      const next = tabs[(tabs.indexOf(at) + step + tabs.length) % tabs.length];
      openTab(next); next.focus();
      return event.preventDefault();
    }
    if (!at.matches(".r")) return;
    if (event.key === "Enter" || event.key === " ") { choose(at); return event.preventDefault(); }
    const column = columns.find((each) => each.contains(at));
    let next = null;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const list = rows(column);
      next = list[list.indexOf(at) + (event.key === "ArrowDown" ? 1 : -1)];
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      for (let k = columns.indexOf(column), step = event.key === "ArrowRight" ? 1 : -1; columns[(k += step)] && !next; ) {
        const list = rows(columns[k]);
        next = list.find((e) => lit.on.has(e)) || list.find((e) => e.tabIndex === 0) || list[0];
      }
    }
    if (next) { focus(next); event.preventDefault(); }
  });

  // Tabs, whose texts are unpacked when they are first asked for.
  let unpacked = null;
  function texts() {
    unpacked ??= (async () => {
      const bytes = Uint8Array.from(atob(document.getElementById("texts").textContent), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      return JSON.parse(await new Response(stream).text());
    })();
    return unpacked;
  }
  async function openTab(tab) {
    const group = tab.closest(".tabs");
    const tabs = all("[role=tab]", group);
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
    }
    const panels = all("[role=tabpanel]", group);
    panels.forEach((panel, k) => (panel.hidden = tabs[k] !== tab));
    const pre = panels[tabs.indexOf(tab)].querySelector("pre[data-text]");
    if (!pre || pre.textContent) return;
    try {
      pre.textContent = (await texts())[pre.dataset.text];
    } catch (error) {
      pre.textContent = `This browser cannot unpack the text: ${error.message}`;
    }
  }
  for (const list of all("[role=tablist]")) all("[role=tab]", list).forEach((tab, k) => (tab.tabIndex = k ? -1 : 0));

  // On a phone one column at a time.
  function view(id) {
    for (const column of all(".col")) column.classList.toggle("front", column.id === id);
    for (const button of all("nav button")) button.setAttribute("aria-pressed", button.dataset.view === id);
  }
  for (const button of all("nav button")) button.addEventListener("click", () => view(button.dataset.view));
  view(document.querySelector(".col.front").id);

  const theme = document.getElementById("theme");
  theme.addEventListener("click", () => {
    const dark = getComputedStyle(root).colorScheme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
