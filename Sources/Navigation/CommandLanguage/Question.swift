import Localization
import Model

/// What a form asks for next; an answer is the line it stands for.
public struct Question: Hashable, Sendable {
    /// What an answer does to the field.
    public enum Effect: Hashable, Sendable {
        case replaces(label: String?)
        /// Changes the value at this place among several, from 0 on, that no label tells from the others.
        case changes(at: Int)
        /// Adds one more value, typed as `label: value` or without a label.
        case adds
    }

    public let title: Message
    /// The present value, to be changed in place.
    public let value: String
    /// What an answer looks like, as a noun.
    public let expects: Message
    /// What can be answered, where that is one of a few words; their numbers, from 1 on, do as well.
    public let choices: [String]
    /// The kinds of record that can be answered.
    public let kinds: [Kind]
    public let isSecret: Bool
    /// The key of the field, and the place among its values of the one that is asked for.
    package let key: String
    package let place: Int?
    package let effect: Effect

    /// - Parameter value: One of several values of the field; nil for the only one.
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

    /// What tells it from the other questions of its form.
    package var id: String { effect == .adds ? key + "+" : key + (place.map { "#\($0 + 1)" } ?? "") }

    /// The command line an answer stands for.
    public func line(for answer: String) -> String { ShellWords.joined(words(for: answer)) }

    package func words(for answer: String) -> [String] {
        guard let assignment = assignment(for: answer) else { return ["skip"] }
        guard case .changes(let place) = effect else { return ["set", assignment.description] }
        return ["change", key, String(place + 1), "--", assignment.value]
    }

    /// What an answer says of the field; nil if it leaves it as it is.
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
