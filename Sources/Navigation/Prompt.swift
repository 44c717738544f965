import Localization
import Model

/// A question whose answers are command lines.
public struct Prompt: Hashable, Codable, Sendable {
    public let question: Message
    public let answers: [Answer]
    /// The option that answers the question in advance, for example in a non-interactive session; `nil` for none.
    public let flag: String?
    /// The answer that an empty line chooses, or `nil` if the question requires a choice.
    public let preset: Answer?
    /// The form or import review that the question is about, if any. When it is left or an import review changes, the
    /// prompt is removed.
    private(set) var form: Path?

    public init(_ question: Message, _ answers: [Answer], flag: String? = nil, preset: Answer? = nil) {
        self.question = question
        self.answers = answers
        self.flag = flag
        self.preset = preset
    }

    /// A sentence that is shown if the prompt is closed without an answer, or `nil` for none.
    var outcomeOfDeclining: Message? { answers.firstNonNil(\.outcome) }

    /// Returns the prompt as a question about a form or an import review.
    func about(_ form: Path?) -> Prompt {
        var prompt = self
        prompt.form = form
        return prompt
    }

    public struct Answer: Hashable, Codable, Sendable {
        public let title: Message
        /// The command line to run, or `nil` for an answer that does nothing.
        public let line: String?
        /// A sentence that is shown after an answer that does nothing, or `nil` for none.
        public let outcome: Message?

        public init(_ title: Message, line: String? = nil, outcome: Message? = nil) {
            self.title = title
            self.line = line
            self.outcome = outcome
        }
    }
}

/// A URL that is safe to pass to a browser: http or https, and printable ASCII only. Non-ASCII characters, such as
/// those in an internationalized domain name, are percent-encoded (https://url.spec.whatwg.org/#host-parsing).
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        let text = text.lowercased().hasPrefix("www.") ? "https://\(text)" : text
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let rest = text.dropFirst(scheme.count)
        guard ["http", "https"].contains(scheme), rest.hasPrefix("://"),
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let address = scheme + rest.utf8.map { Self.encoded($0) }.joined()
        guard address.utf8.count <= 2048 else { return nil }
        description = address
    }
    private static func encoded(_ byte: UInt8) -> String {
        byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
}

/// A presenter that asks the user to choose between several command lines.
package struct ChoicePresenter: Sendable {
    private let question: Message
    private let answers: [Prompt.Answer]
    /// The option that answers the question in advance, or `nil` for none.
    private let flag: String?

    /// Creates a presenter.
    ///
    /// - Parameter cancel: The title of a last answer that does nothing, or `nil` for none.
    package init(_ question: Message, _ answers: [Prompt.Answer], cancel: Message? = "cancel", flag: String? = nil) {
        self.question = question
        self.answers = answers + (cancel.map { [Prompt.Answer($0)] } ?? [])
        self.flag = flag
    }

    package func present() -> NavigationAction { .ask([Prompt(question, answers, flag: flag)]) }
}

extension ChoicePresenter {
    /// Creates a presenter that asks which of several records with the same name was meant. Choosing a record reruns
    /// the command line with the record’s ID instead of the name.
    init(among references: [RecordReference], named name: String, in words: [String]) {
        let words = words.joining(name)
        let answers = references.map { reference in
            let line = ShellWords.joined(
                words.map { word in
                    if word == name { return reference.id.description }
                    guard let assignment = FieldAssignment(word), assignment.value == name else { return word }
                    return FieldAssignment(
                        key: assignment.key, label: assignment.label, operation: assignment.operation,
                        value: reference.id.description
                    ).description
                })
            return Prompt.Answer("\(reference.name) · \(reference.id)", line: line)
        }
        self.init("Which “\(name)” do you mean?", answers)
    }
}

extension [String] {
    /// Returns the words, with the consecutive words of a name joined into one word.
    fileprivate func joining(_ name: String) -> [String] {
        let count = name.split(separator: " ").count
        let start = indices.dropLast(Swift.max(0, count - 1)).first {
            self[$0..<$0 + count].joined(separator: " ") == name
        }
        guard count > 1, let start else { return self }
        return self[..<start] + [name] + self[(start + count)...]
    }
}

/// An item of the tour. It introduces a kind of screen on the first visit.
public enum TutorialItem: String, Hashable, Codable, Sendable, CaseIterable {
    case home, list, record, group, search, history
}

extension Route {
    /// The item of the tour that introduces the location, or `nil` if no item does.
    var tutorialItem: TutorialItem? {
        switch self {
        case .home: .home
        case .persons(let place): place.tutorialItem
        case .groups(.records(let place)): place.tutorialItem.map { $0 == .search ? .search : .group }
        case .planets(let place): place.tutorialItem
        case .notes(let place): place.tutorialItem
        case .found: .search
        case .history: .history
        case .groups, .login, .favorites, .settings, .trash, .duplicates, .birthdays, .importReview: nil
        }
    }
}

extension RecordLocation {
    fileprivate var tutorialItem: TutorialItem? {
        switch self {
        case .list(let state): state.narrowing.isEmpty && state.filter == nil ? .list : .search
        case .record: .record
        case .edit, .new: nil
        }
    }
}
