import Localization
import Model
import Navigation

/// What people fill in to make or change a model: sections of items, each bound to the model by key path.
public struct Form<Model: Sendable>: Sendable {
    public let title: String
    /// What stands above it, where that says more than the title.
    public let heading: Message
    public let sections: [FormSection<Model>]
    /// Whether answering the last item saves it, without a look back.
    public let savesAtEnd: Bool
    /// Whether it begins to ask as soon as it is on screen.
    public let asksAtOnce: Bool
    /// Where it leads when nothing is to be kept.
    public let afterCancel: NavigationAction
    /// What else can be done, in a sentence; may be empty.
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

    /// What is asked about a model, in order.
    func questions(about model: Model) -> [Question] { items.flatMap { $0.questions(about: model) } }

    /// The question behind the one that an answer has changed the model of. As many are left of the same field as before:
    /// the answer may have taken its value away, or made a new one.
    func question(after id: String?, about model: Model, then changed: Model) -> Question? {
        guard let index = items.firstIndex(where: { $0.questions(about: model).contains { $0.id == id } }) else {
            return nil
        }
        let left = items[index].questions(about: model).drop { $0.id != id }.dropFirst().count
        let rest = items[index...].dropFirst().flatMap { $0.questions(about: changed) }
        return (items[index].questions(about: changed).suffix(left) + rest).first
    }

    /// Whether a field has several values, so that there is an order among them.
    var hasSeveral: Bool { fields.contains { $0.shape == .labeled || $0.shape == .several } }
}
