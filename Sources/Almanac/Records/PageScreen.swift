import Display
import Localization
import Model
import Navigation

/// A screen that shows a page and offers commands for it.
struct PageScreen: Screen {
    let title: String
    let page: Page
    // The commands are made on demand, because most command lines only show the screen.
    private let makeCommands: @Sendable () -> [Command]

    /// Creates a screen with a page.
    ///
    /// - Parameter title: The title in the breadcrumbs, or `nil` for the title of the page.
    init(
        _ title: String? = nil, _ page: Page, _ commands: @autoclosure @escaping @Sendable () -> [Command] = []
    ) {
        self.title = title ?? page.title.description
        self.page = page
        makeCommands = commands
    }

    var commands: [Command] { makeCommands() }
}

extension PageScreen {
    /// Creates a screen with one record: its fields and related records.
    ///
    /// - Parameters:
    ///   - others: Related records that are read for the page only, such as the relations of a person.
    ///   - derived: A table of values derived from the fields of the record.
    ///   - notice: A sentence to show above the record.
    ///   - extraCommands: Additional commands for this kind of record.
    ///   - rows: The navigators that open the related records.
    init<Content: Presentable>(
        _ record: Record<Content>, in context: FlowContext, others: RelatedRecords? = nil, derived: Table? = nil,
        notice: Message? = nil, extraCommands: [Command] = [], rows: RowNavigators
    ) async throws {
        var page = record.page(
            isFavorite: try await context.isFavorite(record.recordID), on: context.today, others: others)
        if let derived { page.blocks.insert(.table(derived), at: 1) }
        if let notice { page.blocks.insert(.message([notice]), at: 0) }
        let commands = RecordPageCommands(record: record, page: page, rows: rows)
        self.init(nil, page, extraCommands + commands.commands)
    }
}

/// The commands of a record’s page.
struct RecordPageCommands<Content: Presentable>: Responder {
    let record: Record<Content>
    let page: Page
    /// The navigators that open the related records.
    let rows: RowNavigators

    var commands: [Command] { [.show("Show the record in that row", examples: [], open: rows.didSelect), related] }

    /// A command that lists related records with the row numbers of the page. If only one record is related in the
    /// requested way, the command opens the record.
    private var related: Command {
        let tables = page.blocks.compactMap { block in
            if case .table(let table) = block, table.rows.contains(where: { $0.address != nil }) { table } else { nil }
        }
        return Command(
            "related", .optional("WHAT", .textUnlessID(.choice(tables.map(\.key)))),
            about: "List related records; open the record if there is only one", examples: ["related notes"]
        ) { _, word in
            let found = tables.filter { word == nil || $0.key == word }
            guard !found.isEmpty else {
                // Any other word may be the name of a record.
                if let word, Kind(plural: word[...]) == nil { return nil }
                let known = tables.map(\.key).joined(separator: ", ")
                throw CommandProblem.notHere(
                    word.map { "\(record.title) has no related “\($0)”." }
                        ?? "\(record.title) has no related records.",
                    next: known.isEmpty
                        ? "Use “note TEXT” or “add ID to GROUP” to add some." : "Use one of: \(known).")
            }
            if word != nil, found[0].rows.count == 1, let only = found[0].rows[0].address.flatMap({ RecordID($0) }) {
                return rows.didSelect(only)
            }
            return .tell(Page("Related to \(record.title)", found.map(Block.table)))
        }
    }
}
