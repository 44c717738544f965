import Model
import Navigation

/// One line of a form: a field of the model, and how it is asked for.
public protocol FormItem<Model>: Sendable {
    associatedtype Model: Sendable
    var field: EditableField<Model> { get }
    func questions(about model: Model) -> [Question]
}
