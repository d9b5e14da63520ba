/// The page's style sheet: few colours, each with one meaning, in light and dark.
package enum HTMLStyle {
    /// The rules, in which every page of this package is dressed.
    package static let text = #"""

        :root {
          --page: #f6f6f3; --card: #ffffff; --inset: #f6f6f3; --ink: #1d2125; --soft: #5b646d; --line: #e2e2dd;
          --good: #17794a; --bad: #b42318; --warn: #8a5a00; --idle: #5b646d; --info: #1f5fae;
          --good-fill: #2ba66a; --bad-fill: #d9483b; --warn-fill: #dd9a1c; --idle-fill: #a9b0b6;
          --good-tint: #e3f4ea; --bad-tint: #fdeae7; --warn-tint: #fbf0d9; --idle-tint: #ecedee; --info-tint: #e5eefa;
          --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", "DejaVu Sans", sans-serif;
          color-scheme: light dark;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #14171a; --card: #1c2024; --inset: #15181b; --ink: #e4e7ea; --soft: #9aa3ac; --line: #2d3339;
            --good: #62cd93; --bad: #ff8f82; --warn: #e8b857; --idle: #9aa3ac; --info: #84b6f4;
            --good-fill: #2f9e68; --bad-fill: #d9564a; --warn-fill: #c28a22; --idle-fill: #59626b;
            --good-tint: #17301f; --bad-tint: #3a1c1a; --warn-tint: #33280f; --idle-tint: #262b30; --info-tint: #17273b;
          }
        }
        * { box-sizing: border-box; }
        [hidden], html:not(.js) .scripted { display: none !important; }
        body {
          margin: 0 auto; max-width: 72rem; padding: 2.5rem 1.5rem 4rem; background: var(--page); color: var(--ink);
          font: 15px/1.55 var(--sans); -webkit-text-size-adjust: 100%;
        }
        h1, h2, h3, h4, p, pre, ul, fieldset { margin: 0; padding: 0; border: 0; font: inherit; }
        code, pre { font-family: var(--mono); font-size: 0.87em; overflow-wrap: anywhere; unicode-bidi: isolate; }
        :focus-visible { outline: 2px solid var(--info); outline-offset: 2px; border-radius: 4px; }
        .unseen, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        .skip { position: absolute; left: 1rem; top: 0.5rem; padding: 0.3rem 0.8rem; background: var(--card); }

        .masthead h1 {
          display: flex; align-items: center; gap: 0.9rem; font-size: clamp(1.45rem, 1.1rem + 1.8vw, 2.1rem); font-weight: 650;
          letter-spacing: -0.02em; line-height: 1.2;
        }
        .masthead .sign {
          flex: none; display: grid; place-items: center; width: 1.5em; height: 1.5em; border-radius: 50%; color: #fff;
          font-size: 0.8em; background: var(--idle-fill);
        }
        .masthead.passed .sign { background: var(--good-fill); }
        .masthead.failed .sign { background: var(--bad-fill); }
        .masthead.error .sign { background: var(--warn-fill); }
        .facts { margin: 0.5rem 0 1.3rem; color: var(--soft); font-variant-numeric: tabular-nums; }
        .bar { display: block; width: 100%; height: 8px; border-radius: 4px; overflow: hidden; }
        .bar .passed { fill: var(--good-fill); }
        .bar .failed { fill: var(--bad-fill); }
        .bar .error { fill: var(--warn-fill); }
        .bar .skipped { fill: var(--idle-fill); }

        .toolbar {
          position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center;
          margin: 1rem 0 0.5rem; padding: 0.6rem 0; background: var(--page);
        }
        .toolbar fieldset { display: flex; flex-wrap: wrap; gap: 0.35rem; }
        .choice input { position: absolute; opacity: 0; width: 1px; height: 1px; }
        .choice span, button, #search {
          display: inline-block; padding: 0.3rem 0.75rem; border: 1px solid var(--line); border-radius: 999px; color: var(--ink);
          background: var(--card); font: inherit; font-size: 0.92em; cursor: pointer;
        }
        .choice b { margin-left: 0.2em; color: var(--soft); font-weight: 600; font-variant-numeric: tabular-nums; }
        .choice.failed b { color: var(--bad); }
        .choice.error b, .choice.warned b { color: var(--warn); }
        .choice.passed b { color: var(--good); }
        .choice span:hover, button:hover { border-color: var(--soft); }
        .choice input:checked + span { background: var(--ink); border-color: var(--ink); color: var(--page); }
        .choice input:checked + span b { color: inherit; }
        .choice input:focus-visible + span { outline: 2px solid var(--info); outline-offset: 2px; }
        #search { flex: 1 1 13rem; min-width: 0; cursor: text; }
        #search::placeholder { color: var(--soft); opacity: 1; }

        summary { cursor: pointer; list-style: none; }
        summary::-webkit-details-marker { display: none; }
        .service { margin-top: 0.9rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
        .service > summary {
          display: flex; flex-wrap: wrap; align-items: center; gap: 0.2rem 0.75rem; padding: 0.85rem 1.1rem;
        }
        .service > summary::after, .check > summary::after {
          content: ""; flex: none; width: 0.45rem; height: 0.45rem; margin: 0 0.2rem 0.15rem 0.4rem; border: solid var(--soft);
          border-width: 0 1.5px 1.5px 0; transform: rotate(45deg);
        }
        .service:not([open]) > summary::after, .check:not([open]) > summary::after { transform: rotate(-45deg); }
        .service h2 { font-size: 1.06rem; font-weight: 620; overflow-wrap: anywhere; min-width: 0; }
        .service > summary > .meta { margin-left: auto; }
        .sign { flex: none; width: 1.1rem; text-align: center; font-weight: 700; }
        .passed > .sign, .sign.passed, .meta .passed, li.passed .sign, .passed > summary > .sign { color: var(--good); }
        .sign.failed, .meta .failed, .failed > summary > .sign { color: var(--bad); }
        .sign.error, .meta .error, .error > summary > .sign, li.error .sign, .warned > summary > .sign { color: var(--warn); }
        .sign.skipped, li.skipped .sign, .meta .skipped { color: var(--idle); }
        .meta { color: var(--soft); font-size: 0.88em; font-variant-numeric: tabular-nums; }

        .service ul { list-style: none; padding: 0.3rem 0 0.5rem; border-top: 1px solid var(--line); }
        li.check, .check > summary { display: flex; align-items: baseline; gap: 0.75rem; padding: 0.26rem 1.1rem; }
        li.check { content-visibility: auto; contain-intrinsic-size: auto 2rem; }
        .check .kind { flex: none; width: 5.2rem; color: var(--soft); font-size: 0.88em; }
        .check .name { flex: 1; min-width: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
        .check .meta { flex: none; text-align: right; }
        .check { scroll-margin-top: 4rem; }
        details.check { border-top: 1px solid var(--line); }
        details.check > summary { padding-block: 0.6rem; align-items: center; }
        details.check .name { font-weight: 560; }
        .check > .reason { padding: 0 1.1rem 0.7rem 2.95rem; color: var(--soft); }
        .fold { border-top: 1px solid var(--line); }
        .fold > summary, .others > summary { color: var(--soft); padding: 0.6rem 1.1rem 0.6rem 2.95rem; overflow-wrap: anywhere; }
        .fold > summary::before, .others > summary::before { content: "+"; display: inline-block; width: 1rem; }
        .fold[open] > summary::before, .others[open] > summary::before { content: "−"; }
        .fold.error > summary { color: var(--warn); }
        .fold ul { border-top: 0; padding-top: 0; }

        .finding { margin: 0 1.1rem 1rem 2.95rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
        .finding h3 { padding: 0.7rem 1rem; font-weight: 520; overflow-wrap: anywhere; unicode-bidi: isolate; }
        .severity {
          display: inline-block; margin-right: 0.35rem; padding: 0 0.5rem; border-radius: 999px; font-size: 0.8em; font-weight: 640;
        }
        .finding.error .severity { color: var(--bad); background: var(--bad-tint); }
        .finding.warning .severity { color: var(--warn); background: var(--warn-tint); }
        .finding.info .severity { color: var(--info); background: var(--info-tint); }
        .rule { margin-left: 0.3rem; color: var(--soft); font-weight: 400; }
        .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
        .sides section { min-width: 0; padding: 0.7rem 1rem 0.9rem; border-top: 1px solid var(--line); }
        .sides section + section { box-shadow: -1px 0 var(--line); }
        .sides h4 { color: var(--soft); font-size: 0.82em; font-weight: 600; }
        .differences { width: 100%; border-collapse: collapse; table-layout: fixed; }
        .differences th, .differences td { padding: 0.25rem 1rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
        .differences tbody { border-top: 1px solid var(--line); }
        .differences .place code { display: block; }
        .differences thead th { color: var(--soft); font-size: 0.82em; font-weight: 600; }
        .differences tbody th { padding-top: 0.55rem; font-weight: 520; }
        .value { margin: 0.15rem 0 0.6rem; max-height: 22rem; overflow: auto; white-space: pre-wrap; }
        .expected .value { color: var(--good); }
        .found .value { color: var(--bad); }
        .warning .found .value { color: var(--warn); }
        .value mark { padding: 0 1px; border-radius: 3px; color: inherit; font-weight: 700; }
        .expected mark { background: var(--good-tint); }
        .found mark { background: var(--bad-tint); }
        .place { color: var(--soft); font-size: 0.88em; overflow-wrap: anywhere; }
        .place code { font-size: 0.97em; color: var(--ink); }
        .place .pointer { color: var(--soft); }
        .source { margin-top: 0.45rem; padding: 0.4rem 0; border-radius: 7px; background: var(--inset); white-space: pre-wrap; }
        .source .line { display: block; padding: 0 0.8rem 0 3.2rem; color: var(--soft); }
        .source .line::before {
          content: attr(data-line); display: inline-block; width: 2rem; margin: 0 0.7rem 0 -2.7rem; text-align: right; opacity: 0.7;
        }
        .source .marked { color: var(--ink); background: var(--idle-tint); }
        .source mark { color: inherit; background: none; text-decoration: underline wavy var(--bad-fill) 1px; text-underline-offset: 3px; }
        .warning .source mark { text-decoration-color: var(--warn-fill); }
        .repeat { display: flex; align-items: center; gap: 0.8rem; margin: 0 1.1rem 0.8rem 2.95rem; color: var(--soft); }
        .repeat code::before { content: "$ "; }
        .copy { flex: none; min-width: 5.2em; padding: 0.05rem 0.6rem; font-size: 0.85em; }
        .others { border-top: 1px solid var(--line); }
        .finding .others > summary { padding: 0.5rem 1rem; }
        .finding .others ul { border: 0; padding: 0 1rem 0.6rem 2rem; }
        .finding .others li { overflow-wrap: anywhere; color: var(--soft); }
        .matrix { position: relative; margin: 0 1.1rem 1rem 2.95rem; }
        .matrix .wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; }
        .matrix table { width: 100%; border-collapse: separate; border-spacing: 3px; font-size: 0.86em; }
        .matrix caption { padding: 0.6rem 0.8rem 0.3rem; color: var(--soft); text-align: left; }
        .matrix caption strong { color: var(--bad); }
        .matrix thead th { padding: 0.2rem 0.3rem; color: var(--soft); font-weight: 500; }
        .matrix th:first-child {
          position: sticky; left: 0; padding: 0.1rem 0.5rem 0.1rem 0.7rem; background: var(--card); font-weight: 500;
          text-align: left; min-width: 6.5rem; max-width: 18rem;
        }
        .matrix th code { overflow-wrap: break-word; }
        .matrix td { min-width: 2.6rem; width: 7%; padding: 0; border-radius: 5px; text-align: center; }
        .matrix td.held { color: var(--good); background: var(--good-tint); }
        .matrix td.error { color: var(--bad); background: var(--bad-tint); box-shadow: inset 0 0 0 1.5px var(--bad-fill); }
        .matrix td.warning, .matrix td.info {
          color: var(--warn); background: var(--warn-tint); box-shadow: inset 0 0 0 1.5px var(--warn-fill);
        }
        @media (prefers-color-scheme: dark) {
          .matrix td.held { background: #1d4530; }
          .matrix td.error { background: #54211d; }
          .matrix td.warning, .matrix td.info { background: #473710; }
        }
        .cell summary { padding: 0.16rem 0.35rem; border-radius: 5px; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .cell summary:hover, .cell[open] summary { box-shadow: 0 0 0 2px currentColor; }
        .probes {
          position: absolute; left: 0; right: 0; z-index: 2; margin-top: 0.4rem; padding: 0.8rem 1rem; max-height: 24rem;
          overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink);
          box-shadow: 0 8px 24px rgb(0 0 0 / 25%); text-align: left; font-size: 1.06em; overflow-wrap: anywhere;
        }
        .probes h4 { margin-bottom: 0.35rem; color: var(--soft); }
        .probes p { margin-top: 0.3rem; color: var(--soft); }
        .probes p strong { color: var(--good); }
        .probes p span { color: var(--ink); white-space: pre-wrap; }
        .service .probes ul { padding: 0 0 0.2rem 1.1rem; border: 0; list-style: disc; }
        .probes .expected { color: var(--good); }
        .probes .found { color: var(--bad); }
        .matrix .rest { padding: 0.3rem 0.8rem; color: var(--soft); }
        .recordings li { padding: 0.26rem 1.1rem; overflow-wrap: anywhere; }
        .recordings .kind { display: inline-block; width: 5.5rem; color: var(--soft); font-size: 0.88em; }
        .recordings p { margin: 0.15rem 0 0.15rem 5.8rem; }
        .recordings .effect { color: var(--soft); }
        .recordings .rest { padding: 0.3rem 1.1rem; color: var(--soft); }
        .error > .severity { color: var(--bad); background: var(--bad-tint); }
        .warning > .severity { color: var(--warn); background: var(--warn-tint); }
        .info > .severity { color: var(--info); background: var(--info-tint); }
        .empty { margin: 1.5rem 0; padding: 2.5rem 1rem; border: 1px dashed var(--line); border-radius: 12px; color: var(--soft); text-align: center; }
        footer { margin-top: 2rem; color: var(--soft); font-size: 0.88em; text-align: center; }

        @supports selector(:has(*)) {
          html:not(.js):has([value="failed"]:checked) :is(.check:not(.failed), .service:not(:has(.check.failed)), .fold:not(:has(.check.failed))),
          html:not(.js):has([value="error"]:checked) :is(.check:not(.error), .service:not(:has(.check.error)), .fold:not(:has(.check.error))),
          html:not(.js):has([value="skipped"]:checked) :is(.check:not(.skipped), .service:not(:has(.check.skipped)), .fold:not(:has(.check.skipped))),
          html:not(.js):has([value="passed"]:checked) :is(.check:not(.passed), .service:not(:has(.check.passed)), .fold:not(:has(.check.passed))),
          html:not(.js):has([value="warned"]:checked) :is(.check:not(.warned), .service:not(:has(.check.warned)), .fold:not(:has(.check.warned))) { display: none; }
        }
        @media (max-width: 40rem) {
          body { padding: 1.4rem 0.8rem 3rem; }
          .service > summary > .meta { margin-left: 1.85rem; width: 100%; order: 3; }
          .service h2 { flex: 1; }
          .toolbar { position: static; }
          li.check, .check > summary { padding-inline: 0.8rem; gap: 0.5rem; }
          .check .kind { width: auto; }
          .check > summary { flex-wrap: wrap; }
          .check > summary .meta { order: 3; width: 100%; padding-left: 1.6rem; text-align: left; }
          .finding, .matrix { margin: 0 0.6rem 0.8rem; }
          .matrix th:first-child { max-width: 9rem; }
          .recordings p { margin-left: 0; }
          .repeat { margin-inline: 0.8rem; }
          .fold > summary { padding-inline: 0.8rem; }
          .check > .reason { padding-inline: 0.8rem; }
          .sides section + section { box-shadow: none; }
          .differences thead { display: none; }
          .differences td { display: block; padding-block: 0; }
          .differences .expected::before { content: "expected"; color: var(--soft); font-size: 0.82em; }
          .differences .found::before { content: "found"; color: var(--soft); font-size: 0.82em; }
        }
        @media print { .toolbar, .copy { display: none !important; } .service { break-inside: avoid-page; } }
        @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }

        """#
}
