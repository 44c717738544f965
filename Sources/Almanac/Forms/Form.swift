import Localization
import Model
import Navigation

/// A form that creates or changes a model.
struct Form<Model: Sendable>: Sendable {
    let title: String
    /// The heading of the form’s page, if it differs from the title.
    var heading: Message?
    /// Whether the last answer saves the form.
    var savesAtEnd: Bool = false
    /// Whether the form asks the first question as soon as it opens.
    var asksAtOnce: Bool = true
    /// Whether the form creates an account. It asks for secrets twice and runs answers that are commands.
    var createsAccount: Bool = false
    /// The navigation action after the form is canceled, or `nil` to close the form.
    var afterCancel: NavigationAction?
    /// A hint that is shown with the questions; may be empty.
    var hint: Message = ""
    /// The sections with the fields that the form asks for first.
    let sections: [FormSection<Model>]
    /// The sections with the other fields, which the form asks for after `more`.
    var more: [FormSection<Model>] = []

    var allSections: [FormSection<Model>] { sections + more }
    var items: [any FormItem<Model>] { allSections.flatMap(\.items) }
    var fields: [EditableField<Model>] { items.map { $0.field } }

    func field(_ key: String) -> EditableField<Model>? { fields.named(key) }

    /// Returns the field with a key that the user has entered.
    func field(named key: String) throws(CommandProblem) -> EditableField<Model> {
        guard let field = field(key) else { throw unknownField(key) }
        return field
    }

    func unknownField(_ key: String) -> CommandProblem {
        .fields(FieldProblems([fields.unknown(key)]))
    }

    /// Returns the questions about a model, in form order. The first question of a section has the title of the section.
    func questions(about model: Model) -> [Question] { questions(in: allSections, about: model) }

    func questions(in sections: [FormSection<Model>], about model: Model) -> [Question] {
        sections.flatMap { section in
            var questions = section.items.flatMap { $0.questions(about: model) }
            if !questions.isEmpty { questions[0].section = section.title }
            return questions
        }
    }

    /// Returns the question that follows an answered question, or `nil` after the last question of the
    /// fields that the form asks for first, or of the other fields.
    func question(after focus: Draft.Focus?, about model: Model, then changed: Model) -> Question? {
        // The answer may have added or removed a value, so count the field’s remaining questions from the end.
        guard let index = items.firstIndex(where: { $0.questions(about: model).contains { $0.focus == focus } }) else {
            return nil
        }
        let left = items[index].questions(about: model).drop { $0.focus != focus }.dropFirst().count
        let main = sections.reduce(0) { $0 + $1.items.count }
        let rest = items[index..<(index < main ? main : items.count)].dropFirst().flatMap {
            $0.questions(about: changed)
        }
        return (items[index].questions(about: changed).suffix(left) + rest).first
    }

    /// Whether any field can have several values.
    var hasSeveral: Bool { fields.contains { $0.shape == .labeled || $0.shape == .several } }
}
