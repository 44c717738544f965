import Display
import Localization
import Model
import Navigation

/// The commands for the database as a whole and for the program.
struct StoreCommands: Responder {
    let maintenance: any DatabaseMaintenance
    let history: any HistoryDataSource
    let planets: any PlanetDataSource
    let persons: any PersonDataSource
    let seeds: any SeedDataSource
    let configuration: Configuration
    let session: CurrentSession
    let resolver: RecordResolver
    let graph: @Sendable () async throws -> NavigationGraph

    var commands: [Command] {
        BackupCommands(maintenance: maintenance).commands
            + [
                RestoreCommand(
                    history: history, maintenance: maintenance, session: session, resolver: resolver
                ).command,
                CheckCommand(maintenance: maintenance, planets: planets, persons: persons).command,
            ] + others
    }

    private var others: [Command] {
        [
            SeedCommand(seeds: seeds, backups: maintenance, progress: configuration.progress).command,
            Command(
                "migrate", .optional("status", .status),
                about: "Migrate the database; “status” lists the migrations", examples: ["migrate status"],
                effect: .changes
            ) { invocation, status in
                let isStatus = status != nil || invocation.context.isDryRun
                return .tell(page(of: try await isStatus ? maintenance.migrations() : maintenance.migrate()))
            },
            Command("paths", about: "List the files and folders that Almanac uses") { _ in
                let paths = configuration.paths.map { Field($0.name, $0.name, .text($0.path)) }
                return .tell(Page("Paths", [.record(paths)]))
            },
            Command("graph", about: "Print the navigation graph for Graphviz", examples: ["graph > almanac.dot"]) { _ in
                .tell(Page("Navigation", [.verbatim(try await graph().graphviz)]))
            },
            Command("version", about: "Show the version of Almanac") { _ in
                .tell(.message("almanac \(configuration.version)"))
            },
        ]
    }

    private func page(of migrations: [MigrationState]) -> Page {
        let columns = [
            Column("version", "Version", .trailing), Column("name", "Name"), Column("applied", "Applied"),
        ]
        let rows = migrations.map { migration in
            Row([
                Field("version", "Version", .integer(migration.version)),
                Field("name", "Name", .text(migration.name)),
                Field("applied", "Applied", migration.applied.map(Value.day) ?? .none),
            ])
        }
        return Page("Migrations", [.table(Table("migrations", columns: columns, rows: rows))])
    }
}

extension ValueParser where Value == String {
    fileprivate static var status: ValueParser {
        ValueParser(
            .choice(["status"]),
            parse: { word, _ in word == "status" ? word : nil },
            orThrow: {
                CommandProblem.notHere(
                    "“migrate” does not accept “\($0)”.", next: "Use “migrate” or “migrate status”.")
            })
    }
}

/// The commands that create and list backups and recover damaged databases.
struct BackupCommands: Responder {
    let maintenance: any DatabaseMaintenance

    var commands: [Command] {
        [
            Command(
                "backup", .argument("FILE", .database), about: "Write a verified copy of the database and its photos",
                examples: ["backup almanac-2026.db"]
            ) { _, path in .tell(page(of: try await maintenance.backup(to: path))) },
            Command(
                "backups", Argument.flag("--daily", "First make the daily backup and verify an old one, if due"),
                about: "List automatic backups, newest first"
            ) { _, isDaily in
                if isDaily {
                    _ = try await maintenance.backUpDaily()
                    try await maintenance.verifyOldestBackup()
                }
                let failure = try await maintenance.backupFailure()
                return .tell(page(of: try await maintenance.backups(), failure))
            },
            Command(
                "salvage", .argument("FILE", .database), .optional("TO", .database),
                about: "Recover readable data from a damaged database",
                examples: ["salvage almanac.db saved.db"]
            ) { invocation, path, target in
                let target = target ?? Self.target(besides: path)
                return .tell(page(of: try await maintenance.salvage(path, to: target, in: invocation.context)))
            },
        ]
    }

    /// Returns the default path of the recovered database, such as `almanac.salvaged.db` for `almanac.db`.
    private static func target(besides path: String) -> String {
        (path.hasSuffix(".db") ? String(path.dropLast(".db".count)) : path) + ".salvaged.db"
    }

    private func page(of backup: BackupReport) -> Page {
        let missing = Field("photosMissing", "Photos missing", .integer(backup.photosMissing))
        let fields =
            [Field("path", "File", .text(backup.path)), Field("bytes", "Bytes", .integer(backup.bytes))]
            + Field.counts(backup.counts) + [Field("photos", "Photos", .integer(backup.photos))]
        return Page("Backup", [.record(fields + (backup.photosMissing > 0 ? [missing] : []))])
    }

    private func page(of backups: [Backup], _ failure: BackupFailure?) -> Page {
        let columns = [
            Column("time", "Created"), Column("reason", "Reason"), Column("verified", "Verified"),
            Column("path", "File"),
        ]
        let rows = backups.map { backup in
            Row([
                Field("time", "Created", .day(backup.time)), Field("reason", "Reason", .words(backup.words)),
                Field("isWhole", "Intact", .flag(backup.isIntact)),
                Field("verified", "Verified", backup.verified.map(Value.day) ?? .none),
                Field("path", "File", .text(backup.path)),
            ])
        }
        let keys = ["time", "reason", "isWhole", "verified", "path"]
        let table = Block.table(
            Table("backups", columns: columns, rows: rows, keys: keys, placeholder: "No automatic backups yet."))
        guard let failure else { return Page("Backups", [table]) }
        return Page("Backups", [.message([failure.message]), table], forPrograms: [table])
    }

    private func page(of report: SalvageReport) -> Page {
        let columns = [
            Column("table", "Table"), Column("saved", "Recovered", .trailing), Column("refused", "Rejected", .trailing),
            Column("lost", "Lost (at most)", .trailing),
        ]
        let rows = report.tables.filter { $0.saved > 0 || $0.refused > 0 || !$0.lost.isEmpty }.map { table in
            Row([
                Field("table", "Table", .text(table.table)), Field("saved", "Recovered", .integer(table.saved)),
                Field("refused", "Rejected", .integer(table.refused)),
                Field("lost", "Lost (at most)", .integer(table.maximumLostKeys)),
            ])
        }
        let summary: Message =
            "Recovered the readable data to \(report.path), with \(count(report.photos, "photo") ?? "no photos")."
        let missing = report.photosMissing
        let lost = Message(
            missing, one: "1 photo was not recovered: its file is missing or damaged.",
            other: "\(missing) photos were not recovered: their files are missing or damaged.")
        return Page(
            "Recovered",
            [
                .message([summary] + (missing > 0 ? [lost] : []) + report.repaired),
                .table(Table("tables", columns: columns, rows: rows)),
            ])
    }
}

extension Field {
    /// Returns fields with the number of records of each kind.
    static func counts(_ counts: [Kind: Int]) -> [Field] {
        Kind.allCases.map { Field($0.plural, $0.heading, .integer(counts[$0] ?? 0)) }
    }
}

extension BackupFailure {
    public var message: Message { "The daily backup failed on \(time.rawValue). \(reason)" }
}

extension Backup {
    fileprivate var words: Message {
        let occasion: Message = reason == .daily ? "daily" : "\(reason.rawValue)"
        return isIntact ? occasion : "\(occasion), damaged"
    }
}

extension ValueParser where Value == String {
    fileprivate static var database: ValueParser {
        ValueParser(
            .file,
            parse: { path, _ in path == "-" ? nil : path },
            orThrow: { _ in
                CommandProblem.notHere(
                    "This command does not support standard input or output.", next: "Use a file name.")
            })
    }
}
