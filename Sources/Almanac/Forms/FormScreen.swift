import Display
import Localization
import Model
import Navigation

/// The screen of a form. Every change, except to a secret field, is saved in a draft.
struct FormScreen<Model: Sendable>: Screen {
    let form: Form<Model>
    /// The model without the changes in the draft.
    let original: Model
    /// The model, including the changes in the draft.
    let model: Model
    let draft: Draft
    let drafts: DraftRecorder
    let texts: any TextEditor
    let resolve: ValueResolver<Model>
    let save: @Sendable (Model, Int?, CommandContext) async throws -> NavigationAction

    var title: String { form.title }
    var hint: Message { form.hint }
    var isUnsaved: Bool { !draft.words.isEmpty }

    var question: Question? {
        guard let focus = draft.focus else { return nil }
        var question = form.questions(about: model).first { $0.focus == focus }
        question?.createsAccount = form.createsAccount
        return question
    }

    func problem(answering answer: String) -> CommandProblem? {
        if let question, FormCommand.leaving.contains(answer) {
            let assignment = ShellWords.quote("\(question.key)=\(answer)")
            return .notHere(
                "“\(answer)” is a command.",
                next: "Use “:\(answer)” to run it, or “:set \(assignment)” to enter it as a value.")
        }
        if let question, !question.isSecret, let assignment = assignment(in: answer, to: question) {
            return .notHere(
                "“\(assignment)” may be meant for another field.",
                next: """
                    Use “:\(assignment)” to set that field, or “:\(question.line(for: answer))” to enter it as a value.
                    """)
        }
        guard let question, question.kinds.isEmpty, let word = question.assignment(for: answer) else { return nil }
        // An ambiguous or unusual value leads to another question.
        guard let word = try? form.field(word.key)?.reading(word, over: model).assignment else { return nil }
        do {
            _ = try taking([word])
            return nil
        } catch {
            guard let problem = error as? CommandProblem, commands.contains(where: { $0.name == answer }) else {
                return error as? CommandProblem
            }
            return .notHere(problem.explanation.what, next: "Use “:\(answer)” to run the command.")
        }
    }

    /// Returns the assignment to a field in an answer such as `email=leia@alderaan.example`, also after the initial text
    /// of the answer.
    private func assignment(in answer: String, to question: Question) -> String? {
        let typed = answer.hasPrefix(question.value) ? String(answer.dropFirst(question.value.count)).trimmed : answer
        return FieldAssignment(typed).flatMap { form.fields.named($0.key) } == nil ? nil : typed
    }

    var page: Page {
        let hidden = hiddenFields
        let hiddenKeys = Set(hidden.map { $0.key })
        let furtherKeys = Set(form.more.flatMap { $0.items.map { $0.field.key } })
        let fields = form.allSections.flatMap { section in
            section.items.map { item in
                let key = item.field.key
                return Field(
                    key, item.field.title(of: model),
                    item.shown(of: model, isMain: !form.more.isEmpty && !furtherKeys.contains(key)),
                    for: hiddenKeys.contains(key) ? .programs : .everybody, section: section.title)
            }
        }
        let hint: Message = "Type `more` for the other fields: \(titles(of: hidden))."
        return Page(
            form.heading ?? "\(form.title)",
            [.record(fields)] + (changed.isEmpty ? [] : [.message(["Unsaved: \(titles(of: changed))."])]) + [
                .prose(
                    """
                    Type `FIELD=VALUE` to change a field, `fill` to go through the fields, `editor FIELD` to use your \
                    editor, `save` to save, or `cancel` to discard the changes.
                    """
                )
            ] + (hidden.isEmpty ? [] : [.prose(hint)]))
    }

    /// The fields in ``Form/more`` that lack a value. The array is empty while the current question is about a field in
    /// ``Form/more``.
    private var hiddenFields: [EditableField<Model>] {
        let more = form.more.flatMap { $0.items.map { $0.field } }
        let asked = question?.key
        return more.contains { $0.key == asked } ? [] : more.filter { $0.read(model).isEmpty }
    }

    /// The fields whose values the draft changes.
    private var changed: [EditableField<Model>] {
        form.fields.filter { $0.shape != .secret && $0.read(original) != $0.read(model) }
    }

    private func titles(of fields: [EditableField<Model>]) -> Message {
        fields.map { Message(title: $0.title(of: model)) }.joined(separator: ", ")
    }

    var commands: [Command] {
        [
            Command(FormCommand.set(form.fields.map { FieldHint($0) }, example: form.fields.first?.key ?? "name")) {
                try await set($1, isForced: $2, in: $0)
            },
            Command(FormCommand.fill) { _ in
                try await keep { $0.focus = form.questions(about: model).first?.focus }
            },
            Command(FormCommand.more) { _ in
                guard let first = form.questions(in: form.more, about: model).first else {
                    throw CommandProblem.notHere("This form has no other fields.", next: "Use “fill” or “save”.")
                }
                return try await keep { $0.focus = first.focus }
            },
            Command(FormCommand.skip) { try await advance(from: draft, to: model, in: $0) },
            Command(FormCommand.up) { _ in try await goUp() },
            Command(FormCommand.review) { _ in
                try await keep { $0.focus = nil }
            },
            Command(FormCommand.save) { invocation in
                guard !invocation.hasOpenPrompt else {
                    throw CommandProblem.notHere("Cannot save: a question is open.", next: "Answer it, then save.")
                }
                return try await saveAll(model, in: invocation)
            },
            Command(FormCommand.cancel) { invocation in
                try await drafts.discard()
                return try form.afterCancel ?? invocation.nearest((any FormNavigator).self).closeForm()
            },
            editorCommand,
        ] + (form.hasSeveral ? valueCommands : [])
    }

    // MARK: - Commands

    func set(
        _ typed: [FieldAssignment], isForced: Bool = false, in invocation: Invocation
    ) async throws -> NavigationAction {
        let words = typed.map { form.fields.keyed($0) }
        do {
            let (next, changed) = try taking(try await resolve(words, model, isForced))
            let answersQuestion = question.map { question in words.contains { $0.key == question.key } } ?? false
            return answersQuestion
                ? try await advance(from: next, to: changed, in: invocation) : try await keep { $0 = next }
        } catch let problem as CommandProblem {
            return try await ask(about: problem, words, in: invocation)
        }
    }

    /// Asks about an ambiguous value or unusual values. For a postal address that may be split incorrectly, the form
    /// asks for its parts.
    ///
    /// - Throws: The problem if it has another cause, or if a value is ambiguous and the session is not interactive.
    private func ask(
        about problem: CommandProblem, _ words: [FieldAssignment], in invocation: Invocation
    ) async throws -> NavigationAction {
        let set = FormCommand.set([])
        switch problem.cause {
        case .unusualValues(let warnings) where warnings.allSatisfy(\.isAboutParts):
            let (next, changed) = try taking(try await resolve(words, model, true))
            return try await keep {
                $0 = next
                $0.focus = form.questions(about: changed).last { $0.part == .street }?.focus
            }
        case .unusualValues(let warnings):
            return warnings.confirmation(line: set.line(words, true))
        case .fields(let problems):
            guard invocation.isInteractive, case .ambiguous(let word, let title, let values)? = problems.all.first
            else {
                throw problem
            }
            let answers = values.map { value in
                let others = words.filter { $0 != word }
                return Prompt.Answer("\(value)", line: set.line(others + [word.withValue(value)], false))
            }
            let question: Message = "\(title: title): “\(word.value)” is ambiguous. Which date do you mean?"
            return ChoicePresenter(question, answers).present()
        case .other, .missingArgument, .notFound, .ambiguous: throw problem
        }
    }

    /// Returns the draft with additional assignments, and the resulting model. Assignments that they replace are
    /// removed from the draft.
    func taking(_ words: [FieldAssignment]) throws -> (Draft, Model) {
        var changed = model
        try CommandProblem.wrapping { () throws(FieldProblems) in
            try form.fields.apply(words, to: &changed, mayBeIncomplete: true)
        }
        var next = draft
        for word in words.flatMap({ wholeValues(of: $0, in: changed) }) where form.field(word.key)?.shape != .secret {
            if word.label == nil, word.operation == .replace {
                let field = form.field(word.key)
                next.words.removeAll { form.field($0.key)?.key == field?.key }
            }
            next.words.append(word)
        }
        return (next, changed)
    }

    /// Returns assignments of the field’s whole values in place of an assignment to a part of a value, because drafts
    /// cannot store such assignments. Returns other assignments unchanged.
    private func wholeValues(of word: FieldAssignment, in changed: Model) -> [FieldAssignment] {
        guard word.part != nil, let field = form.field(word.key) else { return [word] }
        return field.words(for: field.read(changed))
    }

    private var isLast: Bool { form.questions(about: model).last?.focus == draft.focus }

    /// Continues with the next question, or saves the form after the last question if `savesAtEnd` is `true`.
    ///
    /// - Throws: `CommandProblem` if the current field is required and empty.
    func advance(from changed: Draft, to model: Model, in invocation: Invocation) async throws -> NavigationAction {
        if let field = form.fields.first(where: { $0.key == question?.key }), field.isRequired,
            field.read(model).isEmpty
        {
            throw CommandProblem.fields(FieldProblems([.required(field: field.title)]))
        }
        if isLast && form.savesAtEnd { return try await saveAll(model, in: invocation) }
        let focus =
            form.question(after: draft.focus, about: self.model, then: model)?.focus ?? (isLast ? .end : nil)
        return try await keep {
            $0 = changed
            $0.focus = focus
        }
    }

    private func goUp() async throws -> NavigationAction {
        let questions = form.questions(about: model)
        let main = form.questions(in: form.sections, about: model)
        let place =
            questions.firstIndex { $0.focus == draft.focus }
            ?? (draft.focus == .end ? questions.count : main.count)
        return try await keep { $0.focus = place > 0 ? questions[place - 1].focus : draft.focus }
    }

    func keep(_ change: (inout Draft) -> Void) async throws -> NavigationAction {
        var changed = draft
        change(&changed)
        try await drafts.save(changed)
        return .stay
    }

    /// Validates and saves the form. After an edit conflict in an interactive session, the draft is then based on the
    /// new version of the record.
    private func saveAll(_ model: Model, in invocation: Invocation) async throws -> NavigationAction {
        var checked = model
        try CommandProblem.wrapping { () throws(FieldProblems) in try form.fields.apply([], to: &checked) }
        do {
            let move = try await save(checked, draft.version, invocation.context)
            // The record is saved even if its draft cannot be discarded.
            try? await drafts.discard()
            return move
        } catch let conflict as EditConflict where invocation.isInteractive {
            var rebased = draft
            rebased.version = conflict.version
            try await drafts.save(rebased)
            return try invocation.nearest((any ErrorNavigator).self)
                .didConflict(conflict.about(Set(changed.map(\.key))))
        }
    }
}

/// A function that returns assignments with their values in the stored format: record IDs instead of names, and dates
/// and postal addresses in standard form.
///
/// - Parameters:
///   - model: The model before the assignments.
///   - isForced: Whether unusual values are kept.
/// - Throws: `CommandProblem` for ambiguous values and, unless `isForced` is `true`, for unusual values.
typealias ValueResolver<Model> =
    @Sendable (_ words: [FieldAssignment], _ model: Model, _ isForced: Bool) async throws -> [FieldAssignment]

/// The declarations of the commands that are available in forms.
enum FormCommand {
    static func set(_ fields: [FieldHint], example: String = "given") -> CommandDeclaration<[FieldAssignment], Bool> {
        CommandDeclaration(
            "set", .assignments(in: fields), .force,
            about: "Set fields of this form; “set” is optional", examples: ["set \(example)=Leia"], effect: .formChanges
        )
    }

    /// The commands that leave a form. As answers, they do not require a colon, because these words are unlikely to be
    /// values of fields.
    static let leaving = ["save", "cancel", "back", "quit"]

    static let fill = CommandDeclaration("fill", about: "Ask for each field in order", effect: .formChanges)
    static let more = CommandDeclaration("more", about: "Ask for the other fields", effect: .formChanges)
    static let skip = CommandDeclaration("skip", about: "Skip to the next field", effect: .formChanges)
    static let up = CommandDeclaration("up", about: "Go back to the previous field", effect: .formChanges)
    static let review = CommandDeclaration(
        "review", about: "Stop asking and show the form", effect: .formChanges)
    static let save = CommandDeclaration("save", about: "Save this form", effect: .formChanges)
    static let cancel = CommandDeclaration("cancel", about: "Discard the changes in this form", effect: .formChanges)
    static let editor = CommandDeclaration(
        "editor", .optional("FIELD", .text),
        about: "Edit FIELD, or the current field, in your editor", examples: ["editor text"],
        effect: .formChanges)
    static let change = CommandDeclaration(
        "change", .argument("FIELD", .text), .argument("N", .text), .argument("VALUE", .text), .force,
        about: "Change the Nth value of a field", examples: ["change phone 2 +1-555-0100"], effect: .formChanges)
    static let remove = CommandDeclaration(
        "remove", .valuePlace, about: "Remove the current value, or the Nth value of a field",
        examples: ["remove phone 2", "remove phone home"], effect: .formChanges)
    static let label = CommandDeclaration(
        "label", .valuePlace, .argument("LABEL", .text), about: "Change the label of a value",
        examples: ["label phone 2 mobile"], effect: .formChanges)
    static let move = CommandDeclaration(
        "move", .valuePlace, .argument("PLACE", .text), about: "Move a value to another position in its field",
        examples: ["move phone 2 1"], effect: .formChanges)
}

/// A reference to one of several values of a field, by number or label.
struct ValueReference: Sendable {
    let field: String
    let place: String
}

extension CommandProblem {
    static let noValueSelected = CommandProblem.notHere(
        "No value is selected.", next: "Specify the field and the number of the value.")
}

extension Argument where Value == ValueReference? {
    /// An argument that identifies a value of a field. It is `nil` for the value of the current question.
    fileprivate static var valuePlace: Argument {
        Argument(
            [Parameter("FIELD", .text, .optional), Parameter("N", .text, .optional)],
            read: { reader in
                guard let field = try reader.next(.text) else { return nil }
                guard let place = try reader.next(.text) else {
                    throw CommandProblem.noValueSelected
                }
                return ValueReference(field: field, place: place)
            }, words: { $0.map { [$0.field, $0.place] } ?? [] })
    }
}

extension Topic {
    /// The help topic for the commands that are available only in forms.
    static var inForms: Topic {
        Topic(
            "In forms",
            [
                FormCommand.set([]).command, FormCommand.fill.command, FormCommand.more.command,
                FormCommand.skip.command,
                FormCommand.up.command, FormCommand.review.command, FormCommand.save.command,
                FormCommand.cancel.command, FormCommand.editor.command, FormCommand.change.command,
                FormCommand.remove.command, FormCommand.label.command, FormCommand.move.command,
            ], answering: "in forms such as “new person”, with a leading colon while a question is shown")
    }
}
