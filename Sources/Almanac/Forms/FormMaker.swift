import Localization
import Model
import Navigation

/// A delegate that is notified after a form has saved a record.
protocol FormDelegate: Sendable {
    func didSave(_ id: RecordID) -> NavigationAction
}

/// A factory for the forms of a flow. Each form resumes its draft and saves to the data source.
struct FormMaker: Sendable {
    let drafts: any DraftDataSource
    let account: Account.ID?
    let texts: any TextEditor

    func edit<Content: Presentable>(
        _ record: Record<Content>, _ editor: RecordEditor<Content>, _ delegate: any FormDelegate
    ) async throws -> any Screen {
        try await screen(
            Forms.record("edit", heading: "edit \(record.title)", of: Content.self), of: record.content,
            at: Path(record.recordID.editForm),
            from: record.version,
            resolve: editor.resolve
        ) { content, version, context in
            do {
                try await editor.save(content, over: record, version: version, in: context)
            } catch RecordProblem.notFound(record.recordID) {
                throw RecordProblem.deletedDuringEdit(record.recordID)
            }
            let saved = delegate.didSave(record.recordID)
            return content == record.content ? .all([saved, .unchanged(record.reference)]) : saved
        }
    }

    func new<Content: Presentable>(
        _ content: Content, about: RecordID?, _ editor: RecordEditor<Content>, _ delegate: any FormDelegate
    ) async throws -> any Screen {
        try await screen(
            Forms.record("new \(Content.kind.rawValue)", of: Content.self), of: content,
            at: Path(Content.kind.form(about: about)), from: nil,
            resolve: editor.resolve
        ) { filled, _, context in
            guard filled != content else { throw CommandProblem.emptyRecord(Content.kind) }
            return delegate.didSave(try await editor.source.add(filled, in: context).recordID)
        }
    }

    func screen<Model>(
        _ form: Form<Model>, of model: Model, at path: Path, from version: Int? = nil,
        resolve: @escaping ValueResolver<Model> = { words, _, _ in words },
        save: @escaping @Sendable (Model, Int?, CommandContext) async throws -> NavigationAction
    ) async throws -> any Screen {
        let recorder = DraftRecorder(drafts: drafts, place: path.description, account: account)
        var draft =
            try await recorder.draft()
            ?? Draft(focus: form.asksAtOnce ? form.questions(about: model).first?.focus : nil)
        if draft.words.isEmpty { draft.version = version }
        let changed = form.fields.replayed(draft.words, on: model)
        return FormScreen(
            form: form, original: model, model: changed, draft: draft, drafts: recorder, texts: texts,
            resolve: resolve,
            save: save)
    }
}

/// An object that stores the draft of a form.
struct DraftRecorder: Sendable {
    let drafts: any DraftDataSource
    let place: String
    let account: Account.ID?

    func draft() async throws -> Draft? { try await drafts.draft(at: place, of: account) }
    func save(_ draft: Draft) async throws { try await drafts.save(draft, at: place, of: account) }

    /// Discards the draft, unless the database is read-only.
    func discard() async throws {
        do { try await drafts.discard(at: place, of: account) } catch StoreProblem.readOnly {}
    }
}

extension Array {
    /// Returns a model with the assignments of a draft. Assignments that have become invalid are skipped.
    fileprivate func replayed<Model>(_ words: [FieldAssignment], on model: Model) -> Model
    where Element == EditableField<Model> {
        var scratch = model
        let valid = words.filter { word in (try? named(word.key)?.apply(word, to: &scratch)) != nil }
        var changed = model
        try? apply(valid, to: &changed, mayBeIncomplete: true)
        return changed
    }
}

/// The forms of the app.
enum Forms {
    static func record<Content: Recordable>(
        _ title: String, heading: Message? = nil, of type: Content.Type
    ) -> Form<Content> {
        let main = Content.mainFields.compactMap { key in Content.enteredFields.first { $0.key == key } }
        guard !main.isEmpty else {
            return Form(title: title, heading: heading, sections: FormSection.all(of: Content.fields))
        }
        let others = Content.fields.filter { !Content.mainFields.contains($0.key) }
        return Form(
            title: title, heading: heading, hint: "Type `:more` for the other fields.",
            sections: [FormSection("", main)], more: FormSection.all(of: others))
    }

    static let signUp = Form<Credentials>(
        title: "sign up", savesAtEnd: true, createsAccount: true,
        hint: """
            Welcome to Almanac. An account has its own favorites; it does not encrypt data. Type `:guest` to \
            continue without one.
            """,
        sections: FormSection.all(of: [
            .text("name", "Your name", \.name).required(),
            .secret("passphrase", "Passphrase (optional)", \.passphrase),
        ]))

    static func passphrase(of account: Account) -> Form<Credentials> {
        Form(
            title: "sign in as \(account.name)", savesAtEnd: true,
            hint: "Type `:forgot` if you have forgotten your passphrase.",
            sections: FormSection.all(of: [.secret("passphrase", "Passphrase", \.passphrase)]))
    }

    /// Returns the form for the user’s own card.
    static func accountDetails(afterCancel: NavigationAction) -> Form<Person> {
        Form(
            title: "account", afterCancel: afterCancel,
            hint: "This is your own contact card. Type `:cancel` to continue without one.",
            sections: FormSection.all(
                of: ["given", "family", "nickname", "email", "phone", "birthday", "planet"].compactMap { key in
                    Person.fields.first { $0.key == key }
                }))
    }

    static let settings = Form<Settings>(
        title: "settings", asksAtOnce: false, sections: FormSection.all(of: Settings.fields))
}

/// The values entered in the sign-up and sign-in forms.
struct Credentials: Hashable, Sendable {
    var name = ""
    var passphrase = ""
}

extension TypedLine {
    /// Whether the line may contain a passphrase. Such lines are not saved in any history.
    public var mayContainSecret: Bool {
        commands.contains { words in
            let name = words.first.map { $0.text.hasPrefix(":") ? String($0.text.dropFirst()) : $0.text }
            let mayHoldPassphrase = ["login", "signup"].contains(name) && words.count > 2
            return mayHoldPassphrase || words.contains { Self.setsSecret($0.text) }
        }
    }

    private static func setsSecret(_ word: String) -> Bool {
        let word = word.drop { !$0.isLetter }
        guard let key = FieldAssignment(String(word))?.key else { return false }
        return Forms.signUp.fields.contains { $0.shape == .secret && $0.answers(to: key) }
    }
}

/// The objects that the flows of all kinds of records share.
struct RecordFlowContext: Sendable {
    let context: FlowContext
    let resolver: RecordResolver
    let forms: FormMaker
    let changes: any RecordChanger
    let bulk: BulkChanges

    /// Returns the owner of the records in a list, if any. The name of a deleted owner is its ID.
    func owner<Content>(of state: ListState<Content>) async throws -> RecordReference? {
        guard let owner = state.owner else { return nil }
        do {
            return try await resolver.editor(for: owner.kind).reference(owner)
        } catch RecordProblem.notFound(owner) {
            return RecordReference(id: owner, name: owner.description)
        }
    }
}
