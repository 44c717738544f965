import Model

extension FieldAssignment {
    /// Reads words that all must set fields.
    package static func all(in words: some Sequence<String>) throws(CommandProblem) -> [FieldAssignment] {
        var all: [FieldAssignment] = []
        for word in words {
            guard let assignment = FieldAssignment(word) else { throw .notAField(word) }
            all.append(assignment)
        }
        return all
    }
}
