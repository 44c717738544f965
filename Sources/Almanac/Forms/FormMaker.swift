import Model
import Navigation

/// A delegate that is notified after a form has saved a record.
protocol FormDelegate: Sendable {
    func didSave(_ record: RecordID) -> NavigationAction
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
            at: Path(record.address.editForm),
            from: record.version,
            resolve: editor.resolve
        ) { content, version, context in
            do {
                try await editor.save(content, over: record, version: version, in: context)
            } catch RecordProblem.notFound(record.address) {
                throw RecordProblem.deletedDuringEdit(record.address)
            }
            let saved = delegate.didSave(record.address)
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
            return delegate.didSave(try await editor.source.add(filled, in: context).address)
        }
    }

    /// Returns the screen of a form for a model.
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
