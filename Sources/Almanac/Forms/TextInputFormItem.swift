import Localization
import Model
import Navigation

/// A field with a single value.
public struct TextInputFormItem<Model: Sendable>: FormItem {
    public let field: EditableField<Model>

    public init(_ field: EditableField<Model>) { self.field = field }

    public func questions(about model: Model) -> [Question] {
        let value = field.shape == .secret ? "" : field.text(of: model)
        return [Question(about: field, title: Message(title: field.title), value: value, effect: .replaces(label: nil))]
    }
}
