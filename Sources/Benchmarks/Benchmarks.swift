import TestSupport

/// A program that compares the SQLite module with plain C calls.
///
/// ```sh
/// swift run -c release Benchmarks [--quick] [--json] [WORD…]
/// ```
///
/// Each word selects the workloads whose names contain it. If the first word is the name of a `CommandBenchmark`, that
/// benchmark is run instead.
@main
enum Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let words = arguments.filter { !$0.hasPrefix("--") }
        let isQuick = arguments.contains("--quick")
        let rounds = isQuick ? 3 : 9
        if let benchmark = words.first.flatMap(CommandBenchmark.init) {
            return print(try benchmark.table(isQuick: isQuick, programs: Array(words.dropFirst())))
        }

        let folder = try TemporaryFolder()
        var workloads = try workloads(isQuick ? 20_000 : 200_000, in: folder)
        if !isQuick { workloads.append(try Population(1_000_000, in: folder).prefixSearch()) }
        var comparisons = workloads.filter { workload in
            words.isEmpty || words.contains { workload.name.contains($0) }
        }.map(Comparison.init)
        for round in 0..<rounds {
            for index in comparisons.indices {
                try comparisons[index].measure(round: round)
            }
        }
        print(arguments.contains("--json") ? Comparison.json(comparisons) : Comparison.table(comparisons))
    }

    private static func workloads(_ count: Int, in folder: TemporaryFolder) throws -> [any Workload] {
        let population = try Population(count, in: folder)
        let workloads: [any Workload] = [
            try BulkInsert(count, in: folder),
            try population.fullScan(),
            try population.keptLookup(),
            try population.cachedLookup(),
            try population.singleCall(),
            try population.databaseRead(),
            try population.prefixSearch(),
            try population.keysetPages(),
            try UpdateWithHistory(in: folder),
            try population.memberListing(),
            try CSVExport(population, in: folder),
        ]
        return workloads + (TableExport.isPossible ? [TableExport(population, in: folder)] : [])
    }
}
