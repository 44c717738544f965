import SQLite

/// An identifier of a transaction whose outcome may be unknown: the last change that it added to the history.
struct CommitMark: Sendable {
    private let change: Int64
    private let image: String

    static let none = CommitMark(change: 0, image: "")

    /// Whether the transaction has recorded any change.
    var isKnown: Bool { change > 0 }
}

extension CommitMark {
    /// Creates the commit mark of the state before a transaction. It is empty for a database without a history.
    init(of connection: Connection) {
        let last = try? connection.first("SELECT max(id) FROM change") { $0[0] as Int64? }
        self.init(change: last.flatMap { $0 } ?? 0, image: "")
    }

    /// Creates the commit mark of the changes that follow an earlier commit mark.
    init(of connection: Connection, since before: CommitMark) {
        let now = CommitMark(of: connection)
        let image = now.change > before.change ? try? Self.image(of: now.change, in: connection) : nil
        self = image.map { CommitMark(change: now.change, image: $0) } ?? .none
    }

    func exists(in connection: Connection) throws -> Bool {
        try Self.image(of: change, in: connection) == image
    }

    private static func image(of change: Int64, in connection: Connection) throws -> String? {
        try connection.first(
            """
            SELECT step.id || ' ' || time || ' ' || token || ' ' || table_name || ' ' || ifnull(record_id, '')
            FROM change JOIN step ON step.id = step_id
            WHERE change.id = ?1
            """, binding: change
        ) { $0[0] }
    }
}
