import Model
import Navigation

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

    // Secrets are never written to a file.
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
