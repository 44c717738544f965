import Display

/// Something that answers typed commands.
public protocol Responder: Sendable {
    var commands: [Command] { get }
}

/// A place made visible, its data already inside.
public protocol Screen: Responder {
    /// The name of the place among the breadcrumbs.
    var title: String { get }
    var page: Page { get }
    /// What is asked for next, where a form is being filled in.
    var question: Question? { get }
    /// What can be done here, said where something is asked for; may be empty.
    var hint: String { get }
    /// Whether something typed here is not saved yet.
    var isUnsaved: Bool { get }
}

extension Screen {
    public var title: String { page.title }
    public var question: Question? { nil }
    public var hint: String { "" }
    public var isUnsaved: Bool { false }
}

/// What is on screen, and who answers there: the screen, its flow coordinator, the app coordinator.
public struct Scene: Sendable {
    public let screen: any Screen
    public let chain: [any Responder]
    /// The names of the places from the root to here.
    public let breadcrumbs: [String]

    public init(screen: any Screen, flow: (any Responder)?, app: any Responder, breadcrumbs: [String]) {
        self.screen = screen
        chain = [screen] + (flow.map { [$0] } ?? []) + [app]
        self.breadcrumbs = breadcrumbs
    }

    /// All that can be typed here, nearest first.
    public var commands: [Command] { chain.flatMap { $0.commands } }

    /// The addresses of the rows on screen, by the number they are picked by.
    public var rows: [Int: String] {
        var rows: [Int: String] = [:]
        for case .table(let table) in screen.page.blocks {
            guard let first = table.firstNumber else { continue }
            for (offset, row) in table.rows.enumerated() { rows[first + offset] = row.address }
        }
        return rows
    }
}
