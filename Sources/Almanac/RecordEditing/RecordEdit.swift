import Display
import Localization
import Model
import Navigation

/// An edit of a record in an external editor.
struct RecordEdit<Content: Presentable> {
    private let editor: any RecordOperations<Content>
    private let context: CommandContext
    /// The ID of the record, or `nil` for a new record.
    private let address: RecordID?
    private var record: Record<Content>?
    private var version: Int?
    private let isForced: Bool
    /// The document before editing.
    private var original: RecordDocument

    init(
        of address: RecordID?, _ input: RecordInput, by editor: any RecordOperations<Content>,
        in context: CommandContext
    ) async throws {
        self.editor = editor
        self.context = context
        self.address = address
        if let address { record = try await editor.record(address) }
        version = input.version ?? record?.version
        isForced = input.isForced
        original = try await editor.document(of: record?.content ?? Content())
    }

    /// The name of the temporary file, with a Markdown extension for notes and groups.
    var fileName: String {
        let name = address.map { "\($0.kind.plural)-\($0.number)" } ?? "new-\(Content.kind.rawValue)"
        return name + (Content.bodyField == nil ? ".txt" : ".md")
    }

    /// Returns the text to edit, with assignments applied.
    func text(with words: [FieldAssignment]) async throws -> String {
        let content = try await changed(by: words)
        let title: Message = record.map { "\($0.address) \($0.title)" } ?? "new \(Content.kind.noun)"
        let hints = Content.fields.filter { $0.expects != "text" }.map { ($0.key, $0.expects) }
        return try await editor.document(of: content).text(title: title, hints: Dictionary(hints) { first, _ in first })
    }

    /// Saves the edited text.
    ///
    /// - Returns: The result of the edit, or the text to open again. Invalid text is opened again with the problems at
    ///   the top. After an edit conflict, the new version is opened with the user’s changes applied.
    mutating func validate(_ text: String) async throws -> EditValidation<EditOutcome> {
        let reader = DocumentReader<Content>(text)
        let words = reader.document.words(from: original, of: Content.self)
        if words.isEmpty && reader.problems.isEmpty { return .accepted(.untouched) }
        if reader.document.isEmpty { return .accepted(.emptied) }
        do {
            return .accepted(.saved(try await save(try await content(of: reader, words))))
        } catch let conflict as EditConflict {
            let news = try await refresh()
            let told = Array(conflict.explanation.sentences.prefix(1)) + news
            return .again(
                RecordDocument.text(try await self.text(with: words), problems: told), because: conflict.explanation)
        } catch let problem as any UserFacingError where problem.canBeFixed(at: address) {
            return .again(RecordDocument.text(text, problems: problem.lines), because: problem.explanation)
        }
    }

    // MARK: - Applying changes

    private func changed(by words: [FieldAssignment]) async throws -> Content {
        var content = record?.content ?? Content()
        try editor.apply(try await editor.resolve(words, over: content, isForced: isForced), to: &content)
        return content
    }

    /// Returns the content of an edited document.
    ///
    /// - Throws: `CommandProblem` that lists all problems in the document.
    private func content(of reader: DocumentReader<Content>, _ words: [FieldAssignment]) async throws -> Content {
        var problems = reader.problems
        do {
            let content = try await changed(by: words)
            if problems.isEmpty { return content }
        } catch let problem as CommandProblem where !problems.isEmpty {
            if case .fields(let others) = problem.cause {
                problems += others.all
            } else {
                problems.append(.notFound(reason: problem.explanation.sentences.joined()))
            }
        }
        throw CommandProblem.fields(FieldProblems(problems))
    }

    private func save(_ content: Content) async throws -> RecordID {
        guard let record else { return try await editor.source.add(content, in: context).address }
        try await editor.save(content, over: record, version: version, in: context)
        return record.address
    }

    /// Reads the record again and returns a sentence for each change to it.
    private mutating func refresh() async throws -> [Message] {
        guard let address else { return [] }
        let before = original
        let present = try await editor.record(address)
        (record, version) = (present, present.version)
        original = try await editor.document(of: present.content)
        return original.news(since: before)
    }
}

extension UserFacingError {
    /// Returns whether editing the text can solve the problem.
    fileprivate func canBeFixed(at address: RecordID?) -> Bool {
        if let problem = self as? RecordProblem { return address.map { problem != .notFound($0) } ?? true }
        return self is CommandProblem
    }

    /// A sentence for each problem, followed by a hint.
    fileprivate var lines: [Message] {
        guard let problem = self as? CommandProblem, case .fields(let problems) = problem.cause else {
            return explanation.sentences
        }
        return problems.all.map(\.sentence) + explanation.sentences.dropFirst()
    }
}
