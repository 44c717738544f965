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

    /// Returns the question about a new value.
    fileprivate func newValue(after present: [Question]) -> Question {
        let another: Message = "Another \(noun: field.title)"
        return Question(
            about: field, title: present.isEmpty ? Message(title: field.title) : another, value: "", effect: .adds)
    }

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

    init(_ title: Title, items: [any FormItem<Model>]) {
        self.title = title
        self.items = items
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

/// A field with several values. It has one question for each value and one for a new value.
struct ValuesFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>

    func questions(about model: Model) -> [Question] {
        let values = field.read(model)
        let present = values.indices.map { place in
            let value = values[place]
            return Question(
                about: field, title: "\(title: field.title) · \(values.name(of: place))", value: value.value,
                place: place,
                effect: values.isAlone(place) ? .replaces(label: value.label) : .changes(at: place))
        }
        return present + [newValue(after: present)]
    }
}

/// A field with postal addresses. It has one question for each part of each address and one for a new address.
struct AddressesFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>
    let path: EditableField<Model>.Path<[Labeled<PostalAddress>]>

    func questions(about model: Model) -> [Question] {
        let addresses = model[keyPath: path]
        let present = addresses.indices.flatMap { place in
            PostalAddress.Part.allCases.map { part in
                let address = addresses[place].value
                return Question(
                    about: field, title: "\(title: field.title) · \(addresses.name(of: place)) · \(title: part.title)",
                    value: address[part], place: place, effect: .changesPart(part, of: address, at: place))
            }
        }
        return present + [newValue(after: present)]
    }
}

extension Array {
    /// Returns whether no other value has the label of a value.
    fileprivate func isAlone<Value>(_ place: Int) -> Bool where Element == Labeled<Value> {
        !self[place].label.isEmpty && count { $0.label == self[place].label } == 1
    }

    /// Returns the label of a value, or its number if the label is empty or not unique.
    fileprivate func name<Value>(of place: Int) -> String where Element == Labeled<Value> {
        let label = self[place].label
        return label.isEmpty ? "\(place + 1)" : isAlone(place) ? label : "\(label) (\(place + 1))"
    }
}
