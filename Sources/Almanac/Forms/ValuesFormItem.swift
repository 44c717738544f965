import Model

/// A field with several values: a question for each label, and one for another value.
public struct ValuesFormItem<Model: Sendable>: FormItem {
    public let field: EditableField<Model>

    public init(_ field: EditableField<Model>) { self.field = field }

    public func questions(about model: Model) -> [Question] {
        let values = field.shape == .labelled ? field.read(model) : []
        let present = values.filter { value in values.count { $0.label == value.label } == 1 && !value.label.isEmpty }
        let another = Question(
            title: "Another " + field.title.lowercased(), value: "",
            expects: field.shape == .labelled ? "“label: value”" : field.expects,
            isSecret: false, key: field.key, effect: .adds)
        return present.map { value in
            Question(
                title: "\(field.title) · \(value.label)", value: value.value, expects: field.expects, isSecret: false,
                key: field.key, effect: .replaces(label: value.label))
        } + [another]
    }
}
