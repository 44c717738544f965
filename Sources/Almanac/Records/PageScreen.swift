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
        self.init(
            nil, page, extraCommands + [.show("Show the record in that row", examples: [], open: rows.didSelect)])
    }
}
