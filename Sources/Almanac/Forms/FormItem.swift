import Display
import Localization
import Model
import Navigation

/// A field of a form, together with its questions.
protocol FormItem<Model>: Sendable {
    associatedtype Model: Sendable
    var field: EditableField<Model> { get }
    func questions(about model: Model) -> [Question]
}

extension FormItem {
    /// An example or a description of an answer; empty if any text is valid.
    var placeholder: Message { field.placeholder }

    /// Returns the value for display, or the placeholder if the field is empty.
    func shown(of model: Model) -> Value {
        let value = field.value(of: model)
        return field.read(model).isEmpty && !placeholder.isEmpty ? .placeholder(placeholder, for: value) : value
    }
}

/// A group of fields under a common title.
struct FormSection<Model: Sendable>: Sendable {
    /// The title, or an empty string for the only section of a form.
    let title: Title
    let items: [any FormItem<Model>]

    /// Returns the sections of the declared fields, in order.
    static func all(of fields: [EditableField<Model>]) -> [FormSection] {
        fields.map(\.section).unique.map { title in FormSection(title, fields.filter { $0.section == title }) }
    }

    init(_ title: Title, _ fields: [EditableField<Model>]) {
        self.title = title
        items = fields.map { field in
            switch field.shape {
            case .labeled, .several: ValuesFormItem(field: field)
            case .single, .reference, .prose, .secret: TextInputFormItem(field: field)
            }
        }
    }
}

/// A field with several values. It has one question for each value and one for a new value.
struct ValuesFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>

    func questions(about model: Model) -> [Question] {
        let values = field.read(model)
        let present = values.enumerated().map { place, value in
            let isAlone = values.count { $0.label == value.label } == 1 && !value.label.isEmpty
            let name = value.label.isEmpty ? "\(place + 1)" : isAlone ? value.label : "\(value.label) (\(place + 1))"
            return Question(
                about: field, title: "\(title: field.title) · \(name)", value: value.value, place: place,
                effect: isAlone ? .replaces(label: value.label) : .changes(at: place))
        }
        let another: Message = "Another \(noun: field.title)"
        return present + [Question(about: field, title: another, value: "", effect: .adds)]
    }
}
