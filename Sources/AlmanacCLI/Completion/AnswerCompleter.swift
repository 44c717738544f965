import Model
import Navigation
import Terminal

/// What could be answered to a question of a form: one of its choices, the name of a record, or a command behind a colon.
struct AnswerCompleter: Sendable {
    let question: Navigation.Question
    let commands: CommandCompleter

    func complete(_ line: String, _ cursor: Int) async -> Completions {
        if line.hasPrefix(":"), cursor > 0, !question.isSecret { return await commands.complete(line, cursor) }
        let answer = String(line.prefix(cursor))
        let choices = Candidates(words: Set(question.choices), beginningWith: answer)
        let names =
            question.kinds.isEmpty
            ? Candidates() : await commands.store.names(beginningWith: answer, of: Set(question.kinds))
        let found = (choices + names).asAnswers
        return Completions(
            range: 0..<cursor, candidates: found.candidates, total: found.total, isCapped: found.isCapped)
    }
}
