import Display
import Localization

/// A place made visible, its data already inside.
public protocol Screen: Responder {
    /// The name of the place among the breadcrumbs.
    var title: String { get }
    var page: Page { get }
    /// What is asked for next, where a form is being filled in.
    var question: Question? { get }
    /// Why an answer to the question cannot stand, as far as that is known without looking anything up.
    func problem(answering answer: String) -> CommandProblem?
    /// What can be done here, said where something is asked for; may be empty.
    var hint: Message { get }
    /// Whether something typed here is not saved yet.
    var isUnsaved: Bool { get }
}

extension Screen {
    public var title: String { page.title.description }
    public var question: Question? { nil }
    public func problem(answering answer: String) -> CommandProblem? { nil }
    public var hint: Message { "" }
    public var isUnsaved: Bool { false }
}
