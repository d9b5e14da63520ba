/// The text format in which Prometheus and the textfile collector of the node exporter read metrics (version 0.0.4).
///
/// Each metric is one block of `# HELP`, `# TYPE` and its samples; no sample has a timestamp, which the textfile collector
/// refuses. Metrics without a sample are left out.
package struct PrometheusText {
    /// What is measured; all are gauges.
    package struct Metric: Sendable {
        let name: String
        let help: String

        /// Names a metric: letters, digits and underscores.
        package init(_ name: String, _ help: String) {
            self.name = name
            self.help = help
        }

        /// Whether all that was checked holds.
        package static let success = Metric("contract_success", "Whether everything that was checked holds: 1, or 0.")
        /// How long the checks took.
        package static let duration = Metric("contract_duration_seconds", "How long it took.")
        /// When the run began.
        package static let lastRun = Metric(
            "contract_last_run_timestamp_seconds", "When the last run began, in seconds since 1970.")
    }

    /// One value with the labels that tell it apart, in the order they are written.
    package struct Sample {
        let labels: [(name: String, value: String)]
        let value: Double

        /// Makes a sample.
        package init(_ labels: [(name: String, value: String)], _ value: Double) {
            self.labels = labels
            self.value = value
        }
    }

    /// The blocks so far, each line ended.
    package private(set) var text = ""

    /// Begins an empty text.
    package init() {}

    /// Writes a metric, which must not have been written before.
    package mutating func add(_ metric: Metric, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(metric.name) \(metric.help.replacing("\\", with: "\\\\"))\n# TYPE \(metric.name) gauge\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += "\(metric.name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n"
        }
    }

    /// What cannot be seen is written out, so that a label is always one line of text.
    private static func escaped(_ value: String) -> String {
        value.visible().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
