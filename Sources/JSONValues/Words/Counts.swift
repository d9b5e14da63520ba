/// `1 check`, `2 checks`; a noun whose plural is another than with an `s` comes with it.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
}

/// `once`, `2 times`.
package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
