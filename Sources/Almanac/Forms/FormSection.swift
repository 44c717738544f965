import Localization
import Model

/// Fields that belong together, under a title.
public struct FormSection<Model: Sendable>: Sendable {
    public let title: Title
    public let items: [any FormItem<Model>]

    public init(_ title: Title, _ fields: [EditableField<Model>]) {
        self.title = title
        items = fields.map { field in
            switch field.shape {
            case .labeled, .several: ValuesFormItem(field)
            case .single, .reference, .prose, .secret: TextInputFormItem(field)
            }
        }
    }
}
