import Model
import Navigation

// The commands for fields that can have several values.
extension FormScreen {
    var valueCommands: [Command] {
        [
            Command(FormCommand.change) { invocation, field, place, value, isForced in
                try await change(
                    ValueReference(field: field, place: place), to: value, isForced: isForced, in: invocation)
            },
            Command(FormCommand.remove) { _, named in
                let (field, place) = try slot(named)
                return try await rewrite(field) { $0.remove(at: place) }
            },
            Command(FormCommand.label) { _, named, label in
                let (field, place) = try slot(named)
                guard field.shape == .labeled else {
                    throw CommandProblem.fields(FieldProblems([.notLabeled(field: field.title)]))
                }
                return try await rewrite(field) { $0[place].label = label }
            },
            Command(FormCommand.move) { _, named, word in
                let (field, place) = try slot(named)
                let wanted = try self.place(word, of: field)
                return try await rewrite(field) { $0.insert($0.remove(at: place), at: wanted) }
            },
        ]
    }

    func change(
        _ named: ValueReference, to value: String, isForced: Bool = false, in invocation: Invocation
    ) async throws -> NavigationAction {
        let (field, place) = try slot(named)
        let word = FieldAssignment(key: field.key, operation: .add, value: value)
        let value: String
        do {
            value = try await resolve([word], model, isForced).first?.value ?? word.value
        } catch let problem as CommandProblem {
            guard case .unusualValues(let warnings) = problem.cause else { throw problem }
            return warnings.confirmation(
                line: FormCommand.change.line(named.field, named.place, word.value, true))
        }
        let answers = question?.key == field.key && question?.place == place
        return try await rewrite(field, in: answers ? invocation : nil) { values in
            if value.isEmpty { values.remove(at: place) } else { values[place].value = value }
        }
    }

    /// Returns the field and index of a value, or of the value of the current question if the reference is `nil`.
    private func slot(_ named: ValueReference?) throws -> (EditableField<Model>, Int) {
        guard let named else {
            guard let question, let place = question.place,
                let field = form.fields.first(where: { $0.key == question.key })
            else {
                throw CommandProblem.noValueSelected
            }
            return (field, place)
        }
        let field = try form.field(named: named.field)
        return (field, try place(named.place, of: field))
    }

    private func place(_ word: String, of field: EditableField<Model>) throws -> Int {
        let values = field.read(model)
        let exact = values.indices.filter { values[$0].label == word }
        let key = field.labelVocabulary.key
        let labeled = exact.isEmpty ? values.indices.filter { key(values[$0].label) == key(word) } : exact
        if labeled.count == 1 { return labeled[0] }
        guard field.shape == .labeled || field.shape == .several, let number = Int(word),
            values.indices.contains(number &- 1)
        else { throw CommandProblem.noSuchValue(field: field.title, word, count: values.count) }
        return number - 1
    }

    /// Changes the values of a field.
    ///
    /// - Parameter invocation: The invocation that answers the current question, or `nil` if the form does not continue
    ///   with the next question.
    private func rewrite(
        _ field: EditableField<Model>, in invocation: Invocation? = nil,
        _ change: (inout [Labeled<String>]) -> Void
    ) async throws -> NavigationAction {
        var values = field.read(model)
        change(&values)
        let (next, changed) = try taking(field.words(for: values))
        if let invocation { return try await advance(from: next, to: changed, in: invocation) }
        return try await keep { draft in
            draft = next
            // The value of the current question may have been removed.
            let ids = form.questions(about: changed).map(\.id)
            if case .question(let id) = draft.focus, !ids.contains(id) { draft.focus = .question(field.key + "+") }
        }
    }
}

extension [ValueWarning] {
    /// Asks whether to save the values anyway.
    ///
    /// - Parameter line: The command line that saves them.
    func confirmation(line: String) -> NavigationAction {
        ConfirmationPresenter(
            question: (map(\.sentence) + ["Save it anyway?"]).joined(), line: line,
            outcomeOfRejection: "The value was not saved.", isRejectFirst: true, flag: Option.force.name
        ).present()
    }
}

extension FormScreen {
    /// A command that opens one field in the user’s editor: the named field, the field of the current question, or the
    /// first long-text field.
    var editorCommand: Command {
        Command(FormCommand.editor) { invocation, key in
            guard invocation.isInteractive else {
                throw CommandProblem.notHere("The editor needs an interactive session.", next: "Use field=value.")
            }
            let question = try question(named: key)
            var problems = 0
            return try await texts.edit(question.value + "\n", named: fileName(for: question)) { text in
                let text = RecordDocument.text(text, problems: [], replacing: problems)
                let isWhole = text.unicodeScalars.last == "\n"
                let value = isWhole ? String(text.unicodeScalars.dropLast()) : text
                do {
                    return .accepted(try await answer(value, to: question, in: invocation))
                } catch let problem as CommandProblem {
                    let report = problem.explanation
                    problems = report.sentences.count
                    return .again(
                        RecordDocument.text(text, problems: report.sentences, replacing: 0), because: report)
                }
            } ?? .stay
        }
    }

    // Secret fields are excluded, because their values would be written to a file.
    private func question(named key: String?) throws -> Question {
        let questions = form.questions(about: model).filter { !$0.isSecret }
        if let key {
            let field = form.field(key)
            guard let question = questions.first(where: { $0.key == field?.key }) else { throw form.unknownField(key) }
            return question
        }
        if let question, !question.isSecret { return question }
        let prose = form.fields.first { $0.shape == .prose }
        guard let question = questions.first(where: { $0.key == prose?.key }) else {
            throw CommandProblem.notHere("No field is selected.", next: "Use “editor FIELD”.")
        }
        return question
    }

    private func fileName(for question: Question) -> String {
        let isProse = form.fields.contains { $0.key == question.key && $0.shape == .prose }
        return question.key + (isProse ? ".md" : ".txt")
    }

    private func answer(
        _ text: String, to question: Question, in invocation: Invocation
    ) async throws -> NavigationAction {
        guard let assignment = question.assignment(for: text) else {
            return try await advance(from: draft, to: model, in: invocation)
        }
        switch question.effect {
        case .changes(let place), .changesPart(_, of: _, at: let place):
            return try await change(
                ValueReference(field: question.key, place: String(place + 1)), to: assignment.value, in: invocation)
        case .replaces, .adds: return try await set([assignment], in: invocation)
        }
    }
}
