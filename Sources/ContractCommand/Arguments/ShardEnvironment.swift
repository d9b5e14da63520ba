import ContractChecking

enum ShardEnvironment {
    private static let sources: [(index: String, count: String, first: Int, remedy: String)] = [
        ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1, "GitLab sets them for a job with 'parallel: N'"),
        ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0, "CircleCI sets them for a job with 'parallelism: N'"),
        // Kubernetes gives a pod its index, but not the number of pods.
        (
            "JOB_COMPLETION_INDEX", "CONTRACT_SHARDS", 0,
            "CONTRACT_SHARDS must be the 'completions' of the indexed job"
        ),
    ]

    /// Returns the shard of the first system whose two variables are set; `nil` if there is only one shard.
    ///
    /// - Throws: an error if the numbers form no valid shard, because checks that no job runs would go unnoticed.
    static func shard(in environment: [String: String]) throws -> (shard: Shard, origin: String)? {
        for source in sources {
            guard let index = environment[source.index], !index.isEmpty, let count = environment[source.count],
                !count.isEmpty
            else { continue }
            guard let number = Int(index), let total = Int(count), (0..<Int.max).contains(number),
                let shard = Shard(index: number - source.first + 1, count: total)
            else {
                throw CommandError(
                    "\(source.index) is '\(index)' and \(source.count) is '\(count)', which is not a valid shard; "
                        + "\(source.remedy); '--shard 1/1' runs every check here")
            }
            return total == 1 ? nil : (shard, "\(source.index) and \(source.count)")
        }
        return nil
    }
}
