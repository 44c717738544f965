import Model
import SQLite

/// The history that the store's file keeps of itself.
public struct HistoryStore: HistoryDataSource {
    let database: StoreDatabase
    let clock: StoreClock

    public func steps(
        about address: RecordID?, matching text: String, at start: PageCursor<Step.ID>, limit: Int
    ) async throws -> ResultPage<Step> {
        try await database.reading { connection in
            let reader = StepReader(connection)
            let steps = try PrefilteredReading(text).items(from: start, limit: limit + 1, key: \.id, text: \.words) {
                try reader.steps(about: address, at: $0, limit: $1)
            }
            return ResultPage(read: steps, limit: limit, at: start)
        }
    }

    public func step(_ id: Step.ID) async throws -> Step {
        try await database.reading { try StepReader($0).step(id) }
    }

    public func step(of context: CommandContext) async throws -> Step? {
        let token = ActiveStep(context, at: clock.now).token
        return try await database.reading { try StepReader($0).step(by: token) }
    }

    public func nextUndo() async throws -> Step? {
        try await database.reading { try StepReader($0).nextUndo() }
    }

    public func nextRedo() async throws -> Step? {
        try await database.reading { try StepReader($0).nextRedo() }
    }
}

extension ResultPage {
    /// Of what was read away from a start, one more than is wanted.
    init<Key>(read: [Item], limit: Int, at start: PageCursor<Key>) {
        let items = Array(read.prefix(limit))
        self.init(start.isBackwards ? items.reversed() : items, hasMore: read.count > limit)
    }
}

extension Step {
    /// What it is looked for by.
    fileprivate var words: String {
        switch origin {
        case .command(let line, let author): "\(line) \(author ?? "")"
        case .outside: ""
        }
    }
}
