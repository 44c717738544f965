import Display
import Localization
import Model
import Navigation

/// What was there once: deleted records out of the trash (`restore persons/7`), everything or records out of a backup
/// (`restore FILE`, `restore FILE persons/7`).
struct RestoreCommand: Sendable {
    let history: any HistoryDataSource
    let maintenance: any DatabaseMaintenance
    let session: CurrentSession
    let directory: RecordResolver

    private static let declaration = CommandDeclaration(
        "restore", .argument("ADDRESS|FILE", .recordOrBackup),
        Argument.any("ADDRESS", .deletedRecord("Write it as the trash or the backup has it, such as persons/7.")),
        .confirmation, about: "deleted records; or everything, or records, from a backup",
        examples: ["restore persons/7", "restore almanac-2026.db", "restore almanac-2026.db persons/7"],
        effect: .changes)

    var command: Command {
        Command(Self.declaration) { invocation, source, ids, confirmation in
            switch source {
            case .record(let first): try await restore([first] + ids, in: invocation.context)
            case .backup(let path) where ids.isEmpty: try await restore(path, confirmation, in: invocation)
            case .backup(let path): try await restore(ids, from: path, in: invocation.context)
            }
        }
    }

    private func restore(_ addresses: [RecordID], in context: CommandContext) async throws -> NavigationAction {
        let restored = try await history.restore(addresses.unique, in: context)
        return .tell(.message("Restored \(restored.sample(of: restored.count)). “undo” takes that back."))
    }

    /// Everything, after asking; those who look at something that may be gone then are led home.
    private func restore(
        _ path: String, _ confirmation: Confirmation, in invocation: Invocation
    ) async throws -> NavigationAction {
        guard confirmation.isSure else {
            // What cannot be restored needs no answer.
            let report = try await maintenance.restore(from: path, in: invocation.context.asDryRun)
            let question: Message = "Put \(path) in place of everything there is now? That is backed up first."
            return ConfirmationPresenter(
                question: (report.remarks + [question]).joined(),
                line: Self.declaration.line(.backup(path), [], .yes), flag: Option.yes.name
            ).present()
        }
        guard !confirmation.isDryRun else { return try await dryRun(path, in: invocation.context) }
        let account = await session.name
        let report = try await maintenance.restore(from: path, in: invocation.context)
        let farewell = await farewell(to: account, in: invocation)
        let page = Page(
            "Restored",
            [
                .record(
                    [Field("path", "From", .text(report.path))] + Field.counts(report.counts)
                        + [
                            Field("photos", "Photos", .integer(report.photos)),
                            Field("photosMissing", "Photos missing", .integer(report.photosMissing)),
                            Field("before", "What was there before", report.before.map { .text($0) } ?? .none),
                        ])
            ] + (report.remarks.isEmpty ? [] : [.message(report.remarks)]) + farewell)
        return invocation.isInteractive ? .all([.restart, .tell(page)]) : .tell(page)
    }

    /// Ends the session of somebody whom the restored store does not know.
    private func farewell(to name: String?, in invocation: Invocation) async -> [Block] {
        guard await session.leave(unlessNamed: name, mayAsk: invocation.isInteractive) else { return [] }
        let who: Message = name.map { "“\($0)”" } ?? "Who was signed in"
        let what: Message = invocation.isInteractive ? "nobody is signed in any more" : "a guest goes on"
        return [.message(["\(who) has no account in it, so \(what)."])]
    }

    /// How many records there are now, and how many there would be.
    private func dryRun(_ path: String, in context: CommandContext) async throws -> NavigationAction {
        let report = try await maintenance.restore(from: path, in: context)
        var rows: [Row] = []
        for kind in Kind.allCases {
            rows.append(
                Row([
                    Field("kind", "Records", .text(kind.plural)),
                    Field("old", "Before", (try? await directory.count(kind)).map { .integer($0) } ?? .none),
                    Field("new", "After", .integer(report.counts[kind] ?? 0)),
                ]))
        }
        let sentence: Message = """
            Nothing was changed. \(path) would take the place of everything there is now, after a backup of that:
            """
        let columns = [
            Column("kind", "Records"), Column("old", "Before", .trailing), Column("new", "After", .trailing),
        ]
        let table = Table("changes", columns: columns, rows: rows)
        return .tell(Page("", [.message(report.remarks + [sentence]), .table(table)], forPrograms: [.table(table)]))
    }

    private func restore(
        _ addresses: [RecordID], from path: String, in context: CommandContext
    ) async throws -> NavigationAction {
        let restored = try await maintenance.restore(addresses, from: path, in: context)
        let sentences = restored.map { record in
            ([record.sentence] + record.left).joined()
        }
        return .tell(.message(sentences))
    }
}

extension RestoreReport {
    /// What does not come along.
    fileprivate var remarks: [Message] {
        guard photosMissing > 0 else { return [] }
        return [
            Message(
                photosMissing,
                one: """
                    \(photosMissing) photo that \(path) names cannot be taken from beside it: “check” tells who lacks it.
                    """,
                other: """
                    \(photosMissing) photos that \(path) names cannot be taken from beside it: “check” tells who lacks them.
                    """)
        ]
    }
}

extension RestoredRecord {
    fileprivate var sentence: Message {
        let name = "\(record.name) (\(record.address))"
        return switch outcome {
        case .changed: "\(name) is as it was in the backup. “undo” takes that back."
        case .unchanged: "\(name) is as it was in the backup already."
        case .recreated: "\(name) is back. “undo” takes that back."
        }
    }
}

/// What is restored, or from where.
private enum RestoreSource: Sendable {
    case record(RecordID)
    case backup(String)
}

extension ValueParser where Value == RestoreSource {
    fileprivate static var recordOrBackup: ValueParser {
        ValueParser(
            .deletedRecord,
            parse: { word, invocation in
                (invocation.row(word) ?? RecordID(word)).map { .record($0) } ?? .backup(word)
            },
            describe: { source in
                switch source {
                case .record(let id): id.description
                case .backup(let path): path
                }
            })
    }
}
