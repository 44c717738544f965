import Localization
import Model
import Navigation

/// A form that creates or changes a model.
public struct Form<Model: Sendable>: Sendable {
    public let title: String
    /// The heading of the form’s page.
    public let heading: Message
    public let sections: [FormSection<Model>]
    /// Whether the last answer saves the form.
    public let savesAtEnd: Bool
    /// Whether the form asks the first question as soon as it opens.
    public let asksAtOnce: Bool
    /// The navigation action after the form is cancelled.
    public let afterCancel: NavigationAction
    /// A hint that is shown with the questions. May be empty.
    public let hint: Message

    public init(
        _ title: String, heading: Message? = nil, savesAtEnd: Bool = false, asksAtOnce: Bool = true,
        afterCancel: NavigationAction = .leave,
        hint: Message = "",
        _ sections: [FormSection<Model>]
    ) {
        self.title = title
        self.heading = heading ?? "\(title)"
        self.savesAtEnd = savesAtEnd
        self.asksAtOnce = asksAtOnce
        self.afterCancel = afterCancel
        self.hint = hint
        self.sections = sections
    }

    var items: [any FormItem<Model>] { sections.flatMap(\.items) }
    var fields: [EditableField<Model>] { items.map { $0.field } }

    /// Returns the questions about a model, in order.
    func questions(about model: Model) -> [Question] { items.flatMap { $0.questions(about: model) } }

    /// Returns the question that follows an answered question. The answer may have added or removed a value of the
    /// field, so the position is determined by counting the field’s remaining questions from the end.
    func question(after id: String?, about model: Model, then changed: Model) -> Question? {
        guard let index = items.firstIndex(where: { $0.questions(about: model).contains { $0.id == id } }) else {
            return nil
        }
        let left = items[index].questions(about: model).drop { $0.id != id }.dropFirst().count
        let rest = items[index...].dropFirst().flatMap { $0.questions(about: changed) }
        return (items[index].questions(about: changed).suffix(left) + rest).first
    }

    /// Whether any field can have several values.
    var hasSeveral: Bool { fields.contains { $0.shape == .labeled || $0.shape == .several } }
}
