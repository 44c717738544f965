import Model

extension EditableField {
    /// The words that put these values in place of all that the field has.
    func words(for values: [Labeled<String>]) -> [FieldAssignment] {
        let word = { (value: Labeled<String>, operation: FieldAssignment.Operation) in
            FieldAssignment(
                key: key, label: value.label.isEmpty ? nil : value.label, operation: operation, value: value.value)
        }
        switch shape {
        case .labeled, .several:
            return [FieldAssignment(key: key, value: "")] + values.map { word($0, .add) }
        case .single, .reference, .prose, .secret:
            guard !values.isEmpty else { return [FieldAssignment(key: key, value: "")] }
            return values.map { word($0, .replace) }
        }
    }
}
