import Interchange
import Localization
import Model
import Navigation

/// The commands that import and export contacts, planets, and the full database.
struct TransferCommands: Responder {
    let persons: any PersonDataSource
    let groups: any GroupDataSource
    let imports: any ImportDataSource
    let exports: any ExportDataSource
    let history: any HistoryDataSource
    let maintenance: any DatabaseMaintenance
    let archive: ArchiveExchange
    let files: any FileAccess
    let resolver: RecordResolver
    /// A function that prints a notice to standard error.
    let notify: @Sendable (Message) -> Void

    var commands: [Command] {
        [
            ImportCommand(
                imports: imports, history: history, maintenance: maintenance, archive: archive, files: files
            ).command,
            ExportCommand(
                persons: persons, groups: groups, exports: exports, archive: archive, files: files, notify: notify,
                resolver: resolver
            ).command,
        ]
    }
}
