import Model

/// A presenter that asks which of several records with the same name was meant. Choosing a record reruns the command
/// line with the record’s ID instead of the name.
struct ChoicePresenter: Sendable {
    let name: String
    let references: [RecordReference]
    let words: [String]

    func present() -> NavigationAction {
        let answers = references.map { reference in
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
        return .ask([Prompt("Which “\(name)” do you mean?", answers + [.init("cancel")])])
    }
}
