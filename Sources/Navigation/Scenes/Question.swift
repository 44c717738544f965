import Localization
import Model

/// A question of a form. Each answer is equivalent to a command line.
public struct Question: Hashable, Sendable {
    /// The effect of an answer on the field.
    public enum Effect: Hashable, Sendable {
        case replaces(label: String?)
        /// Changes the value at an index, if its label does not identify it.
        case changes(at: Int)
        /// Adds a value, entered as `label: value` or without a label.
        case adds
    }

    public let title: Message
    /// The current value, for editing.
    public let value: String
    /// A description of valid answers, as a noun.
    public let expects: Message
    /// The valid answers if they are limited. Their numbers, from 1 on, are valid, too.
    public let choices: [String]
    /// The kinds of record that are valid answers.
    public let kinds: [Kind]
    public let isSecret: Bool
    /// The key of the field, and the index of the value.
    package let key: String
    package let place: Int?
    package let effect: Effect

    /// - Parameter place: The index of the value among several values; nil for a single value.
    package init<Model>(
        about field: EditableField<Model>, title: Message, value: String, place: Int? = nil, effect: Effect
    ) {
        self.title = title
        self.value = value
        expects = effect == .adds && field.shape == .labeled ? "“label: value”" : field.expects
        choices = field.choices
        if case .reference(let kinds) = field.shape { self.kinds = kinds } else { kinds = [] }
        isSecret = field.shape == .secret
        key = field.key
        self.place = place
        self.effect = effect
    }

    public var isOneOfSeveral: Bool { place != nil }

    /// Identifies the question within its form.
    package var id: String { effect == .adds ? key + "+" : key + (place.map { "#\($0 + 1)" } ?? "") }

    /// Returns the command line that is equivalent to an answer.
    public func line(for answer: String) -> String { ShellWords.joined(words(for: answer)) }

    package func words(for answer: String) -> [String] {
        guard let assignment = assignment(for: answer) else { return ["skip"] }
        guard case .changes(let place) = effect else { return ["set", assignment.description] }
        return ["change", key, String(place + 1), "--", assignment.value]
    }

    /// Returns the assignment for an answer; nil if it changes nothing.
    package func assignment(for answer: String) -> FieldAssignment? {
        let answer = Int(answer).flatMap { choices.indices.contains($0 &- 1) ? choices[$0 - 1] : nil } ?? answer
        guard answer != value else { return nil }
        switch effect {
        case .replaces(let label): return FieldAssignment(key: key, label: label, value: answer)
        case .changes: return FieldAssignment(key: key, operation: .add, value: answer)
        case .adds:
            let colon = answer.firstRange(of: ": ")
            let label = colon.map { String(answer[..<$0.lowerBound]) }
            let value = colon.map { String(answer[$0.upperBound...]) } ?? answer
            return FieldAssignment(key: key, label: label, operation: .add, value: value)
        }
    }
}
