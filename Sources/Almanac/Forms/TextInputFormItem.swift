import Localization
import Model
import Navigation

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
