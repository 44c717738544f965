import Display
import Localization
import Model
import Navigation

/// Planting the sets that ship with the program, or one's own.
struct SeedCommand: Sendable {
    /// Planting no more records than this is no import, before which a backup is made: one step to undo is enough.
    private static let handful = 100
    let seeds: any SeedDataSource
    let maintenance: any DatabaseMaintenance
    let progress: @Sendable (SeedProgress) -> Void

    var command: Command {
        Command(
            "seed", .any("SET", .text), .dryRun,
            about: "plant sets of records; without names, list them",
            examples: ["seed", "seed flintstones solar", "seed exoplanets --dry-run", "seed ./family"],
            details: SeedCommand.format,
            effect: .changes
        ) { invocation, names, isDryRun in
            guard !names.isEmpty else { return .tell(page(of: try await seeds.sets())) }
            let sources = names.map(SeedSource.init)
            let read = try await seeds.read(sources)
            // A folder may have got more since it was planted.
            let mayBeNew = zip(sources, read.sets).filter { $0.isFolder || !$1.isLoaded }
                .flatMap(\.1.counts.values).reduce(0, +)
            if mayBeNew > Self.handful { _ = try await maintenance.backUpBefore(.import, in: invocation.context) }
            let reports = try await read.load(in: invocation.context, progress: progress)
            return .tell(page(of: reports, isDryRun: isDryRun))
        }
    }

    private static let format: Message = """
        A set of your own is named by its folder, with a slash in it: `./family`. It is a folder with `set.json` (an object of five texts: `name`, `title`, `summary`, `license`, `source`) and any of \
        the files `persons*.csv`, `groups*.csv`, `planets*.csv`, `notes*.csv`: RFC 4180 in UTF-8, the first line a header.

        - Every row has a `key` (planets: their `name`); a later row with the same key adds to that record.
        - All other columns are fields as in `new person`: `given`, `birthday`, `email.work`, `planet`.
        - In a header `*` stands for the row's `label` column: `key,label,phone.*`.
        - Groups have a column `member` (a person's key), notes a column `about` (`persons/KEY`, `planets/NAME`).

        Planting again changes nothing, and what you edited or deleted stays as you left it.
        """

    private func page(of sets: [SeedSet]) -> Page {
        let columns =
            [Column("name", "Set"), Column("planted", "Planted"), Column("summary", "What it is")]
            + Kind.allCases.map { Column($0.plural, $0.heading, .trailing) }
        return Page(
            "Seeds",
            [
                .table(
                    Table(
                        "seeds", columns: columns,
                        rows: sets.map { set in
                            Row(
                                [
                                    Field("name", "Set", .text(set.name)),
                                    Field("title", "Title", .text(set.title)),
                                    Field("planted", "Planted", .flag(set.isLoaded)),
                                    Field("summary", "What it is", .text(set.summary)),
                                    Field("license", "License", .text(set.license)),
                                    Field("source", "Source", .text(set.source)),
                                ] + numbers(set.counts))
                        }))
            ])
    }

    private func page(of reports: [SeedReport], isDryRun: Bool) -> Page {
        let columns =
            [Column("set", "Set")]
            + Kind.allCases.map {
                Column($0.plural, $0.headingOfAdded(isDryRun: isDryRun), .trailing)
            }
            + [Column("kept", "There already", .trailing)]
        let table = Block.table(
            Table(
                "seeds", columns: columns,
                rows: reports.map { report in
                    Row(
                        [Field("set", "Set", .text(report.set))] + numbers(report.added)
                            + [Field("kept", "There already", .integer(report.kept.values.reduce(0, +)))])
                }))
        let planted = reports.count { !$0.added.isEmpty }
        guard planted > 0, !isDryRun else { return Page(isDryRun ? "Would plant" : "Planted", [table]) }
        return Page("Planted", [table, .prose("“undo” takes that back.")], forPrograms: [table])
    }

    private func numbers(_ counts: [Kind: Int]) -> [Field] {
        Kind.allCases.map { Field($0.plural, $0.heading, .integer(counts[$0] ?? 0)) }
    }
}

extension SeedSource {
    fileprivate init(_ word: String) { self = word.contains("/") ? .folder(path: word) : .named(word) }

    fileprivate var isFolder: Bool {
        if case .folder = self { true } else { false }
    }
}

extension Kind {
    fileprivate func headingOfAdded(isDryRun: Bool) -> Title {
        switch self {
        case .person: isDryRun ? "Would add persons" : "Added persons"
        case .group: isDryRun ? "Would add groups" : "Added groups"
        case .planet: isDryRun ? "Would add planets" : "Added planets"
        case .note: isDryRun ? "Would add notes" : "Added notes"
        }
    }
}
