(() => {
  "use strict";
  // The page as it is now, without losing what a reader has opened.
  const refresh = async () => {
    try {
      const response = await fetch(location.href, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (page.body.dataset.requests !== document.body.dataset.requests) {
        const open = new Set([...document.querySelectorAll("details[open]")].map((part) => part.id));
        for (const part of page.querySelectorAll("details")) if (open.has(part.id)) part.open = true;
        for (const name of ["header", "main"]) {
          document.querySelector(name).replaceWith(document.adoptNode(page.querySelector(name)));
        }
        document.body.dataset.requests = page.body.dataset.requests;
        document.title = page.title;
      }
    } catch {
      document.title = "the server has stopped";
    }
    setTimeout(refresh, 1000);
  };
  setTimeout(refresh, 1000);
})();
