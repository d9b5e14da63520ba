/// Returns a count with its noun, such as `1 check` or `2 checks`. Pass an irregular plural explicitly.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
}

/// Returns `once` or `2 times`.
package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
