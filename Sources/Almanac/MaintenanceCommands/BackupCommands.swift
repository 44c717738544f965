import Display
import Localization
import Model
import Navigation

/// Backups made and listed, and what is readable copied out of a damaged store.
struct BackupCommands: Responder {
    let maintenance: any DatabaseMaintenance

    var commands: [Command] {
        [
            Command(
                "backup", .argument("FILE", .database), about: "a checked copy, photos beside it",
                examples: ["backup almanac-2026.db"]
            ) { _, path in .tell(page(of: try await maintenance.backup(to: path))) },
            Command(
                "backups", about: "those made beside the store, before imports and once a day, the newest first"
            ) { _ in .tell(page(of: try await maintenance.backups())) },
            Command(
                "salvage", .argument("FILE", .database), .optional("TO", .database),
                about: "what is readable of a damaged store, as a new one",
                examples: ["salvage almanac.db saved.db"]
            ) { invocation, path, target in
                .tell(
                    page(
                        of: try await maintenance.salvage(
                            path, to: target ?? Self.target(besides: path), in: invocation.context)))
            },
        ]
    }

    /// `almanac.salvaged.db` beside `almanac.db`.
    private static func target(besides path: String) -> String {
        (path.hasSuffix(".db") ? String(path.dropLast(".db".count)) : path) + ".salvaged.db"
    }

    private func page(of backup: BackupReport) -> Page {
        let missing = Field("photosMissing", "Photos missing", .integer(backup.photosMissing))
        return Page(
            "Backup",
            [
                .record(
                    [Field("path", "File", .text(backup.path)), Field("bytes", "Bytes", .integer(backup.bytes))]
                        + Field.counts(backup.counts)
                        + [Field("photos", "Photos", .integer(backup.photos))]
                        + (backup.photosMissing > 0 ? [missing] : []))
            ])
    }

    private func page(of backups: [Backup]) -> Page {
        Page(
            "Backups",
            [
                .table(
                    Table(
                        "backups",
                        columns: [Column("time", "Made"), Column("reason", "Before"), Column("path", "File")],
                        rows: backups.map { backup in
                            Row([
                                Field("time", "Made", .date(iso: backup.time.rawValue, words: backup.time.words)),
                                Field("reason", "Before", .words(backup.words)),
                                Field("isWhole", "Whole", .flag(backup.isWhole)),
                                Field("path", "File", .text(backup.path)),
                            ])
                        }, keys: ["time", "reason", "isWhole", "path"]))
            ])
    }

    private func page(of report: SalvageReport) -> Page {
        let columns = [
            Column("table", "Table"), Column("saved", "Saved", .trailing), Column("refused", "Refused", .trailing),
            Column("lost", "Keys lost, at most", .trailing),
        ]
        let rows = report.tables.filter { $0.saved > 0 || $0.refused > 0 || !$0.lost.isEmpty }.map { table in
            Row([
                Field("table", "Table", .text(table.table)), Field("saved", "Saved", .integer(table.saved)),
                Field("refused", "Refused", .integer(table.refused)),
                Field("lost", "Keys lost, at most", .integer(table.maximumLostKeys)),
            ])
        }
        let summary: Message =
            "What could be read is in \(report.path), with \(count(report.photos, "photo") ?? "no photo")."
        let missing = report.photosMissing
        let lost = Message(
            missing, one: "1 photo is missing: its file is gone or damaged.",
            other: "\(missing) photos are missing: their files are gone or damaged.")
        return Page(
            "Salvaged",
            [
                .message([summary] + (missing > 0 ? [lost] : []) + report.mended),
                .table(Table("tables", columns: columns, rows: rows)),
            ])
    }
}

extension Field {
    /// How many records of each kind there are.
    static func counts(_ counts: [Kind: Int]) -> [Field] {
        Kind.allCases.map { Field($0.plural, $0.heading, .integer(counts[$0] ?? 0)) }
    }
}

extension Backup {
    fileprivate var words: Message {
        let occasion: Message = reason == .daily ? "the day’s" : "\(reason.rawValue)"
        return isWhole ? occasion : "\(occasion), damaged"
    }
}

extension ValueParser where Value == String {
    fileprivate static var database: ValueParser {
        ValueParser(
            .file,
            parse: { path, _ in
                guard path != "-" else {
                    throw CommandProblem.notHere(
                        "A store and the photos beside it are more than one stream can hold.", next: "Name a file.")
                }
                return path
            }, describe: { $0 })
    }
}
