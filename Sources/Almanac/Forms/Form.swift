import Model

/// What people fill in to make or change a model: sections of items, each bound to the model by key path.
public struct Form<Model: Sendable>: Sendable {
    public let title: String
    public let sections: [FormSection<Model>]
    /// Whether answering the last item saves it, without a look back.
    public let savesAtEnd: Bool
    /// Whether it begins to ask as soon as it is on screen.
    public let asksAtOnce: Bool
    /// Where it leads when nothing is to be kept.
    public let afterCancel: Move
    /// What else can be done, in a sentence; may be empty.
    public let hint: String

    public init(
        _ title: String, savesAtEnd: Bool = false, asksAtOnce: Bool = true, afterCancel: Move = .back,
        hint: String = "",
        _ sections: [FormSection<Model>]
    ) {
        self.title = title
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
}
