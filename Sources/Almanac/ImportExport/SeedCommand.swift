import Display
import Localization
import Model
import Navigation

/// The command that loads sample data.
struct SeedCommand: Sendable {
    /// The maximum number of records that are loaded without a backup.
    private static let backupThreshold = 100
    let seeds: any SeedDataSource
    let backups: any AutomaticBackups
    let progress: @Sendable (SeedProgress) -> Void

    var command: Command {
        Command(
            "seed", .any("SET", .text(.dataSet)),
            Argument.flag("--remove", "Remove a set’s records, except those edited or in use"),
            about: "Load sample data sets; without names, list them",
            examples: [
                "seed", "seed flintstones solar", "seed exoplanets --dry-run", "seed ./family",
                "seed --remove flintstones",
            ],
            details: SeedCommand.format,
            effect: .changes
        ) { invocation, names, isRemoval in
            let isDryRun = invocation.context.isDryRun
            guard !names.isEmpty else {
                guard !isRemoval else {
                    throw CommandProblem.notHere(
                        "“seed --remove” requires the argument SET.", next: "Use “seed” to list the sets.")
                }
                return .tell(page(of: try await seeds.sets()))
            }
            if isRemoval {
                return .tell(page(of: try await seeds.remove(names.unique, in: invocation.context), isDryRun: isDryRun))
            }
            let sources = names.map(SeedSource.init)
            let read = try await seeds.read(sources)
            // A folder may have changed since it was loaded.
            let mayBeNew = zip(sources, read.sets).filter { $0.isFolder || !$1.isLoaded }
                .flatMap(\.1.counts.values).reduce(0, +)
            if mayBeNew > Self.backupThreshold {
                _ = try await backups.backUpBefore(.import, in: invocation.context)
            }
            let reports = try await read.load(in: invocation.context, progress: progress)
            return .tell(page(of: reports, isDryRun: isDryRun))
        }
    }

    private static let format: Message = """
        To load your own data set, use the path of its folder with a slash, such as `./family`. The folder contains \
        `set.json` (an object with the strings `name`, `title`, `summary`, `license`, and `source`) and any of the \
        files `persons.csv`, `groups.csv`, `planets.csv`, and `notes.csv`, in UTF-8 (RFC 4180) with a header line. \
        Additional files of the same kind have names such as `persons-2.csv`.

        - Every row has a `key` (for planets, the `name`). A later row with the same key adds values to the record.
        - All other columns are fields as in `new person`: `given`, `birthday`, `email.work`, `planet`.
        - In a header, `*` stands for the row’s `label` column: `key,label,phone.*`.
        - Groups have the columns `member` (a person’s key) and `planet` (a planet’s name).
        - Notes have a column `about` (`persons/KEY`, `groups/KEY`, or `planets/NAME`).

        Loading a set again adds only its new records and their group memberships. Edited records keep their values, and \
        deleted records are not restored. `--remove` removes the records of a set and lists those that remain: edited \
        records, favorites, the contact cards of accounts, and records to which other records refer.
        """

    private func page(of sets: [SeedSet]) -> Page {
        let columns =
            [Column("name", "Set"), Column("loaded", "Loaded"), Column("summary", "Description")]
            + Kind.allCases.map { Column($0.plural, $0.heading, .trailing) }
        let rows = sets.map { set in
            Row(
                [
                    Field("name", "Set", .text(set.name)), Field("title", "Title", .text(set.title)),
                    Field("loaded", "Loaded", .flag(set.isLoaded)),
                    Field("summary", "Description", .text(set.summary)),
                    Field("license", "License", .text(set.license)), Field("source", "Source", .text(set.source)),
                ] + Field.counts(set.counts))
        }
        return Page("Sample data", [.table(Table("seeds", columns: columns, rows: rows))])
    }

    private func page(of removals: [SeedRemoval], isDryRun: Bool) -> Page {
        let sentences = removals.map { removal -> Message in
            let counts = Kind.allCases.compactMap { kind in removal.removed[kind].flatMap { count($0, kind) } }
            let records: Message = counts.isEmpty ? "no records" : counts.joined(separator: ", ")
            return isDryRun
                ? "Dry run. This would remove \(records) from \(removal.set)."
                : "Removed \(records) from \(removal.set)."
        }
        let isChanged = removals.contains { !$0.removed.isEmpty } && !isDryRun
        let kept = removals.flatMap(\.kept)
        let table = Table(
            "kept", columns: [Column("name", "Kept"), Column("kind", "Kind"), Column("reason", "Reason"), .id],
            rows: kept.map { record in
                record.reference.id.row([
                    Field("kind", "Kind", .text(record.reference.id.kind.rawValue)),
                    Field("name", "Name", .text(record.reference.name)),
                    Field("reason", "Reason", .words(record.reason.words)),
                ])
            }, keys: ["id", "kind", "name", "reason"], total: kept.count)
        let message = Block.message(sentences + (isChanged ? ["Use “undo” to reverse this."] : []))
        return Page("", [message] + (kept.isEmpty ? [] : [.table(table)]), forPrograms: [.table(table)])
    }

    private func page(of reports: [SeedReport], isDryRun: Bool) -> Page {
        let columns =
            [Column("set", "Set")]
            + Kind.allCases.map { Column($0.plural, $0.headingOfAdded(isDryRun: isDryRun), .trailing) }
            + [Column("kept", "Already present", .trailing)]
        let rows = reports.map { report in
            Row(
                [Field("set", "Set", .text(report.set))] + Field.counts(report.added)
                    + [Field("kept", "Already present", .integer(report.kept.values.reduce(0, +)))])
        }
        let table = Block.table(Table("seeds", columns: columns, rows: rows))
        let loaded = reports.count { !$0.added.isEmpty }
        guard loaded > 0, !isDryRun else { return Page(isDryRun ? "Would load" : "Loaded", [table]) }
        return Page("Loaded", [table, .prose("Use “undo” to reverse this.")], forPrograms: [table])
    }
}

extension SeedSource {
    fileprivate init(_ word: String) { self = word.contains("/") ? .folder(path: word) : .named(word) }

    fileprivate var isFolder: Bool {
        if case .folder = self { true } else { false }
    }
}

extension SeedRemoval.Reason {
    fileprivate var words: Message {
        switch self {
        case .edited: "edited"
        case .inUse: "in use"
        }
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
