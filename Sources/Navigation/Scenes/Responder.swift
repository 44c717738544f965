import Display
import Localization

/// An object that handles commands.
public protocol Responder: Sendable {
    var commands: [Command] { get }
    /// The same commands, grouped under headings.
    var topics: [Topic] { get }
}

extension Responder {
    public var topics: [Topic] { commands.isEmpty ? [] : [Topic("This screen", commands)] }
}

/// The visible form of a location, with its data.
public protocol Screen: Responder {
    /// The title in the breadcrumbs.
    var title: String { get }
    var page: Page { get }
    /// The current question of a form.
    var question: Question? { get }
    /// Returns the problem with an answer, as far as it can be found without a lookup.
    func problem(answering answer: String) -> CommandProblem?
    /// A hint to show with the question; may be empty.
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
