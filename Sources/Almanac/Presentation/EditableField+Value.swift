import Display
import Model

extension EditableField {
    /// What the field says of a model, for showing; never a secret.
    func value(of model: Model) -> Value {
        switch shape {
        case .labeled: .text(read(model))
        case .several: .list(read(model).map { .text($0.value) })
        case .single, .reference, .prose: read(model).first.map { .text($0.value) } ?? .none
        case .secret: .none
        }
    }
}
