import Display
import Model
import Navigation

/// Makes, changes and deletes the records of one kind in its data source.
struct RecordEditor<Content: Presentable>: RecordEditing {
    let source: any RecordDataSource<Content>
    let directory: RecordResolver

    init(source: some RecordDataSource<Content>, directory: RecordResolver) {
        self.source = source
        self.directory = directory
    }

    func reference(_ address: RecordID) async throws -> RecordReference { try await record(address).reference }

    func named(_ name: String) async throws -> [RecordReference] { try await source.named(name) }

    func create(_ words: [FieldAssignment], in context: CommandContext) async throws -> RecordID {
        var content = Content()
        try apply(try await resolve(words), to: &content)
        guard content != Content() else { throw CommandProblem.nothingToKeep(Content.kind) }
        return try await source.add(content, in: context).address
    }

    /// Without a version the words go upon whatever is there: when somebody else changes the record at the same moment, it is
    /// read again.
    func change(
        _ address: RecordID, _ words: [FieldAssignment], ifVersion: Int?, in context: CommandContext
    ) async throws {
        let words = try await resolve(words)
        while true {
            let record = try await record(address)
            var content = record.content
            try apply(words, to: &content)
            do {
                return try await save(content, over: record, version: ifVersion, in: context)
            } catch is EditConflict where ifVersion == nil {
                try Task.checkCancellation()
            }
        }
    }

    func delete(_ addresses: [RecordID], in context: CommandContext) async throws {
        try await source.delete(addresses.compactMap(TypedRecordID.init), in: context)
    }

    func deletionPreview(of address: RecordID) async throws -> DeletionPreview {
        let record = try await record(address)
        return DeletionPreview(of: record.reference, Content.consequences(ofDeleting: record))
    }

    func related(to address: RecordID) async throws -> Page {
        let record = try await record(address)
        return Page("Related to \(record.content.title)", record.related())
    }

    func sources(of address: RecordID, by reader: SourcesReader) async throws -> Page {
        try await record(address).sourcesPage(try await reader.origins(of: address), by: reader)
    }

    func webAddress(of address: RecordID) async throws -> String? { try await record(address).content.webAddress }

    func page(of address: RecordID, at time: Timestamp, _ clock: Clock) async throws -> Page {
        guard let id = TypedRecordID<Content>(address) else { throw RecordProblem.notFound(address) }
        return try await source.record(id, at: time).page(at: time, clock)
    }

    /// Saves an edit of a record; throws `EditConflict`, with both versions, if the record has changed since.
    /// - Parameter version: The version that the edit began at; nil for that of the record.
    func save(
        _ content: Content, over record: Record<Content>, version: Int?, in context: CommandContext
    ) async throws {
        let version = version ?? record.version
        do {
            guard version == record.version else {
                throw RecordProblem.versionConflict(
                    record.address, name: record.content.title, version: version, present: record.version)
            }
            try await source.update(record, to: content, in: context)
        } catch let problem as RecordProblem {
            guard case .versionConflict = problem else { throw problem }
            throw EditConflict(problem, yours: content, present: try await source.record(record.id))
        }
    }

    /// The words, with the address of each record that is named in them. One that is not found is told together with
    /// whatever else is wrong.
    func resolve(_ words: [FieldAssignment]) async throws -> [FieldAssignment] {
        var resolved: [FieldAssignment] = []
        var problems: [FieldProblem] = []
        var notFound: (any UserFacingError)?
        var scratch = Content()
        for word in words {
            do {
                let next = try await resolve(word)
                resolved.append(next)
                try Content.fields.apply([next], to: &scratch, mayBeIncomplete: true)
            } catch let others as FieldProblems {
                problems += others.all
            } catch let problem as any UserFacingError where !(problem is StoreProblem) {
                notFound = notFound ?? problem
                problems.append(.notFound(reason: problem.explanation.sentences.joined()))
            }
        }
        // What is wrong with the others alone, is told when they are applied.
        guard let notFound else { return resolved }
        if problems.count == 1 { throw notFound }
        throw CommandProblem.fields(FieldProblems(problems))
    }

    private func resolve(_ word: FieldAssignment) async throws -> FieldAssignment {
        guard let field = Content.fields.first(where: { $0.answers(to: word.key) }),
            case .reference(let kinds) = field.shape, !word.value.isEmpty
        else { return word }
        let address = try await directory.address(RecordWord(text: word.value, kinds: kinds))
        return FieldAssignment(
            key: word.key, label: word.label, operation: word.operation, value: address.description)
    }

    func record(_ address: RecordID) async throws -> Record<Content> {
        guard let id = TypedRecordID<Content>(address) else { throw RecordProblem.notFound(address) }
        return try await source.record(id)
    }

    func apply(_ words: [FieldAssignment], to content: inout Content) throws {
        do throws(FieldProblems) {
            try Content.fields.apply(words, to: &content)
        } catch {
            throw CommandProblem.fields(error)
        }
    }
}
