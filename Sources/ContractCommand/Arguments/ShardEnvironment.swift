import ContractChecking

enum ShardEnvironment {
    private struct Source {
        let index: String
        let count: String
        let first: Int
        let remedy: String
    }

    private static let sources = [
        Source(
            index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1,
            remedy: "GitLab sets them for a job with 'parallel: N'"),
        Source(
            index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0,
            remedy: "CircleCI sets them for a job with 'parallelism: N'"),
        // Kubernetes gives a pod its index, but not the number of pods.
        Source(
            index: "JOB_COMPLETION_INDEX", count: "CONTRACT_SHARDS", first: 0,
            remedy: "CONTRACT_SHARDS must be the 'completions' of the indexed job"),
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
