import Localization
import Model

/// A question in a form. Each answer is equivalent to a command line.
public struct Question: Hashable, Sendable {
    /// The effect of an answer on the field.
    public enum Effect: Hashable, Sendable {
        case replaces(label: String?)
        /// A change to the value at the given index. Used if the label of the value is empty or ambiguous.
        case changes(at: Int)
        /// A change to a part of the postal address at the given index.
        case changesPart(PostalAddress.Part, of: PostalAddress, at: Int)
        /// A new value, entered as `label: value` or without a label.
        case adds
    }

    public let title: Message
    /// The title of the section that begins with the question, or an empty string.
    public package(set) var section: Title = ""
    /// The current value, which the user can edit.
    public let value: String
    /// A phrase that describes valid answers.
    public let expects: Message
    /// The valid answers, if they are limited. Their numbers, starting at 1, are also valid.
    public let choices: [String]
    /// Common answers that completion offers.
    public let examples: [String]
    /// The kinds of record that are valid as answers.
    public let kinds: [Kind]
    public let isSecret: Bool
    /// Whether the question belongs to a form that creates an account.
    public package(set) var createsAccount = false
    /// The key of the field.
    package let key: String
    package let place: Int?
    package let effect: Effect

    /// Creates a question about a field.
    ///
    /// - Parameter place: The index of the value in a field with several values, or `nil` for a single value.
    package init<Model>(
        about field: EditableField<Model>, title: Message, value: String, place: Int? = nil, effect: Effect
    ) {
        self.title = title
        self.value = value
        expects =
            switch effect {
            case .adds where field.shape == .labeled: field.placeholder
            case .changesPart: "text"
            case .replaces, .changes, .adds: field.expects
            }
        choices = field.choices
        examples = field.examples
        kinds = field.linkedKinds
        isSecret = field.shape == .secret
        takesLabel = effect == .adds && field.shape == .labeled
        key = field.key
        self.place = place
        self.effect = effect
    }

    /// Whether an answer can begin with a label, as in `home: value`.
    public let takesLabel: Bool

    public var isOneOfSeveral: Bool { place != nil }

    /// An identifier of the question within its form.
    package var focus: Draft.Focus { .question(id) }

    package var id: String {
        effect == .adds ? key + "+" : key + (place.map { "#\($0 + 1)" } ?? "") + (part.map { ".\($0.rawValue)" } ?? "")
    }

    /// The part of a postal address that the question is about, if any.
    package var part: PostalAddress.Part? {
        if case .changesPart(let part, of: _, at: _) = effect { part } else { nil }
    }

    /// Returns the command line that is equivalent to an answer.
    public func line(for answer: String) -> String { ShellWords.joined(words(for: answer)) }

    package func words(for answer: String) -> [String] {
        guard let assignment = assignment(for: answer) else { return ["skip"] }
        switch effect {
        case .changes(let place), .changesPart(_, of: _, at: let place):
            return ["change", key, String(place + 1), "--", assignment.value]
        case .replaces, .adds: return ["set", assignment.description]
        }
    }

    /// Returns the assignment for an answer, or `nil` if the answer changes nothing.
    package func assignment(for answer: String) -> FieldAssignment? {
        let answer = Int(answer).flatMap { choices.indices.contains($0 &- 1) ? choices[$0 - 1] : nil } ?? answer
        guard answer != value else { return nil }
        switch effect {
        case .replaces(let label): return FieldAssignment(key: key, label: label, value: answer)
        case .changes: return FieldAssignment(key: key, operation: .add, value: answer)
        case .changesPart(let part, of: var address, at: _):
            address[part] = answer.trimmed
            let value = address == PostalAddress() ? "" : address.fullDescription
            return FieldAssignment(key: key, operation: .add, value: value)
        case .adds:
            let colon = answer.firstRange(of: ": ")
            let label = colon.map { String(answer[..<$0.lowerBound]) }
            let value = colon.map { String(answer[$0.upperBound...]) } ?? answer
            return FieldAssignment(key: key, label: label, operation: .add, value: value)
        }
    }
}
