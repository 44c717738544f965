import Display
import Localization
import Model
import Navigation

/// One edit of a whole record as a text: what it began from, and what becomes of the text that comes back.
struct RecordEdit<Content: Presentable> {
    private let editor: RecordEditor<Content>
    private let context: CommandContext
    /// Nil for a new record.
    private let address: RecordID?
    private var record: Record<Content>?
    private var version: Int?
    /// What the text says where nothing has been changed.
    private var original: RecordDocument

    init(
        of address: RecordID?, ifVersion: Int?, by editor: RecordEditor<Content>, in context: CommandContext
    ) async throws {
        self.editor = editor
        self.context = context
        self.address = address
        if let address { record = try await editor.record(address) }
        version = ifVersion ?? record?.version
        original = try await editor.document(of: record?.content ?? Content())
    }

    /// Notes and groups hold Markdown.
    var fileName: String {
        let name = address.map { "\($0.kind.plural)-\($0.number)" } ?? "new-\(Content.kind.rawValue)"
        return name + (Content.bodyField == nil ? ".txt" : ".md")
    }

    /// The text to begin with, with these words said already.
    func text(saying words: [FieldAssignment]) async throws -> String {
        let content = try await changed(by: words)
        let title: Message = address.map { "\($0) \(content.title)" } ?? "new \(Content.kind.noun)"
        let hints = Content.fields.filter { $0.expects != "text" }.map { ($0.key, $0.expects) }
        return try await editor.document(of: content).text(title: title, hints: Dictionary(hints) { first, _ in first })
    }

    /// Saves what the text says. Where it cannot be saved it is to be opened again, with what is wrong above it; where others
    /// have changed the record meanwhile, upon what they made of it.
    mutating func judge(_ text: String) async throws -> EditValidation<EditedRecord> {
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
                RecordDocument.text(try await self.text(saying: words), problems: told), because: conflict.explanation)
        } catch let problem as any UserFacingError where problem.canBeMended(at: address) {
            return .again(RecordDocument.text(text, problems: problem.lines), because: problem.explanation)
        }
    }

    // MARK: - From words to a record

    private func changed(by words: [FieldAssignment]) async throws -> Content {
        var content = record?.content ?? Content()
        try editor.apply(try await editor.resolve(words), to: &content)
        return content
    }

    /// The record that a text says; throws all that is wrong with it at once.
    private func content(of reader: DocumentReader<Content>, _ words: [FieldAssignment]) async throws -> Content {
        var problems = reader.problems
        do {
            let content = try await changed(by: words)
            if problems.isEmpty { return content }
        } catch let problem as CommandProblem where !problems.isEmpty {
            if case .fields(let others) = problem {
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

    /// Goes on from the record as it is now, and says what is new.
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
    /// Whether the text can be written so that it is no problem any more; a record that is gone does not come back by that.
    fileprivate func canBeMended(at address: RecordID?) -> Bool {
        if let problem = self as? RecordProblem { return address.map { problem != .notFound($0) } ?? true }
        return self is CommandProblem
    }

    /// A sentence for each thing that is wrong, and what to do.
    fileprivate var lines: [Message] {
        guard let problem = self as? CommandProblem, case .fields(let problems) = problem else {
            return explanation.sentences
        }
        return problems.all.map(\.sentence) + explanation.sentences.dropFirst()
    }
}
