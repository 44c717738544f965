import Localization
import Model
import Navigation

/// A field with a single value.
struct TextInputFormItem<Model: Sendable>: FormItem {
    let field: EditableField<Model>

    init(field: EditableField<Model>) { self.field = field }

    /// Creates an item without a declared field.
    ///
    ///     TextInputFormItem("Topic", text: { $0.topic }, placeholder: "Plans", didChange: { $0.topic = $1 })
    ///
    /// - Parameters:
    ///   - title: The title, which in lowercase is also the key of the item.
    ///   - text: Returns the text of a model.
    ///   - didChange: Stores a new text in the model.
    init(
        _ title: Title, text: @escaping @Sendable (Model) -> String, placeholder: Message,
        didChange: @escaping @Sendable (inout Model, String) -> Void
    ) {
        field = EditableField(
            title.description.lowercased(), title,
            .accessor(
                read: text,
                write: { model, text in
                    didChange(&model, text)
                    return true
                }), expects: placeholder)
    }

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
