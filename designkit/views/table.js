// The card table: draws the scene that Python sends and sends back what a person does. It knows no game.

const FOCUSABLE = new Set(["button", "select", "input", "summary"]);

const make = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  // JupyterLab asks the focused element itself whether its keys are shortcuts of the notebook.
  if (FOCUSABLE.has(tag) || props.tabindex) node.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "html") node.innerHTML = value;
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
};

const THINKING = "The bot is thinking.";
const SILENT = "No answer yet: the kernel may be busy. If it is not, run the cell again or load the page again.";
const PATIENCE = 8000;
const GRACE = 3000;
const seatName = (seat) => `seat ${seat}`;

function render({ model, el }) {
  const page = Math.random().toString(36).slice(2);
  const opened = { why: true, seats: true, advice: true };
  let asks = 0, queue = [], chosen = new Set(), timer = null, patience = null, notice = "", theme = "", drafts = {}, sent = null, lost = null, held = 0, late = null;

  const root = make("section", { class: "dk-table", "aria-label": "card table" });
  el.append(root);

  const ask = (message) => {
    asks += 1;
    if (message.do !== "tick") held = 0;
    queue.push({ n: asks, ask: message });
    notice = "";
    model.set("asked", { page, queue: [...queue] });
    model.save_changes();
    clearTimeout(patience);
    if (message.do !== "advise") patience = setTimeout(() => say(SILENT), PATIENCE);
  };
  const say = (sentence) => { notice = sentence; lines(); };

  // ---- cards and places ----

  const picture = (card) =>
    make("span", { class: "dk-face", html: `<svg viewBox="0 0 100 140" aria-hidden="true">${model.get("faces")[card.face] ?? ""}</svg>` });

  const costs = () => model.get("scene").advice ?? [];
  const costBar = (advice) => {
    const dearest = Math.max(...costs().map((each) => each.cost), 0.01);
    const said = advice.cost ? `−${advice.cost.toFixed(1)}` : "best";
    return make("span", { class: `dk-cost${advice.cost ? "" : " dk-best"}`, style: `--share:${advice.cost / dearest}`, title: advice.cost ? `costs ${advice.cost.toFixed(2)} points against the others` : "what the bot would play" }, said);
  };

  const cardNode = (card, extra = {}) => {
    const advice = card.move && costs().find((each) => each.move === card.move);
    const inside = [picture(card), card.deck && card.deck !== extra.own ? make("span", { class: "dk-deck" }, card.deck) : null, advice ? costBar(advice) : null];
    const key = `card ${card.label}`;
    if (card.move || card.choice) {
      const played = extra.branch === model.get("scene").active;
      const pressed = played && chosen.has(card.label);
      return make("button", {
        class: `dk-card dk-legal${pressed ? " dk-chosen" : ""}`, type: "button", "data-key": key, "data-card": card.label,
        "aria-label": (card.move ?? card.label) + (advice ? (advice.cost ? `, costs ${advice.cost.toFixed(1)} points` : ", what the bot would play") : ""), "aria-pressed": card.choice ? String(pressed) : null, title: card.move ?? `choose ${card.label}`,
        onclick: () => {
          if (card.move) return ask({ do: "play", move: card.move, branch: extra.branch });
          if (!played) chosen.clear();
          if (!chosen.delete(card.label)) chosen.add(card.label);
          return played ? draw() : ask({ do: "focus", branch: extra.branch });
        },
      }, inside);
    }
    if (card.why) {
      return make("button", {
        class: "dk-card dk-dimmed", type: "button", "aria-disabled": "true", "data-key": key, "data-card": card.label,
        "aria-label": `${card.label}, not possible`, title: card.why, onclick: () => say(card.why),
      }, inside);
    }
    return make("span", { class: `dk-card${extra.class ?? ""}`, role: "img", "aria-label": card.label, title: card.label }, inside);
  };

  const zoneNode = (zone, board, branch) => {
    if (zone.word && !zone.cards.length) {
      const name = zone.word.startsWith(zone.name) ? null : make("span", { class: "dk-name" }, `${zone.name} `);
      return make("span", { class: "dk-badge" }, name, zone.word);
    }
    const empty = !zone.cards.length;
    if (empty && zone.kind !== "trick" && !zone.at && !zone.note) return null;
    const hidden = zone.cards.length > 0 && zone.cards.every((card) => card.face === "back");
    const leader = zone.cards[0]?.by;
    const cards = zone.cards.map((card) => {
      const node = cardNode(card, { branch, own: seatName(card.by ?? zone.seat), class: zone.gone && zone.kind !== "trick" ? " dk-gone" : "" });
      if (card.by === undefined) return node;
      const by = `${seatName(card.by)}${card.by === leader && card === zone.cards[0] ? " leads" : ""}`;
      return make("span", { class: "dk-played" }, node, make("small", {}, by));
    });
    const count = zone.count > 1 && (zone.kind === "stack" || hidden) ? ` × ${zone.count}` : "";
    const tokens = zone.tokens.map((seat) =>
      make("span", { class: `dk-token dk-seat${seat}`, title: `token of ${seatName(seat)}` }, String(seat)));
    const labels = zone.cards.map((card) => card.label).join(", ") || "empty";
    const head = make("span", { class: "dk-zonehead" }, zone.name + count);
    const note = zone.note ? make("small", { class: "dk-note" }, zone.note) : null;
    const body = make("span", { class: "dk-cards" }, cards.length ? cards : make("span", { class: "dk-empty" }), tokens);
    const stand = zone.tokens.length ? `, token of ${zone.tokens.map(seatName).join(" and ")}` : "";
    const props = { class: `dk-zone dk-${zone.kind}${hidden ? " dk-hidden" : ""}${zone.at ? " dk-space" : ""}`, "data-zone": zone.name };
    if (zone.list) props.title = zone.list;
    if (zone.move || zone.why) {
      const advice = zone.move && costs().find((each) => each.move === zone.move);
      return make("button", {
        ...props, type: "button", class: `${props.class} ${zone.move ? "dk-legal" : "dk-dimmed"}`, "data-key": `zone ${zone.name}`,
        "aria-disabled": zone.move ? null : "true", "aria-label": `${zone.move ?? zone.name}: ${labels}${stand}${zone.note ? `, ${zone.note}` : ""}`,
        title: zone.why ?? zone.move, onclick: () => (zone.move ? ask({ do: "play", move: zone.move, branch }) : say(zone.why)),
      }, head, body, note, advice ? costBar(advice) : null);
    }
    return make("span", props, head, body, note);
  };

  const gridNode = (zones, board, branch) => {
    if (!zones.length) return null;
    const columns = Math.max(...zones.map((zone) => zone.at[1])) + 1;
    return make("div", { class: "dk-grid", style: `--columns:${columns}`, role: "group", "aria-label": "grid" }, zones.map((zone) => zoneNode(zone, board, branch)));
  };

  // ---- a board: the other seats, the middle, the own seat, what may be done ----

  const seatNode = (seat, board, branch, own) => {
    const scene = model.get("scene");
    const zones = board.zones.filter((zone) => zone.seat === seat);
    const marks = [seat === board.to_move ? "to move" : "", seat === board.dealer ? "deals" : "", board.winners.includes(seat) ? "wins" : ""].filter(Boolean);
    const title = make("h4", {},
      make("span", { class: `dk-token dk-seat${seat}`, "aria-hidden": "true" }, String(seat)), ` ${seatName(seat)} `,
      make("span", { class: "dk-who" }, `${scene.players[seat]}, ${board.scores[seat]} points`),
      marks.map((mark) => make("span", { class: "dk-mark" }, mark)));
    const badges = zones.filter((zone) => zone.word && !zone.cards.length).map((zone) => zoneNode(zone, board, branch));
    const places = zones.filter((zone) => !(zone.word && !zone.cards.length)).map((zone) => zoneNode(zone, board, branch));
    const classes = `dk-seat${own ? " dk-own" : ""}${seat === board.to_move ? " dk-moving" : ""}`;
    return make("section", { class: classes, "aria-label": seatName(seat), "data-seat": seat }, title, badges.length ? make("div", { class: "dk-badges" }, badges) : null, make("div", { class: "dk-zones" }, places));
  };

  const actionsNode = (board, branch) => {
    const buttons = board.actions.map((action) =>
      make("button", { type: "button", class: "dk-action dk-legal", "data-key": `action ${action.move}`, "data-move": action.move, "aria-label": action.move,
        onclick: () => ask({ do: "play", move: action.move, branch }) }, /^\d+$/.test(action.what) ? action.what : action.move));
    const numbers = board.actions.filter((action) => /^\d+$/.test(action.what));
    const lead = numbers.length ? make("span", { class: "dk-lead" }, `${numbers[0].verb}:`) : null;
    const choosers = (board.choose?.verbs ?? []).map((verb) => {
      const { least, most } = board.choose;
      const need = least === most ? `${most}` : `${least} to ${most}`;
      return make("button", { type: "button", class: "dk-action dk-choose", "data-key": `choose ${verb}`, "data-verb": verb,
        onclick: () => {
          if (!chosen.size) return say(`Choose ${need} card${most > 1 ? "s" : ""} of the hand first, then ${verb} them.`);
          ask({ do: "play", move: `${verb} ${[...chosen].join(", ")}`, branch });
        } }, `${verb} ${chosen.size} of ${need} chosen`);
    });
    if (!buttons.length && !choosers.length) return null;
    return make("div", { class: "dk-actions", role: "group", "aria-label": "what you may do" }, lead, choosers, buttons);
  };

  const boardNode = (board, branch) => {
    const scene = model.get("scene");
    const several = scene.boards.length > 1;
    const seats = Array.from({ length: board.players }, (_, i) => (board.perspective + i) % board.players);
    // A browser kernel sends None as undefined, so nothing here asks for null alone.
    const middle = board.zones.filter((zone) => zone.seat == null);
    const grid = middle.filter((zone) => zone.at);
    const rest = middle.filter((zone) => !zone.at);
    const heading = several
      ? make("h3", {}, branch === 0 ? "first branch" : "what if", " ",
          make("button", { type: "button", "data-key": `focus ${branch}`, "aria-pressed": String(branch === scene.active), onclick: () => ask({ do: "focus", branch }) }, branch === scene.active ? "played on" : "play on here"),
          " ", make("button", { type: "button", "data-key": `close ${branch}`, onclick: () => ask({ do: "close", branch }) }, "put away"))
      : null;
    return make("div", { class: `dk-board${several && branch === scene.active ? " dk-active" : ""}`, role: "group", "aria-label": several ? `branch ${branch + 1}` : "board", "data-branch": branch },
      heading,
      make("p", { class: "dk-prompt", tabindex: "-1", "data-key": `waiting ${branch}` }, make("strong", {}, board.prompt), ` Hand ${board.round}, phase ${board.phase}${board.words ? `; ${board.words}` : ""}.`),
      make("div", { class: "dk-others" }, seats.slice(1).map((seat) => seatNode(seat, board, branch, false))),
      make("div", { class: "dk-middle" }, gridNode(grid, board, branch), make("div", { class: "dk-zones" }, rest.map((zone) => zoneNode(zone, board, branch)))),
      seatNode(seats[0], board, branch, true),
      branch === scene.active || !several ? [actionsNode(board, branch), said()] : null);
  };

  // ---- beside the board ----

  // Said again where somebody is at work: the top of the table may be out of sight.
  const said = () => make("p", { class: "dk-said dk-warning", "aria-hidden": "true" });
  const fold = (name, title, ...content) =>
    make("details", { open: opened[name], ontoggle: (event) => { opened[name] = event.target.open; } }, make("summary", { "data-key": `fold ${name}` }, title), ...content, said());
  const parts = (list) => list.map((part) =>
    typeof part === "string" ? (part === ", " ? " " : part) : make("span", { class: "dk-inline", role: "img", "aria-label": part.label, title: part.label }, picture(part)));
  const button = (label, message, more = {}) =>
    make("button", { type: "button", "data-key": `do ${message.do}`, onclick: () => ask(message), ...more }, label);
  const select = (label, value, options, change) => {
    const node = make("select", { "aria-label": label, "data-key": `select ${label}`, onchange: (event) => change(event.target.value) },
      options.map(([key, text]) => make("option", { value: key, selected: String(key) === String(value) }, text)));
    node.value = String(value);
    return make("label", { class: "dk-field" }, make("span", {}, label), node);
  };
  const entry = (label, value, go, apply) => {
    const input = make("input", { type: "text", "aria-label": label, "data-key": `entry ${label}`, value: drafts[label] ?? value, spellcheck: "false",
      oninput: (event) => { drafts[label] = event.target.value; }, onkeydown: (event) => { if (event.key === "Enter") done(); } });
    const done = () => { delete drafts[sent]; drafts[label] = input.value; sent = label; apply(input.value); };
    return make("div", { class: "dk-field" }, make("span", {}, label), input, make("button", { type: "button", "data-key": `enter ${label}`, onclick: done }, go));
  };

  const timeNode = (scene, board) => {
    const { at, end, marks } = board.time;
    const now = marks.filter((mark) => mark.at <= at).at(-1)?.at ?? 0;
    return make("div", { class: "dk-time", role: "group", "aria-label": "time" },
      button("start", { do: "jump", at: 0 }, { "aria-label": "to the start", title: "to the start", "data-key": "do start" }),
      button("◀ back", { do: "back" }), button("step ▶", { do: "step" }),
      button("undo", { do: "undo" }, { title: "back to your last decision" }),
      button("end", { do: "jump", at: end }, { "aria-label": "to the end", title: "to the last move made", "data-key": "do end" }),
      button(scene.auto ? "stop" : "autoplay", { do: "auto", on: !scene.auto }, { "aria-pressed": String(scene.auto) }),
      scene.halted ? button("let the bots go on", { do: "go on" }, { class: "dk-action" }) : null,
      select("pace", scene.pace, scene.paces.map((pace) => [pace, pace]), (pace) => ask({ do: "pace", pace })),
      select("jump to", now, marks.map((mark) => [mark.at, mark.label]), (value) => ask({ do: "jump", at: Number(value) })),
      make("span", { class: "dk-at" }, `move ${at} of ${end}`),
      button("fork here", { do: "fork" }, { title: "a second branch from this point, side by side" }));
  };

  const controlNode = (control) => {
    const id = `dk-${page}-${control.name}`;
    const send = (value) => ask({ do: "param", name: control.name, value });
    const common = { id, title: control.about, "aria-describedby": `${id}-about`, "data-key": `param ${control.name}`, "data-param": control.name };
    const shown = make("output", { for: id }, String(control.value));
    let input;
    if (control.kind === "switch") input = make("input", { ...common, type: "checkbox", role: "switch", checked: control.value, onchange: (event) => send(event.target.checked) });
    else if (control.kind === "choice") {
      input = make("select", { ...common, onchange: (event) => send(event.target.value) }, control.options.map((option) => make("option", { value: option }, option)));
      input.value = control.value;
    } else if (control.kind === "slider") {
      input = make("input", { ...common, type: "range", min: control.least, max: control.most, oninput: (event) => { shown.textContent = event.target.value; }, onchange: (event) => send(Number(event.target.value)) });
      input.value = control.value;
    } else input = make("input", { ...common, type: "text", value: control.value, onchange: (event) => send(event.target.value), onkeydown: (event) => { if (event.key === "Enter") { event.target.blur(); event.target.focus(); } } });
    return make("div", { class: `dk-control${control.value === control.usual ? "" : " dk-changed"}` },
      make("label", { for: id, title: control.about }, control.label), input, control.kind === "slider" ? shown : null,
      make("span", { id: `${id}-about`, class: "dk-about" }, control.about));
  };

  const adviceNode = (scene) => {
    const think = () => { ask({ do: "advise" }); say(THINKING); };
    const rows = costs().map((each) => make("li", {}, make("span", {}, each.move), costBar(each), make("small", { title: "how often it was tried" }, `${each.tried.toLocaleString("en")} tries`)));
    return fold("advice", "advice",
      make("button", { type: "button", class: "dk-action", "data-key": "do advise", onclick: think }, "what would the bot play?"),
      rows.length ? make("p", { class: "dk-about" }, "Points against the others that each move costs beside the best one, as far as this seat can know.") : null,
      rows.length ? make("ol", { class: "dk-advice dk-scroll", tabindex: "0", "aria-label": "what each move costs" }, rows) : null);
  };

  const sheetNode = (board) => {
    const seats = Array.from({ length: board.players }, (_, seat) => make("th", { scope: "col" }, seatName(seat)));
    const rows = board.sheet.flatMap((row) => [
      make("tr", {}, make("th", { scope: "row" }, `hand ${row.hand}`), row.points.map((points, i) => make("td", {}, `${points >= 0 ? "+" : ""}${points} → ${row.totals[i]}`))),
      ...row.detail.map((line) => make("tr", { class: "dk-detail" }, make("th", { scope: "row" }, line.name), line.values.map((value) => make("td", {}, value)))),
    ]);
    return make("div", { class: "dk-scroll", tabindex: "0", role: "region", "aria-label": "score sheet" },
      make("table", {}, make("thead", {}, make("tr", {}, make("td", {}), seats)), make("tbody", {}, rows.length ? rows : make("tr", {}, make("td", { colspan: board.players + 1 }, "no hand is finished yet")))));
  };

  const sideNode = (scene, board) => {
    const own = scene.games.find((game) => game.id === scene.game);
    const chairs = scene.players.map((player, seat) => select(seatName(seat), player, scene.who.map((who) => [who, who]), (who) => ask({ do: "seat", seat, player: who })));
    const watch = scene.players.includes("human") ? null : select("watch", scene.watching, scene.players.map((_, seat) => [seat, seatName(seat)]), (seat) => ask({ do: "watch", seat: Number(seat) }));
    if (board.sheet.length) opened.sheet ??= true;
    const openId = `dk-${page}-open`;
    const open = make("div", { class: "dk-control" }, make("label", { for: openId }, "all cards open"), make("input", { id: openId, type: "checkbox", role: "switch", "data-key": "open", checked: scene.open, onchange: (event) => ask({ do: "open", on: event.target.checked }) }));
    const log = make("ol", { class: "dk-log dk-scroll", tabindex: "0", "aria-label": "log" }, board.log.slice().reverse().map((event) => make("li", { class: `dk-event-${event.kind}` }, parts(event.parts))));
    return make("aside", { class: "dk-side", "aria-label": "beside the table" },
      board.why ? fold("why", "why", make("p", {}, parts(board.why.parts)), make("ul", { class: "dk-reasons" }, board.why.sentences.map((line) => make("li", {}, line)))) : null,
      adviceNode(scene),
      fold("sheet", "score sheet", sheetNode(board)),
      fold("log", "log", log),
      fold("seats", "game and seats",
        select("game", scene.game, scene.games.map((game) => [game.id, game.title]), (game) => ask({ do: "game", game })),
        select("players", board.players, own.players.map((count) => [count, count]), (count) => ask({ do: "players", players: Number(count) })),
        chairs, watch, open),
      fold("deal", "seed and record",
        entry("seed", String(board.seed), "deal", (seed) => ask({ do: "seed", seed })), button("new seed", { do: "new seed" }),
        make("div", { class: "dk-field" }, make("span", {}, "this game"), make("input", { type: "text", readonly: true, "aria-label": "this game as one line", "data-key": "line", value: scene.line, onfocus: (event) => event.target.select() }),
          make("button", { type: "button", "data-key": "copy", onclick: copy }, "copy")),
        entry("paste a line", "", "open", (line) => ask({ do: "load", line }))),
      fold("rules", "rules: change a number", make("p", { class: "dk-about" }, scene.boards.length > 1 ? "A change plays the same moves under the new rules in the branch played on." : "A change deals the same seed under the new rules."), scene.controls.map(controlNode)));
  };

  const copy = async () => {
    const line = model.get("scene").line;
    try { await navigator.clipboard.writeText(line); say("The line is copied."); }
    catch { root.querySelector('[data-key="line"]')?.select(); say("The line is selected: copy it with the keyboard."); }
  };

  // ---- the whole ----

  const live = make("p", { class: "dk-live", role: "status", "aria-live": "polite" });
  const fault = make("pre", { class: "dk-fault", role: "alert" });
  const content = make("div", { class: "dk-content" });
  root.append(live, fault, content);

  const lines = () => {
    const scene = model.get("scene");
    live.textContent = notice || scene.message || scene.boards?.[scene.active]?.prompt || "";
    live.classList.toggle("dk-warning", Boolean(notice || scene.message));
    root.querySelectorAll(".dk-said").forEach((node) => { node.textContent = notice || scene.message || ""; });
    fault.textContent = [scene.error, lost].filter(Boolean).join("\n");
    fault.hidden = !fault.textContent;
  };

  const paint = () => {
    const scene = model.get("scene");
    const board = scene.boards[scene.active];
    if (!board.choose) chosen.clear();
    const holder = root.getRootNode();
    const focused = root.contains(holder.activeElement) ? holder.activeElement.dataset.key : null;
    const where = focused ? holder.activeElement.closest(".dk-board")?.dataset.branch : undefined;
    const wasPlay = /^(card|zone|action|choose|waiting) /.test(focused ?? "");
    const scrolled = root.querySelector(".dk-log")?.scrollTop ?? 0;
    const curtain = scene.mode === "curtain"
      ? make("div", { class: "dk-curtain" }, make("p", {}, `The cards are covered. ${board.prompt} Pass the screen to seat ${board.to_move}.`), button(`I am seat ${board.to_move}: show my cards`, { do: "reveal" }, { class: "dk-action" }))
      : null;
    content.replaceChildren(
      make("header", { class: "dk-head" }, make("h2", {}, board.title), make("span", { class: "dk-who" }, [`${board.players} players, seed ${board.seed}`, ...board.replaced].join(", ")), themeNode()),
      timeNode(scene, board), curtain ?? "",
      make("div", { class: "dk-main" }, make("div", { class: `dk-boards dk-boards${scene.boards.length}` }, scene.boards.map(boardNode)), sideNode(scene, board)));
    const log = root.querySelector(".dk-log");
    if (log) log.scrollTop = scrolled;
    if (focused) {
      const home = root.querySelector(`.dk-board[data-branch="${where ?? scene.active}"]`) ?? root.querySelector(".dk-board");
      const found = [...(where ? home : root).querySelectorAll("[data-key]")].find((node) => node.dataset.key === focused);
      const stays = found && !(wasPlay && found.matches(".dk-dimmed, .dk-prompt"));
      // While others move there is nothing to do: the focus waits at the prompt for the next thing that may be done.
      const next = () => root.querySelector(".dk-curtain button") ?? home.querySelector(".dk-legal") ?? home.querySelector(".dk-prompt");
      (stays ? found : wasPlay ? next() : null)?.focus({ preventScroll: true });
    }
    clearTimeout(timer);
    if (scene.tick != null) timer = setTimeout(() => ask({ do: "tick", turn: scene.turn }), scene.tick);
    root.dataset.turn = scene.turn;
    root.dataset.mode = scene.mode;
  };

  const draw = () => {
    try { lost = null; paint(); } catch (error) { lost = `The page could not draw this: ${error.stack ?? error}`; }
    lines();
  };

  // Drawing anew would take away the button that is being pressed or the list that is open, so it waits till that is done.
  const drawInTime = (soonest = 0) => {
    clearTimeout(late);
    const left = Math.max(soonest, held - Date.now());
    late = left > 0 ? setTimeout(drawInTime, left) : null;
    if (!late) draw();
  };
  const hold = (event) => { if (event.type === "pointerdown" || event.target.matches("select, input")) held = Date.now() + GRACE; };
  const release = (event) => {
    if (event.target.closest("select, input")) return;
    held = 0;
    // A fold says only after its click that it has opened.
    if (late) drawInTime(50);
  };
  for (const kind of ["pointerdown", "keydown", "input"]) root.addEventListener(kind, hold, true);
  root.addEventListener("click", release);

  // ---- light and dark ----

  const themeNode = () => select("theme", theme, [["", "as the page"], ["light", "light"], ["dark", "dark"]], (value) => { theme = value; dress(); });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    const lab = document.body.dataset.jpThemeLight;
    root.dataset.theme = theme || (lab === undefined ? (dark.matches ? "dark" : "light") : lab === "false" ? "dark" : "light");
  };
  const observer = new MutationObserver(dress);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  dark.addEventListener("change", dress);

  const heard = () => {
    const scene = model.get("scene");
    if (notice === THINKING || notice === SILENT) notice = "";
    queue = queue.filter((request) => request.n > (scene.heard[page] ?? 0));
    if (!queue.length) {
      clearTimeout(patience);
      // What was refused stays as long as its reason, to be mended.
      if (!scene.message) { delete drafts[sent]; sent = null; }
    }
    drawInTime();
  };
  model.on("change:scene", heard);
  dress();
  draw();
  if (model.get("called")) {
    model.set("called", false);
    model.save_changes();
    setTimeout(() => root.scrollIntoView({ block: "nearest" }), 100);
  }
  return () => {
    clearTimeout(timer);
    clearTimeout(patience);
    clearTimeout(late);
    observer.disconnect();
    dark.removeEventListener("change", dress);
    model.off?.("change:scene", heard);
  };
}

export default { render };
