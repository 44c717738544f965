import Localization
import Model

/// A presenter that asks the user to choose between several command lines.
package struct ChoicePresenter: Sendable {
    private let question: Message
    private let answers: [Prompt.Answer]
    /// The option that answers the question in advance.
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
        self.init("Which “\(name)” do you mean?", Self.answers(among: references, named: name, in: words))
    }

    /// Creates a presenter that asks which of the records whose names contain a text is meant.
    init(among references: [RecordReference], namedPartly name: String, in words: [String]) {
        self.init(
            "No record is named “\(name)”. Which record do you mean?",
            Self.answers(among: references, named: name, in: words))
    }

    private static func answers(
        among references: [RecordReference], named name: String, in words: [String]
    ) -> [Prompt.Answer] {
        let words = words.joining(name)
        return references.map { reference in
            let line = ShellWords.joined(
                words.map { word in
                    if word == name { return reference.address.description }
                    guard let assignment = FieldAssignment(word), assignment.value == name else { return word }
                    return FieldAssignment(
                        key: assignment.key, label: assignment.label, operation: assignment.operation,
                        value: reference.address.description
                    ).description
                })
            return Prompt.Answer("\(reference.name) · \(reference.address)", line: line)
        }
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
