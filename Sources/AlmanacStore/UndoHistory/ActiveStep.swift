import Model
import SQLite

/// The current step. Triggers read it from the single row of `present_step`, which exists only during a transaction.
struct ActiveStep {
    let time: Timestamp
    let command: String
    let author: Account.ID?
    let token: Int64
    let role: Step.Role

    /// Creates the step of a command.
    /// - Parameter role: The role of an undo, redo, or purge, which is always a separate step; `nil` for an edit.
    init(_ context: CommandContext, as role: Step.Role? = nil, at time: Timestamp) {
        self.time = time
        self.role = role ?? .edit
        command = context.command
        author = context.author
        token = role == nil ? context.stepToken : CommandContext(context.command, by: nil).stepToken
    }

    func begin(on connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO present_step (time, command, author_id, author, token, role, of_step)
            VALUES (?1, ?2, ?3, (SELECT name FROM account WHERE id = ?3), ?4, ?5, ?6)
            """, binding: time, command, author, token, StepRole(role), role.original)
    }

    /// Inserts the step immediately, even if it will have no changes.
    func insert(on connection: Connection) throws -> Step.ID {
        try connection.run(
            """
            INSERT INTO step (time, command, author_id, author, token, role, of_step)
            SELECT time, command, author_id, author, token, role, of_step FROM present_step
            """)
        return Step.ID(rawValue: connection.lastInsertedID)
    }

    static func end(on connection: Connection) throws {
        try connection.run("DELETE FROM present_step")
    }
}

/// The role of a step, as stored in the database.
enum StepRole: String, Bindable {
    case edit, undo, redo, purge

    init(_ role: Step.Role) {
        self =
            switch role {
            case .edit: .edit
            case .undo: .undo
            case .redo: .redo
            case .purge: .purge
            }
    }
}

extension Step.Role {
    /// The step that was undone or redone; `nil` for edits and purges.
    var original: Step.ID? {
        switch self {
        case .edit, .purge: nil
        case .undo(let id), .redo(let id): id
        }
    }

    var isRedo: Bool {
        if case .redo = self { true } else { false }
    }
}

extension CommandContext {
    /// The token of the step that the command makes. It is never zero, because zero identifies changes by other
    /// programs.
    var stepToken: Int64 { token == 0 ? 1 : Int64(bitPattern: token) }
}

extension StoreDatabase {
    /// Runs the body as part of the command’s history step and updates the search index in the same transaction. A dry
    /// run is rolled back after the body returns.
    /// - Parameters:
    ///   - foreignKeys: The foreign key mode. Use `.off` to restore deleted records.
    ///   - isKept: A closure that returns whether to commit, unless the command is a dry run.
    ///   - collects: Whether a dry run collects the changes. This is unnecessary if the body returns them.
    /// - Returns: The result of the body.
    @discardableResult
    func recording<Result: Sendable>(
        in context: CommandContext, at clock: StoreClock, foreignKeys: ForeignKeys = .enforced,
        isKept: @escaping @Sendable (Result) -> Bool = { _ in true },
        collects: Bool = true, for caller: StaticString = #function,
        _ body: sending (Connection) throws -> Result
    ) async throws -> Result {
        try await writing(in: context, foreignKeys: foreignKeys, isKept: isKept, for: caller) { connection in
            try connection.recording(
                ActiveStep(context, at: clock.now), collectingIn: collects ? context.dryRun : nil
            ) { try body(connection) }
        }
    }
}

extension Connection {
    /// Records the changes made by the body as a step, in the caller’s transaction.
    /// - Parameter dryRun: A result that collects the changes.
    func recording<Result>(
        _ step: ActiveStep, collectingIn dryRun: DryRunResult? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        try step.begin(on: self)
        let result = try body()
        try SearchIndexer(self).update()
        if let dryRun {
            let changes = try ChangeReader(self).changes(by: step.token)
            dryRun.add(changes.items, hasMore: changes.hasMore)
        }
        try ActiveStep.end(on: self)
        return result
    }
}
