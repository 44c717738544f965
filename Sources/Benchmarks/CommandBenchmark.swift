/// A benchmark of whole commands.
enum CommandBenchmark: String {
    /// The parsing of vCards, compared with vobject.
    case cards
    /// Commands on databases of increasing size, optionally compared with other programs, such as an older version.
    case growth
    /// The response times of the built program.
    case program
    /// The first synchronization with a server.
    case sync

    /// Runs the benchmark and returns its results as a Markdown table.
    /// - Parameter programs: The paths of additional programs to measure.
    func table(isQuick: Bool, programs: [String]) throws -> String {
        switch self {
        case .cards: try CardParsingBenchmark.table(rounds: isQuick ? 1 : 5)
        case .growth: try GrowthTimes.table(besides: programs, scale: isQuick ? 0.1 : 1)
        case .program: try ProgramTimes.table(rounds: isQuick ? 3 : 30)
        case .sync: try FirstSynchronization.table(rounds: isQuick ? 1 : 5, cards: isQuick ? 1_000 : 10_000)
        }
    }
}
