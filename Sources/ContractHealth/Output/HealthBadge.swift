enum HealthBadge {
    private static let label = "contracts"

    static func text(of round: HealthRound) -> String {
        let watched = round.watched
        let worst = round.verdict
        let count = watched.count { $0.settled == worst }
        let message =
            switch (watched.isEmpty, worst) {
            case (true, _): round.endpoints.isEmpty ? "nothing checked" : "in maintenance"
            case (false, .healthy): "healthy"
            case (false, _): "\(count) of \(watched.count) \(worst.rawValue)"
            }
        // The text is stretched to these widths, regardless of the reader's font.
        let left = width(of: label)
        let right = width(of: message)
        let whole = left + right + 40
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(whole)" height="20" viewBox="0 0 \(whole) 20" role="img" \
            aria-label="\(label): \(message)">
            <title>\(label): \(message)</title>
            <clipPath id="r"><rect width="\(whole)" height="20" rx="4"/></clipPath>
            <g clip-path="url(#r)"><rect width="\(left + 20)" height="20" fill="#3d444b"/>\
            <rect x="\(left + 20)" width="\(right + 20)" height="20" fill="\((watched.isEmpty ? .unsupported : worst).look.badge)"/></g>
            <g fill="#fff" font-family="system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif" font-size="11">
            <text x="10" y="14" textLength="\(left)">\(label)</text>
            <text x="\(left + 30)" y="14" textLength="\(right)">\(message)</text>
            </g>
            </svg>

            """
    }

    private static func width(of text: String) -> Int { text.count * 13 / 2 }
}
