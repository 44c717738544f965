import Display
import Model

/// What is on screen, and who answers there: the screen, its flow coordinator, the app coordinator.
public struct Scene: Sendable {
    public let screen: any Screen
    public let chain: [any Responder]
    /// The flow it is a place of.
    private let root: Route.Root
    /// The names of the places from the root to here.
    public let breadcrumbs: [String]

    package init(
        screen: any Screen, flow: (any Responder)?, app: any Responder, root: Route.Root, breadcrumbs: [String]
    ) {
        self.screen = screen
        self.root = root
        chain = [screen] + (flow.map { [$0] } ?? []) + [app]
        self.breadcrumbs = breadcrumbs
    }

    /// All that can be typed here, nearest first.
    public var commands: [Command] { chain.flatMap { $0.commands } }

    /// What a command can refer to here.
    ///
    /// - Parameter page: The page that the last command showed; its rows are the ones that can be picked if it has any.
    func contents(showing page: Page) -> ScreenContents {
        let shownRows = page.numberedRows
        return ScreenContents(
            rows: shownRows.isEmpty ? rows : shownRows, shown: page, root: root,
            topics: { [chain] in chain.flatMap(\.topics) })
    }

    /// The addresses of the rows on screen, by the number they are picked by.
    public var rows: [Int: String] { screen.page.numberedRows }

    /// The steps of the history on screen.
    package var steps: [Step.ID] {
        var steps: [Step.ID] = []
        for case .table(let table) in screen.page.blocks {
            for row in table.rows {
                if case .history(.step(let id, .beginning)) = row.address.flatMap({ Path($0) })?.top {
                    steps.append(id)
                }
            }
        }
        return steps
    }
}

extension Page {
    /// Where its rows lead, by the number they are picked by.
    var numberedRows: [Int: String] {
        var rows: [Int: String] = [:]
        for case .table(let table) in blocks {
            guard let first = table.firstNumber else { continue }
            for (offset, row) in table.rows.enumerated() { rows[first + offset] = row.address }
        }
        return rows
    }
}
