/// What the status page adds to the style sheet of reports.
enum HealthPageStyle {
    static let text = #"""

        .masthead.healthy .sign { background: var(--good-fill); }
        .masthead.degraded .sign { background: var(--warn-fill); }
        .masthead.failing .sign, .masthead.unreachable .sign { background: var(--bad-fill); }
        .bar .healthy, .spark .healthy { fill: var(--good-fill); }
        .bar .degraded, .spark .degraded { fill: var(--warn-fill); }
        .bar .failing, .bar .unreachable, .spark .failing, .spark .unreachable { fill: var(--bad-fill); }
        .bar .unsupported, .spark .unsupported { fill: var(--idle-fill); }
        .bar .maintenance, .spark .maintenance { fill: var(--info); opacity: 0.6; }
        .notice { margin-top: 0.9rem; padding: 0.6rem 1.1rem; border-radius: 10px; color: var(--warn); background: var(--warn-tint); }

        .service > h2 { padding: 0.85rem 1.1rem; }
        .endpoint { border-top: 1px solid var(--line); }
        .endpoint > summary {
          display: grid; grid-template-columns: 1.1rem minmax(0, 1fr) 10rem 8.5rem 0.7rem; align-items: center; column-gap: 0.75rem;
          padding: 0.6rem 1.1rem;
        }
        .endpoint > summary::after {
          content: ""; grid-column: 5; grid-row: 1 / span 2; width: 0.45rem; height: 0.45rem; border: solid var(--soft);
          border-width: 0 1.5px 1.5px 0; transform: rotate(45deg);
        }
        .endpoint:not([open]) > summary::after { transform: rotate(-45deg); }
        .endpoint .name { font-weight: 560; overflow-wrap: anywhere; unicode-bidi: isolate; }
        .endpoint .verdict { grid-column: 2; grid-row: 2; color: var(--soft); font-size: 0.88em; }
        .endpoint .spark { grid-column: 3; grid-row: 1 / span 2; width: 10rem; height: 2.25rem; }
        .endpoint .latency {
          grid-column: 4; grid-row: 1; text-align: right; font-variant-numeric: tabular-nums;
        }
        .endpoint .uptime {
          grid-column: 4; grid-row: 2; text-align: right; color: var(--soft); font-size: 0.88em; font-variant-numeric: tabular-nums;
        }
        .sign.healthy { color: var(--good); }
        .sign.degraded, .verdict.degraded { color: var(--warn); }
        .sign.failing, .sign.unreachable, .verdict.failing, .verdict.unreachable { color: var(--bad); }
        .sign.unsupported, .verdict.unsupported { color: var(--idle); }
        .spark polyline {
          fill: none; stroke: var(--info); stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round;
        }
        .inside { padding: 0 1.1rem 0.4rem 2.95rem; }
        .inside .finding { margin: 0 0 0.8rem; }
        .availability { display: flex; flex-wrap: wrap; gap: 0.4rem 2rem; margin: 0 0 0.8rem; font-variant-numeric: tabular-nums; }
        .availability dt { color: var(--soft); font-size: 0.88em; }
        .availability dd { margin: 0; font-size: 1.1em; font-weight: 600; }
        .availability .rounds { color: var(--soft); font-size: 0.82em; font-weight: 400; }
        .service .aspects { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-bottom: 0.8rem; padding: 0; border: 0; }
        .aspects li { padding: 0.1rem 0.7rem; border-radius: 999px; background: var(--idle-tint); overflow-wrap: anywhere; }
        .aspects .held { color: var(--good); background: var(--good-tint); }
        .aspects .broken { color: var(--bad); background: var(--bad-tint); }
        .aspects .unsupported, .aspects .doubtful { color: var(--warn); background: var(--warn-tint); }
        .aspects .reason { font-size: 0.88em; }
        @media (max-width: 40rem) {
          .endpoint > summary { grid-template-columns: 1.1rem minmax(0, 1fr) auto 0.7rem; }
          .endpoint > summary::after { grid-column: 4; }
          .endpoint .latency, .endpoint .uptime { grid-column: 3; }
          .endpoint .spark { grid-column: 2 / span 2; grid-row: 3; width: 100%; height: 2.25rem; margin-top: 0.3rem; }
          .inside { padding-inline: 1.1rem; }
        }

        """#
}
