"use strict";
(() => {
  const root = document.documentElement, all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const places = JSON.parse(document.getElementById("places").textContent);
  // A row is whatever can be chosen: its element, the numbers of its places and of its step, and what it is.
  const rows = new WeakMap(), byKey = new Map(), byStep = new Map(), parts = new Map();
  const note = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));
  const keysOf = (element) => (element.dataset.k ? element.dataset.k.split(" ") : []);
  function register(element, column, order) {
    element.setAttribute("tabindex", -1);
    element.setAttribute("role", "button");
    const step = element.dataset.s, kind = element.classList;
    const part = partOf(element.closest(".chunk") || element.closest(".group") || element.closest(".step, .kernel"));
    const isNote = kind.contains("finding") || kind.contains("life"), isNode = kind.contains("node");
    const row = { element, step, keys: keysOf(element), column, order, part, isNode };
    row.isWhole = kind.contains("ln") || (kind.contains("eq") && step === undefined);
    row.isStep = kind.contains("head") || kind.contains("kernel") || ((isNode || isNote) && step !== undefined);
    row.isHead = kind.contains("head");
    row.isNote = isNote || isNode;
    for (const key of row.keys) note(byKey, key, row);
    if (step !== undefined) note(byStep, step, row);
    if (part) part.rows.push(row);
    rows.set(element, row);
  }
  function registerAll(within, first = 0, step = 1) {
    const column = within === document ? null : within.closest(".col");
    all(".r", within).forEach((element, k) => register(element, column || element.closest(".col"), first + k * step));
  }
  // A part of a large page that the browser lays out once it is in sight; its rows are marked then.
  const isLarge = all(".r").length > 1000 || document.querySelector("[data-soon]");
  // Also what is shown again, after it was in a hidden column or a folded part, comes into sight.
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const part = parts.get(target);
      part.isInSight = isIntersecting;
      if (isIntersecting) for (const row of part.rows) for (const name in lit) if (lit[name].has(row)) mark(name, row);
    }
  }, { rootMargin: "50%" });
  function partOf(element) {
    if (!element || !isLarge) return null;
    if (!parts.has(element)) {
      parts.set(element, { rows: [], isInSight: false });
      sight.observe(element);
    }
    return parts.get(element);
  }
  registerAll(document);
  root.classList.add("scripted");

  // What belongs to a row: of a step all of the step; of a line or an equation all from its places.
  function related(row) {
    const found = new Set([row]), steps = byStep.get(row.step) || [];
    const fits = (other) => !other.isNote || (other.isNode && other.element.isConnected);
    const add = (keys, only) => {
      for (const key of keys) for (const other of byKey.get(key) || []) if ((!only || other.isWhole) && fits(other)) found.add(other);
    };
    if (row.isStep) for (const other of steps) if (fits(other)) found.add(other);
    add(row.keys, row.isStep);
    if (row.element.matches(".life")) for (const head of steps) if (head.isHead) add(head.keys, true);
    return found;
  }

  // The very expressions that the places of a row are.
  function expressions(row) {
    if (!window.Highlight) return;
    const ranges = [];
    if (row && !row.element.matches(".ln") && row.keys.length < 60)
      for (const key of row.keys) {
        const place = places[key];
        if (place.length < 6) continue;
        const [file, line, , from, lastLine, to] = place;
        const start = text(file, line), end = text(file, lastLine);
        if (!start || !end || from > start.length || to > end.length) continue;
        ranges.push(new StaticRange({ startContainer: start, startOffset: from, endContainer: end, endOffset: to }));
      }
    CSS.highlights.set("expression", new Highlight(...ranges));
  }
  function text(file, line) {
    const number = document.getElementById(`line-${file}-${line}`), code = number && number.querySelector("code");
    return code && code.firstChild;
  }

  // Rows that are lit, and of these the ones that bear the class: those that were in sight since.
  const lit = { hot: new Set(), on: new Set() }, marked = { hot: new Set(), on: new Set() };
  let chosen = null, pointed = null;
  function mark(name, row) {
    if (marked[name].has(row)) return;
    row.element.classList.add(name);
    marked[name].add(row);
  }
  function light(name, found) {
    lit[name] = found;
    for (const row of marked[name])
      if (!found.has(row)) {
        row.element.classList.remove(name);
        marked[name].delete(row);
      }
    for (const row of found) if (!row.part || row.part.isInSight) mark(name, row);
  }
  function choose(row) {
    chosen = row === chosen ? null : row;
    lightChosen();
  }
  function lightChosen() {
    const found = chosen ? related(chosen) : new Set(), groups = new Map();
    for (const row of found) if (row.column) note(groups, row.column, row);
    // Where rows are is asked, and columns scroll, before anything changes: else the browser has to lay out again.
    const far = views.map((column) => (chosen && column !== chosen.column ? distance(column, groups.get(column) || []) : 0));
    views.forEach((column, k) => { if (far[k]) column.querySelector(".scroll").scrollTop += far[k]; });
    light("on", found);
    lightFolded(groups.get(document.getElementById("jaxpr")) || []);
    expressions(chosen);
    for (const column of views) {
      const button = document.querySelector(`nav [data-view="${column.id}"]`), count = (groups.get(column) || []).length;
      if (button) button.textContent = button.dataset.title + (count ? ` (${count})` : "");
    }
  }
  // What is folded shows that something inside is lit.
  let summaries = [];
  function lightFolded(found) {
    const seen = new Set();
    for (const { element } of found)
      for (let at = element.closest("details"); at && !seen.has(at); at = at.parentElement.closest("details")) seen.add(at);
    for (const summary of summaries) summary.classList.remove("on");
    summaries = [...seen].filter((folded) => !folded.open).map((folded) => folded.firstElementChild);
    for (const summary of summaries) summary.classList.add("on");
  }
  const views = all(".col"), unfolded = (element) => !element.closest("[hidden], details:not([open])");
  // What stands for a row that is folded: the head of the outermost part that is closed around it.
  function standsFor(element) {
    if (element.closest("[hidden]")) return null;
    for (let at = element.closest("details:not([open])"); at; at = at.parentElement.closest("details:not([open])")) element = at.firstElementChild;
    return element;
  }
  // How far a column has to scroll to the first of its lit rows: not at all if one of the first is in sight.
  function distance(column, found) {
    const shown = new Set();
    for (const { element } of found.sort((a, b) => a.order - b.order)) {
      if (shown.size === 20) break;
      const there = standsFor(element);
      if (there) shown.add(there);
    }
    if (!shown.size) return 0;
    const first = [...shown];
    const box = column.querySelector(".scroll").getBoundingClientRect();
    // What is not laid out is out of sight; the question where it is would lay it out.
    const inSight = (e) => {
      if (!e.checkVisibility({ contentVisibilityAuto: true })) return false;
      const { top } = e.getBoundingClientRect();
      return top >= box.top && top < box.bottom - 20;
    };
    return first.some(inSight) ? 0 : first[0].getBoundingClientRect().top - box.top - box.height / 5;
  }

  document.addEventListener("mouseover", (event) => {
    const element = event.target.closest(".r"), row = rows.get(element) || null;
    if (row === pointed) return;
    pointed = row;
    light("hot", row ? related(row) : new Set());
    if (row && element.matches(".eq") && element.dataset.k) {
      const [, line, scope] = places[element.dataset.k];
      element.title = `line ${line}${scope ? ` in ${scope}` : ""}`;
    }
    expressions(row || chosen);
  });
  document.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) return openTab(tab);
    if (event.target.closest("summary, button, a")) return;
    const row = event.target.closest(".r");
    if (row && !event.target.closest("pre") && !String(getSelection())) { focus(row); choose(rows.get(row)); }
  });

  // Keys: up and down in a column, left and right between columns, Enter, Escape.
  const columns = all(".findings, .scroll, .drawer > div");
  const usable = (e) => (e.dataset.k || e.dataset.s !== undefined) && unfolded(e);
  const stops = new Map();  // of each column, the row that Tab reaches
  function stop(column, row) {
    const before = stops.get(column);
    if (before) before.setAttribute("tabindex", -1);
    if (row) row.setAttribute("tabindex", 0);
    stops.set(column, row);
  }
  function focus(row) {
    const column = columns.find((each) => each.contains(row));
    if (!column) return;
    stop(column, row);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
  for (const column of columns) stop(column, all(".r", column).find(usable));
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
    if (event.key === "Enter" || event.key === " ") { choose(rows.get(at)); return event.preventDefault(); }
    const column = columns.find((each) => each.contains(at));
    let next = null;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const list = all(".r", column), step = event.key === "ArrowDown" ? 1 : -1;
      for (let k = list.indexOf(at) + step; list[k] && !next; k += step) if (usable(list[k])) next = list[k];
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      for (let k = columns.indexOf(column), step = event.key === "ArrowRight" ? 1 : -1; columns[(k += step)] && !next; ) {
        const list = all(".r", columns[k]), reached = stops.get(columns[k]);
        next = list.find((e) => lit.on.has(rows.get(e)) && usable(e)) || (reached && reached.isConnected && usable(reached) ? reached : list.find(usable));
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
  // Rows of a large program are packed, too: they are made once their part of the page is open.
  async function unpack(part) {
    const closed = (place) => !place.dataset.soon && unfolded(place);
    if (!all("[data-rows]", part).some(closed)) return;
    let known;
    try {
      known = await texts();
    } catch (error) {
      part.append(`This browser cannot unpack the rows: ${error.message}`);
      return;
    }
    for (const place of all("[data-rows]", part).filter(closed)) {
      const before = place.closest(".step, .tabs").querySelector(".r");  // the head of a step
      put(place, known, (before ? rows.get(before).order : 0) + 0.5, 1e-6);
    }
    if (chosen) lightChosen();
  }
  function put(place, known, first, step) {
    place.innerHTML = known[place.dataset.rows];
    delete place.dataset.rows;
    delete place.dataset.soon;
    registerAll(place, first, step);
  }
  // What is not in sight at first follows once the page is open, in pieces that nobody waits for.
  async function follow() {
    const later = all("[data-soon]");
    if (!later.length) return;
    let known, until = 0;
    try {
      known = await texts();
    } catch (error) {
      later[0].before(`This browser cannot unpack the rows: ${error.message}`);
      return;
    }
    for (const [k, place] of later.entries()) {
      if (performance.now() > until) {
        await new Promise((done) => setTimeout(done));
        until = performance.now() + 10;
      }
      put(place, known, (k + 1) * 1e6, 1);
    }
    if (chosen) lightChosen();
  }
  follow();
  // What is opened shows the first lit row inside of it.
  async function opened(part) {
    const column = part.closest("#jaxpr"), wasLit = summaries.includes(part.firstElementChild);
    await unpack(part);
    if (!column || !part.open || !wasLit) return;
    const found = [...lit.on].filter((row) => row.column === column), inside = found.filter((row) => part.contains(row.element));
    const far = distance(column, inside);
    if (far) column.querySelector(".scroll").scrollTop += far;
    if (isPhone()) toFirst(inside);
    lightFolded(found);
  }
  document.addEventListener("toggle", (event) => opened(event.target), true);
  async function openTab(tab) {
    const group = tab.closest(".tabs");
    const tabs = all("[role=tab]", group);
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
    }
    const panels = all("[role=tabpanel]", group);
    panels.forEach((panel, k) => (panel.hidden = tabs[k] !== tab));
    unpack(panels[tabs.indexOf(tab)]);
    const pre = panels[tabs.indexOf(tab)].querySelector("pre[data-text]");
    if (!pre || pre.textContent) return;
    try {
      pre.textContent = (await texts())[pre.dataset.text];
    } catch (error) {
      pre.textContent = `This browser cannot unpack the text: ${error.message}`;
    }
  }
  for (const list of all("[role=tablist]")) all("[role=tab]", list).forEach((tab, k) => (tab.tabIndex = k ? -1 : 0));

  // The graph: one level at a time, drawn when its part of the page is opened.
  const graph = document.querySelector(".graph");
  if (graph) {
    const CELL = { x: 196, y: 96 }, crumbs = document.querySelector(".crumbs"), space = graph.firstChild.namespaceURI;
    let levels = null, by = "bytes", now = 0, box = null, whole = null;
    const svg = (name, attributes, parent, content) => {
      const element = document.createElementNS(space, name);
      for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
      if (content !== undefined) element.textContent = content;
      if (parent) parent.append(element);
      return element;
    };
    const button = (title, action, pressed, label) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = title;
      if (pressed !== undefined) made.setAttribute("aria-pressed", pressed);
      if (label) made.setAttribute("aria-label", label);
      made.addEventListener("click", action);
      crumbs.append(made);
    };
    const center = ([x, y]) => [(x + 0.5) * CELL.x, (y + 0.5) * CELL.y];
    const short = (words, width) => (words.length * 6.7 > width ? words.slice(0, Math.max(1, Math.floor(width / 6.7) - 1)) + "…" : words);
    function node(each, most, canvas) {
      const share = Math.sqrt((each[by] || 0) / most), outer = each.says === undefined;
      const width = outer ? 76 : 112 + 64 * share, height = outer ? 28 : 40 + 30 * share;
      const [x, y] = center(each.at), inside = each.levels && each.levels.length;
      const group = svg("g", { class: outer ? "port" : "r node" + (inside ? " folded" : ""), "data-s": each.step, "data-k": each.keys && each.keys.join(" ") }, canvas);
      svg("title", {}, group, [each.title, each.kind, each.what, each.says].filter(Boolean).join(" · "));
      const frame = { x: x - width / 2, y: y - height / 2, width, height, rx: 6 };
      svg("rect", frame, group);
      if (inside) svg("rect", { ...frame, x: frame.x + 3, y: frame.y + 3, width: width - 6, height: height - 6, rx: 4 }, group);
      const lines = [each.title, each.what || (each.kind && each.kind !== each.title ? each.kind : ""), each.says].filter(Boolean).slice(0, height < 56 ? 2 : 3);
      lines.forEach((line, k) => svg("text", { x, y: y + 4 + 14 * (k - (lines.length - 1) / 2), class: k ? "small" : "" }, group, short(line, width - 12)));
      if (outer) return;
      register(group, null, 0);
      if (inside) {
        group.setAttribute("aria-label", `open ${each.title}`);
        const enter = (event) => { event.stopPropagation(); event.preventDefault(); draw(each.levels[0], true); };
        group.addEventListener("click", enter);
        group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") enter(event); });
      }
    }
    // A buffer's text lies along its edge, where no other text is if there is such a place.
    function label(points, says, line, labels) {
      const [a, b] = points.length > 2 ? [points[1], points[1]] : points, wide = 6 * says.length;
      const x = (a[0] + b[0]) / 2, y = (a[1] + b[1]) / 2 + 3;
      const places = [[x + 4, y], [x - 4 - wide, y], [x + 4, y + 11], [x + 4, y - 11]].map(([x, y]) => ({ x, y, wide }));
      const meets = (p, q) => p.x < q.x + q.wide && q.x < p.x + p.wide && Math.abs(p.y - q.y) < 11;
      const place = places.find((p) => !labels.some((q) => meets(p, q))) || places[0];
      labels.push(place);
      svg("text", { x: place.x, y: place.y }, line, says);
    }
    function draw(number, focusing) {
      now = number;
      const level = levels[number], canvas = svg("svg", {});
      const [width, height] = [level.size[0] * CELL.x, level.size[1] * CELL.y], labels = [];
      for (const edge of level.edges) {
        const points = edge.path.map(center), few = level.edges.length <= 60;
        const line = svg("g", { class: "edge" }, canvas);
        svg("title", {}, line, edge.says);
        svg("polyline", { points: points.map((p) => p.join(",")).join(" ") }, line);
        if (few) label(points, edge.says, line, labels);
      }
      const most = Math.max(...level.nodes.map((each) => each[by] || 0), 1e-9);
      for (const each of level.nodes) node(each, most, canvas);
      graph.replaceChildren(canvas);
      const wide = graph.clientWidth || 800, high = graph.clientHeight || 300;
      const scale = Math.max(1, Math.min(Math.max(width / wide, height / high), 1.5));
      // Of a graph that is wider than its frame, what is around the first row of boxes.
      const [top] = level.nodes.map((each) => each.at).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
      const free = width - wide * scale, left = free <= 0 || !top ? free / 2 : Math.min(Math.max(center(top)[0] - (wide * scale) / 2, 0), free);
      box = { x: left, y: 0, width: wide * scale, height: high * scale };
      whole = () => {
        const fit = Math.max(width / wide, height / high);
        box = { x: (width - wide * fit) / 2, y: (height - high * fit) / 2, width: wide * fit, height: high * fit };
        show();
      };
      show();
      bar();
      const first = graph.querySelector(".r");
      if (first) stop(columns.find((each) => each.contains(graph)), first);
      if (first && focusing) focus(first);
    }
    function show() {
      graph.firstChild.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    }
    function zoom(factor, x = 0.5, y = 0.5) {
      box = { x: box.x + box.width * x * (1 - factor), y: box.y + box.height * y * (1 - factor), width: box.width * factor, height: box.height * factor };
      show();
    }
    function bar() {
      crumbs.replaceChildren();
      const path = [];
      for (let k = now; k !== null; k = levels[k].parent) path.unshift(k);
      for (const k of path) button(levels[k].title, () => draw(k, true), k === now);
      const parent = levels[now].parent;
      const beside = parent === null ? [] : levels[parent].nodes.map((each) => each.levels || []).find((each) => each.includes(now));
      for (const k of beside) if (k !== now) button(levels[k].title, () => draw(k, true), false);
      if (levels[0].nodes.some((each) => each.time)) for (const what of ["bytes", "time"]) button(`by ${what}`, () => { by = what; draw(now); }, by === what);
      button("+", () => zoom(0.8), undefined, "nearer");
      button("−", () => zoom(1.25), undefined, "farther");
      button("whole", () => whole(), undefined, "the whole graph");
    }
    graph.addEventListener("wheel", (event) => {
      if (!box) return;
      event.preventDefault();
      const area = graph.getBoundingClientRect(), unit = box.width / area.width;
      if (event.ctrlKey) return zoom(event.deltaY > 0 ? 1.15 : 0.87, (event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height);
      box.x += event.deltaX * unit;
      box.y += event.deltaY * unit;
      show();
    }, { passive: false });
    let held = null;
    graph.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY, moved: 0 }; });
    graph.addEventListener("pointermove", (event) => {
      if (!held || !event.buttons || !box) return;
      const unit = box.width / graph.clientWidth;
      box.x -= (event.clientX - held.x) * unit;
      box.y -= (event.clientY - held.y) * unit;
      held = { x: event.clientX, y: event.clientY, moved: held.moved + 1 };
      show();
    });
    graph.addEventListener("click", (event) => { if (held && held.moved > 4) event.stopPropagation(); held = null; }, true);
    const openGraph = async () => {
      if (levels) return;
      levels = JSON.parse((await texts())[graph.dataset.text]);
      draw(0);
    };
    graph.closest("details").addEventListener("toggle", (event) => { if (event.target.open) openGraph(); });
  }

  // On a phone one column at a time, and the page itself scrolls.
  const isPhone = () => getComputedStyle(document.querySelector("nav")).display !== "none";
  function toFirst(found) {
    const shown = found.sort((a, b) => a.order - b.order).map((row) => standsFor(row.element));
    shown.find(Boolean)?.scrollIntoView({ block: "center" });
  }
  function view(id) {
    for (const column of all(".col")) column.classList.toggle("front", column.id === id);
    for (const button of all("nav button")) button.setAttribute("aria-pressed", button.dataset.view === id);
  }
  for (const button of all("nav button"))
    button.addEventListener("click", () => {
      view(button.dataset.view);
      toFirst([...lit.on].filter((row) => row.column?.id === button.dataset.view));
    });
  view(document.querySelector(".col.front").id);

  const theme = document.getElementById("theme");
  theme.addEventListener("click", () => {
    const dark = getComputedStyle(root).colorScheme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
