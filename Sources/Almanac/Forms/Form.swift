import Display
import Localization
import Model
import Navigation

/// A form that creates or changes a model.
///
///     let form = Form<Note>(
///         title: "new note",
///         sections: [FormSection("", [.text("topic", "Topic", \.topic), .prose("text", "Text", \.text).required()])])
///     let titles = form.questions(about: Note()).map(\.title)
struct Form<Model: Sendable>: Sendable {
    let title: String
    /// The heading of the form’s page, if it differs from the title.
    var heading: Message?
    /// Whether the last answer saves the form.
    var savesAtEnd: Bool = false
    /// Whether the form asks the first question as soon as it opens.
    var asksAtOnce: Bool = true
    /// Whether the form creates an account. Such a form asks for secrets twice and runs answers that look like commands
    /// with arguments.
    var createsAccount: Bool = false
    /// The navigation action to perform after the form is cancelled, or `nil` to close the form.
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

    /// Returns the questions about a model, in form order. The first question of a section has the title of the
    /// section.
    func questions(about model: Model) -> [Question] { questions(in: allSections, about: model) }

    func questions(in sections: [FormSection<Model>], about model: Model) -> [Question] {
        sections.flatMap { section in
            var questions = section.items.flatMap { $0.questions(about: model) }
            if !questions.isEmpty { questions[0].section = section.title }
            return questions
        }
    }

    /// Returns the question that follows an answered question. Returns `nil` after the last question of ``sections`` or
    /// of ``more``, or if there is no question with that focus. After an answer that adds a value to a field, the form
    /// asks for another value.
    func question(after focus: Draft.Focus?, about model: Model, then changed: Model) -> Question? {
        // The answer may have added or removed a value, so count the field’s remaining questions from the end.
        guard let index = items.firstIndex(where: { $0.questions(about: model).contains { $0.focus == focus } }) else {
            return nil
        }
        let asked = items[index].questions(about: model).drop { $0.focus != focus }
        let following = items[index].questions(about: changed)
        if asked.first?.effect == .adds, items[index].field.read(changed).count > items[index].field.read(model).count {
            return following.last
        }
        let left = asked.dropFirst().count
        let main = sections.reduce(0) { $0 + $1.items.count }
        let rest = items[index..<(index < main ? main : items.count)].dropFirst().flatMap {
            $0.questions(about: changed)
        }
        return (following.suffix(left) + rest).first
    }

    /// Whether any field can have several values.
    var hasSeveral: Bool { fields.contains { $0.shape == .labeled || $0.shape == .several } }
}

/// A field of a form, together with its questions.
protocol FormItem<Model>: Sendable {
    associatedtype Model: Sendable
    var field: EditableField<Model> { get }
    func questions(about model: Model) -> [Question]
}

extension FormItem {
    /// An example or a description of an answer; empty if any text is valid.
    var placeholder: Message { field.placeholder }

    fileprivate func newValue(after existing: [Question]) -> Question {
        let another: Message = "Another \(noun: field.title)"
        return Question(
            about: field, title: existing.isEmpty ? Message(title: field.title) : another, value: "", effect: .adds)
    }

    /// Returns the value for display, or the placeholder if the field is empty.
    ///
    /// - Parameter isMain: Whether the form asks for the field before `:more`. If so, an empty field without a
    ///   placeholder shows a description of the expected value, unless the field is a secret.
    func shown(of model: Model, isMain: Bool) -> Value {
        let value = field.value(of: model)
        let example = placeholder.isEmpty && isMain && field.shape != .secret ? field.expects : placeholder
        return field.read(model).isEmpty && !example.isEmpty ? .placeholder(example, for: value) : value
    }
}

/// A group of fields under a common title.
struct FormSection<Model: Sendable>: Sendable {
    /// The title, or an empty string for a section without a title.
    let title: Title
    let items: [any FormItem<Model>]
}

extension FormSection {
    /// Returns the sections of the declared fields, in order.
    static func all(of fields: [EditableField<Model>]) -> [FormSection] {
        fields.map(\.section).unique.map { title in FormSection(title, fields.filter { $0.section == title }) }
    }

    init(_ title: Title, _ fields: [EditableField<Model>]) {
        self.title = title
        items = fields.map { field -> any FormItem<Model> in
            if case .addresses(let path) = field.value { return AddressesFormItem(field: field, path: path) }
            return switch field.shape {
            case .labeled, .several: ValuesFormItem(field: field)
            case .single, .reference, .prose, .secret: TextInputFormItem(field: field)
            }
        }
    }
}

/// A field that can have several values. It has one question for each value and one for a new value.
struct ValuesFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>

    func questions(about model: Model) -> [Question] {
        let values = field.read(model)
        let existing = values.indices.map { place in
            let value = values[place]
            return Question(
                about: field, title: "\(title: field.title) · \(values.name(of: place))", value: value.value,
                place: place,
                effect: values.isAlone(place) ? .replaces(label: value.label) : .changes(at: place))
        }
        return field.isAsked(model) ? existing + [newValue(after: existing)] : existing
    }
}

/// A field with postal addresses. It has one question for each part of each address and one for a new address.
struct AddressesFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>
    let path: EditableField<Model>.Path<[Labeled<PostalAddress>]>

    func questions(about model: Model) -> [Question] {
        let addresses = model[keyPath: path]
        let existing = addresses.indices.flatMap { place in
            PostalAddress.Part.allCases.map { part in
                let address = addresses[place].value
                return Question(
                    about: field, title: "\(title: field.title) · \(addresses.name(of: place)) · \(title: part.title)",
                    value: address[part], place: place, effect: .changesPart(part, of: address, at: place))
            }
        }
        return existing + [newValue(after: existing)]
    }
}

extension Array {
    /// Returns whether the label of a value is not empty and not used by any other value.
    fileprivate func isAlone<Value>(_ place: Int) -> Bool where Element == Labeled<Value> {
        !self[place].label.isEmpty && count { $0.label == self[place].label } == 1
    }

    /// Returns the label of a value, or its number if the label is empty or not unique.
    fileprivate func name<Value>(of place: Int) -> String where Element == Labeled<Value> {
        let label = self[place].label
        return label.isEmpty ? "\(place + 1)" : isAlone(place) ? label : "\(label) (\(place + 1))"
    }
}

/// A field with a single value.
struct TextInputFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>

    func questions(about model: Model) -> [Question] {
        guard field.isAsked(model) || !field.read(model).isEmpty else { return [] }
        let value = field.shape == .secret ? "" : field.text(of: model)
        return [
            Question(
                about: field, title: Message(title: field.title(of: model)), value: value,
                effect: .replaces(label: nil))
        ]
    }
}
