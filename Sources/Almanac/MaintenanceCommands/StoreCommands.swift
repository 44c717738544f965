import Display
import Model
import Navigation

/// The commands for the database as a whole and for the program.
struct StoreCommands: Responder {
    let maintenance: any DatabaseMaintenance
    let history: any HistoryDataSource
    let planets: any PlanetDataSource
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
                CheckCommand(maintenance: maintenance, planets: planets).command,
            ] + others
    }

    private var others: [Command] {
        [
            SeedCommand(seeds: seeds, backups: maintenance, progress: configuration.progress).command,
            Command(
                "migrate", .optional("status", .status), .dryRun,
                about: "Migrate the database; “status” lists the migrations", examples: ["migrate status"],
                effect: .changes
            ) { _, status, isDryRun in
                return .tell(
                    page(of: try await status != nil || isDryRun ? maintenance.migrations() : maintenance.migrate()))
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
