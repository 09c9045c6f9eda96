// What can be read on the felt that a page shows, measured: an expression whose functions a test calls in the page.
(() => {
  const felt = () => [...document.querySelectorAll(".stage svg.felt")].find((each) => each.checkVisibility());
  const cardOf = (node) => node.querySelector("use").href.baseVal.split("#")[1];
  const toldOf = (pile) => pile.textContent || cardOf(pile);

  // The corners of something as it lies on the screen, less a margin in its own units.
  function corners(node, margin) {
    const { x, y, width, height } = node.getBBox(), to = node.getScreenCTM();
    const left = x + margin, top = y + margin, right = x + width - margin, bottom = y + height - margin;
    return [[left, top], [right, top], [right, bottom], [left, bottom]].map(([a, b]) => new DOMPoint(a, b).matrixTransform(to));
  }

  // Whether some side of two turned boxes has all of the other beyond it.
  const apart = (one, other) => [one, other].some((box) => box.some((point, at) => {
    const next = box[(at + 1) % 4], along = (each) => each.x * (next.y - point.y) + each.y * (point.x - next.x);
    const here = one.map(along), there = other.map(along);
    return Math.max(...here) <= Math.min(...there) || Math.max(...there) <= Math.min(...here);
  }));

  // Ranks that are covered; totals, chips, amounts and names that touch each other; chips on cards; words that are too small.
  function unreadable(smallest) {
    const root = felt(), things = root.querySelector(":scope > .things:last-child"), all = [...things.querySelectorAll("*")];
    const [cards, totals, piles] = ["g.card", "g.hand-label", "g.chips"].map((kind) => [...things.querySelectorAll(kind)]);
    const names = [...things.querySelectorAll(".seat-plate text")], found = new Set();
    for (const each of all) each.style.pointerEvents = "auto"; // so that it is found where it lies
    root.scrollIntoView();
    for (const card of cards) {
      const { x, y } = new DOMPoint(-31 + 12, -44 + 15).matrixTransform(card.getScreenCTM());
      const upper = document.elementsFromPoint(x, y).map((each) => each.closest("g.card, g.chips, g.hand-label")).find(Boolean);
      if (upper !== card) found.add(`the rank of ${cardOf(card)} is covered`);
    }
    for (const each of all) each.style.pointerEvents = "";
    const boxes = [
      ...totals.map((each) => [each, `total ${each.textContent}`, corners(each.querySelector("rect"), 0.5)]),
      ...piles.map((each) => [each, `chips ${toldOf(each)}`, corners(each.querySelector("use"), 1.5)]),
      ...piles.flatMap((each) => [...each.querySelectorAll("text")].map((text) => [each, `amount ${toldOf(each)}`, corners(text, 2.5)])),
      ...names.map((each) => [each, `name ${each.textContent}`, corners(each, 2.5)]),
    ];
    boxes.forEach(([piece, one, box], at) => {
      for (const [other, words, second] of boxes.slice(at + 1)) if (piece !== other && !apart(box, second)) found.add(`${one} touches ${words}`);
    });
    for (const pile of piles) {
      const box = corners(pile.querySelector("use"), 1.5);
      for (const card of cards) if (!apart(box, corners(card.querySelector("use"), 1))) found.add(`chips ${toldOf(pile)} lie on ${cardOf(card)}`);
    }
    const { a, b } = root.getScreenCTM();
    for (const text of [...totals, ...piles].flatMap((each) => [...each.querySelectorAll("text")])) {
      const size = Number(text.getAttribute("font-size")) * Math.hypot(a, b);
      if (size < smallest) found.add(`${text.textContent} is ${size.toFixed(1)} pixels high`);
    }
    return [...found];
  }

  // Labels that stick out of their area.
  function sticksOut() {
    const found = new Set();
    for (const area of felt().querySelectorAll(".area")) {
      const ring = area.querySelector(".ring"), { width, height } = ring.getBBox(), half = width / 2;
      const fits = ring.matches("circle") ? (x, y) => Math.hypot(x, y) <= half
        : ring.hasAttribute("transform") ? (x, y) => Math.abs(x) + Math.abs(y) <= half * Math.SQRT2
          : (x, y) => Math.abs(x) <= half && Math.abs(y) <= height / 2;
      for (const text of area.querySelectorAll(".label")) {
        const { x, width: wide } = text.getBBox(), base = Number(text.getAttribute("y")), top = base - text.getAttribute("font-size") * 0.73;
        const points = [[x, base], [x + wide, base], [x, top], [x + wide, top]];
        if (!points.every(([across, down]) => fits(across, down))) found.add(`${area.dataset.wager}: ${text.textContent}`);
      }
    }
    return [...found];
  }

  // What is written on every card, and how far that reaches in the units of a card, which is 62 wide and 88 high: ranks and the
  // name of the joker, not the small letter of a suit.
  async function faces() {
    const sprite = new DOMParser().parseFromString(await (await fetch("/static/cards.svg")).text(), "image/svg+xml");
    const shown = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    shown.setAttribute("viewBox", "0 0 62 88");
    document.body.append(shown);
    const found = {};
    for (const card of sprite.querySelectorAll("symbol:not(#back)")) {
      shown.replaceChildren(...[...card.childNodes].map((each) => document.importNode(each, true)));
      const boxes = [...shown.querySelectorAll("text")].map((each) => each.getBBox());
      const left = Math.min(...boxes.map(({ x }) => x)), right = Math.max(...boxes.map(({ x, width }) => x + width));
      found[card.id] = { words: shown.textContent, left, right, bottom: Math.max(...boxes.map(({ y, height }) => y + height)) };
    }
    shown.remove();
    return found;
  }

  return { unreadable, sticksOut, faces };
})()
