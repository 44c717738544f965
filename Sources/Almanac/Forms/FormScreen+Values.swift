import Model
import Navigation

/// Ordering, naming and removing the values of a field that has several: of the one that is asked for, or of the N-th.
extension FormScreen {
    var valueCommands: [Command] {
        [
            Command(.change) { invocation in
                let value = invocation.arguments[2]
                let (field, place) = try slot(invocation.arguments.prefix(2))
                let answers = question?.key == field.key && question?.place == place
                return try await rewrite(field, in: answers ? invocation : nil) { values in
                    if value.isEmpty { values.remove(at: place) } else { values[place].value = value }
                }
            },
            Command(.remove) { invocation in
                let (field, place) = try slot(invocation.arguments[...])
                return try await rewrite(field) { $0.remove(at: place) }
            },
            Command(.label) { invocation in
                let (field, place) = try slot(invocation.arguments.dropLast())
                let label = invocation.arguments.last ?? ""
                guard field.shape == .labeled else {
                    throw CommandProblem.fields(FieldProblems([.notLabeled(field: field.title)]))
                }
                return try await rewrite(field) { $0[place].label = label }
            },
            Command(.move) { invocation in
                let (field, place) = try slot(invocation.arguments.dropLast())
                let wanted = try self.place(invocation.arguments.last ?? "", of: field)
                return try await rewrite(field) { $0.insert($0.remove(at: place), at: wanted) }
            },
        ]
    }

    /// The value that the words name, by field and place or label; without words the one that is asked for.
    private func slot(_ words: ArraySlice<String>) throws -> (EditableField<Model>, Int) {
        if words.isEmpty, let question, let place = question.place,
            let field = form.fields.first(where: { $0.key == question.key })
        {
            return (field, place)
        }
        guard words.count == 2, let key = words.first, let word = words.last else {
            throw CommandProblem.notHere("It is not clear which value is meant.", next: "Name its field and its place.")
        }
        guard let field = form.fields.first(where: { $0.answers(to: key) }) else {
            throw CommandProblem.fields(FieldProblems([.unknown(key: key, known: form.fields.map(\.key))]))
        }
        return (field, try place(word, of: field))
    }

    private func place(_ word: String, of field: EditableField<Model>) throws -> Int {
        let values = field.read(model)
        let labeled = values.indices.filter { values[$0].label == word }
        if labeled.count == 1 { return labeled[0] }
        guard field.shape == .labeled || field.shape == .several, let number = Int(word),
            values.indices.contains(number &- 1)
        else { throw CommandProblem.noSuchValue(field: field.title, word, count: values.count) }
        return number - 1
    }

    /// - Parameter invocation: That which answers the question, if it does: then the next one is asked.
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
            // What was asked for may be gone.
            let ids = form.questions(about: changed).map(\.id)
            if let focus = draft.focus, !ids.contains(focus) { draft.focus = field.key + "+" }
        }
    }
}
