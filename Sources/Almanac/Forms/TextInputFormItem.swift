import Model

/// A field with a single value: one question.
public struct TextInputFormItem<Model: Sendable>: FormItem {
    public let field: EditableField<Model>

    public init(_ field: EditableField<Model>) { self.field = field }

    public func questions(about model: Model) -> [Question] {
        [
            Question(
                title: field.title, value: field.shape == .secret ? "" : field.text(of: model), expects: field.expects,
                isSecret: field.shape == .secret, key: field.key, effect: .replaces(label: nil))
        ]
    }
}
