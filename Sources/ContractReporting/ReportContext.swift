import Foundation

/// What a rendering may know beside the report itself; the defaults suit a file.
public struct ReportContext: Sendable {
    /// The tool and its version, as a page's footer names them.
    public var tool: String
    /// When the run began, for formats that say so.
    public var date: Date?
    /// The terminal's columns to wrap at; `nil` wraps nothing.
    public var width: Int?
    /// Whether the console may use ANSI colours.
    public var color: Bool
    /// The text of a file that a finding points into, for excerpts; `nil` where there is none to show.
    public var source: @Sendable (String) -> String?

    /// Makes a context; without a source no excerpts are shown.
    public init(
        tool: String = "contracts", date: Date? = nil, width: Int? = nil, color: Bool = false,
        source: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.tool = tool
        self.date = date
        self.width = width
        self.color = color
        self.source = source
    }
}
