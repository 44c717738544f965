import Model

/// What a form asks for next; an answer is the line it stands for.
public struct Question: Hashable, Sendable {
    /// What an answer does to the field.
    public enum Effect: Hashable, Sendable {
        case replaces(label: String?)
        /// Adds one more value, typed as `label: value` or without a label.
        case adds
    }

    public let title: String
    /// The present value, to be changed in place.
    public let value: String
    /// What an answer looks like, as a noun.
    public let expects: String
    public let isSecret: Bool
    let key: String
    let effect: Effect

    /// What tells it from the other questions of its form.
    var id: String {
        switch effect {
        case .replaces(let label): key + (label.map { "." + $0 } ?? "")
        case .adds: key + "+"
        }
    }

    /// The words an answer stands for; nil if it changes nothing.
    func word(for answer: String) -> FieldAssignment? {
        switch effect {
        case .replaces(let label):
            return answer == value ? nil : FieldAssignment(key: key, label: label, value: answer)
        case .adds:
            guard !answer.isEmpty else { return nil }
            guard let colon = answer.firstRange(of: ": ") else {
                return FieldAssignment(key: key, operation: .add, value: answer)
            }
            return FieldAssignment(
                key: key, label: String(answer[..<colon.lowerBound]), operation: .add,
                value: String(answer[colon.upperBound...]))
        }
    }

    /// The command line an answer stands for.
    public func line(for answer: String) -> String {
        word(for: answer).map { Words.joined(["set", $0.description]) } ?? "skip"
    }
}
