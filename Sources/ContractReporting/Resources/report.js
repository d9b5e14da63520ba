(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const form = document.querySelector(".toolbar");

  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });

  const closeCells = (but) => {
    for (const cell of all(".cell[open]")) if (!cell.contains(but)) cell.open = false;
  };
  document.addEventListener("click", (event) => closeCells(event.target));
  document.addEventListener("keydown", (event) => {
    const cell = event.key === "Escape" && document.querySelector(".cell[open]");
    if (!cell) return;
    cell.open = false;
    cell.firstElementChild.focus();
  });

  if (!form) return;
  const search = document.getElementById("search");
  const expand = document.getElementById("expand");
  const checks = all(".check");
  const parts = all(".service:not(.recordings), .fold");
  const texts = new Map();
  const textOf = (check) => {
    if (!texts.has(check)) {
      const reason = check.closest(".fold")?.querySelector(".reason")?.textContent ?? "";
      texts.set(check, (decodeURIComponent(check.id) + " " + check.textContent + " " + reason).toLowerCase());
    }
    return texts.get(check);
  };

  const apply = () => {
    const show = form.elements.show.value;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const narrowed = show !== "all" || words.length > 0;
    const holders = new Set();
    let count = 0;
    for (const check of checks) {
      const matches = (show === "all" || check.classList.contains(show))
        && words.every((word) => textOf(check).includes(word));
      check.hidden = !matches;
      if (!matches) continue;
      count += 1;
      for (let part = check.parentElement; part; part = part.parentElement) holders.add(part);
    }
    for (const part of parts) {
      part.hidden = !holders.has(part);
      if (narrowed && !part.hidden) part.open = true;
    }
    document.getElementById("nothing").hidden = count > 0;
    document.getElementById("status").textContent = `${count} of ${checks.length} checks shown`;
  };

  const folds = all("main details:not(.others, .cell)");
  const label = () => { expand.textContent = folds.some((part) => !part.open) ? "Expand all" : "Collapse all"; };
  expand.addEventListener("click", () => {
    const open = folds.some((part) => !part.open);
    for (const part of folds) part.open = open;
    label();
  });
  document.addEventListener("toggle", label, true);
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== search && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && event.target === search) {
      search.value = "";
      apply();
    }
  });
  label();
  if (search.value || form.elements.show.value !== "all") apply();
})();
