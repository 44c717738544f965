import Display
import Localization

/// An object that handles commands.
public protocol Responder: Sendable {
    var commands: [Command] { get }
    /// The commands of the responder, grouped under headings.
    var topics: [Topic] { get }
    /// The name of the responder in debug messages, such as `PlanetsFlowCoordinator`.
    var name: String { get }
}

extension Responder {
    public var topics: [Topic] {
        let commands = commands
        return commands.isEmpty ? [] : [Topic("This screen", commands)]
    }
    public var name: String { "\(type(of: self))" }
}

/// The content and commands of one location.
public protocol Screen: Responder {
    /// The title of the screen in the breadcrumbs.
    var title: String { get }
    var page: Page { get }
    /// The current question of a form, or `nil` if the screen does not ask a question.
    var question: Question? { get }
    /// Returns the problem with an answer, or `nil` if no problem can be found without reading the database.
    func problem(answering answer: String) -> CommandProblem?
    /// A hint that is shown with the question; may be empty.
    var hint: Message { get }
    /// Whether the screen has unsaved changes.
    var isUnsaved: Bool { get }
}

extension Screen {
    public var title: String { page.title.description }
    public var question: Question? { nil }
    public func problem(answering answer: String) -> CommandProblem? { nil }
    public var hint: Message { "" }
    public var isUnsaved: Bool { false }
}
