import Interchange
import Model
import Navigation
import Text

/// A resolver from words to records: `persons/7`, `planets/earth`, `Leia Organa`, or a row number.
struct RecordResolver: Sendable {
    let persons: any PersonDataSource
    let groups: any GroupDataSource
    let planets: any PlanetDataSource
    let notes: any NoteDataSource
    let search: any SearchDataSource
    let duplicates: any DuplicateDataSource

    func editor(for kind: Kind) -> any RecordOperations {
        switch kind {
        case .person: RecordEditor(source: persons, resolver: self)
        case .group: RecordEditor(source: groups, resolver: self)
        case .planet: RecordEditor(source: planets, resolver: self)
        case .note: RecordEditor(source: notes, resolver: self)
        }
    }

    /// Returns the record that a word identifies: an ID, an exact name or, for read-only commands and at the prompt,
    /// part of a name or phone number that only one record has.
    ///
    /// - Throws: `CommandProblem` or `RecordProblem` if there is no such record or the word is ambiguous.
    func reference(_ word: RecordArgument) async throws -> RecordReference {
        if word.id != nil { return try await resolving(word) { try await editor(for: $0.kind).reference($0) } }
        let (name, kinds, named) = try await namesakes(of: word.text, among: word.kinds)
        switch named.count {
        case 0:
            let isNumber = name.allSatisfy(\.isNumber)
            let isRowNumber = isNumber && name.count < PhoneNumber.Part.minimumDigits
            let partly = isRowNumber ? [] : try await records(withPart: name, among: kinds)
            guard let first = partly.first else {
                let suggestions = isNumber ? [] : try await search.names(like: name, of: Set(kinds), limit: 3)
                let offersContact = word.acceptsPart && word.kinds.contains(.person)
                throw CommandProblem.notFound(
                    word.text, suggestions: suggestions,
                    creation: offersContact ? Person.creation(of: word.text) : nil)
            }
            guard word.acceptsPart else { throw CommandProblem.partOfName(word.text, partly) }
            guard partly.count == 1 else { throw CommandProblem.ambiguous(word.text, partly) }
            return first
        case 1:
            return named[0]
        default:
            throw CommandProblem.ambiguous(word.text, named)
        }
    }

    /// Uses a closure to read the record that a word identifies. If the word is an ID, the closure receives the ID even
    /// if the record does not exist. If the ID belongs to a merged person, the merge target is read instead.
    func resolving<Result>(
        _ word: RecordArgument, _ read: (RecordID) async throws -> Result
    ) async throws -> Result {
        guard let id = word.id else { return try await read(try await self.id(word)) }
        guard word.kinds.contains(id.kind) else { throw CommandProblem.wrongKind(id, wanted: word.kinds) }
        do {
            return try await read(id)
        } catch let problem as RecordProblem where problem == .notFound(id) {
            guard let person = Person.ID(id), let target = try await duplicates.mergeTarget(of: person) else {
                throw problem
            }
            return try await read(target.id)
        }
    }

    func id(_ word: RecordArgument) async throws -> RecordID { try await reference(word).id }

    func ids(_ words: [RecordArgument]) async throws -> [RecordID] {
        var ids: [RecordID] = []
        for word in words { ids.append(try await id(word)) }
        return ids
    }

    /// Returns the name of a record, or its ID if the name is ambiguous, has line breaks, or has surrounding spaces.
    func word(for id: RecordID, among kinds: [Kind]) async throws -> String {
        let name = try await editor(for: id.kind).reference(id).name
        let isOneLine = name == name.trimmed && !name.contains(where: \.isNewline)
        guard isOneLine, try await namesakes(of: name, among: kinds).records.map(\.id) == [id] else {
            return id.description
        }
        return name
    }

    /// Returns the text of a relation to a person: the name or, if it is ambiguous, the UUID (RFC 6350 section 6.6.6).
    func relationText(to person: RecordID) async throws -> String {
        try await resolving(RecordArgument(person)) { id in
            let name = try await word(for: id, among: [.person])
            guard name == id.description, let id = Person.ID(id) else { return name }
            return "urn:uuid:\(try await persons.record(id).uuid)"
        }
    }

    /// Returns the ID of a record. If the word is an ID, the record may have been deleted.
    func idIncludingDeleted(_ word: RecordArgument) async throws -> RecordID {
        if let recordID = word.id { return recordID }
        return try await id(word)
    }

    /// Returns the records with the given name. A prefix such as `planets/` restricts the search to one kind.
    private func namesakes(
        of word: String, among kinds: [Kind]
    ) async throws -> (name: String, kinds: [Kind], records: [RecordReference]) {
        if let slash = word.firstIndex(of: "/"), let kind = Kind(plural: word[..<slash]), kinds.contains(kind) {
            let name = String(word[word.index(after: slash)...])
            return (name, [kind], try await editor(for: kind).named(name))
        }
        var all: [RecordReference] = []
        for kind in kinds { all += try await editor(for: kind).named(word) }
        return (word, kinds, all)
    }

    /// Returns at most ``namesShown`` records whose names contain words that begin with the given words, or whose phone
    /// numbers contain the given digits, best match first.
    private func records(withPart name: String, among kinds: [Kind]) async throws -> [RecordReference] {
        let words = Folding.words(of: name)
        let isPhone = PhoneNumber.Part(name) != nil
        var (start, named) = (PageCursor<RecordID>.beginning, [RecordReference]())
        // Most names are among the first results, unless there are many results of other kinds.
        for limit in [50, 1000] where named.count < Self.namesShown {
            let found = try await search.find(name, at: start, limit: limit)
            named += found.matches.filter { match in
                kinds.contains(match.reference.id.kind) && (match.isName(of: words) || isPhone && match.isPhone)
            }.map(\.reference)
            guard found.hasMore, let last = found.matches.last else { break }
            start = .after(last.reference.id)
        }
        return Array(named.prefix(Self.namesShown))
    }

    private static let namesShown = 5
}

extension Person {
    /// The number of words above which text is not treated as the name of a contact.
    private static let maximumNameWords = 4

    /// Returns the command line that creates a contact from text that was not found: a name, a company, email
    /// addresses, phone numbers, or several of these. Returns `nil` for other text, such as row numbers and IDs.
    static func creation(of text: String) -> String? {
        let text = text.trimmed
        let person = Person(typed: text)
        let isNamed = person.name != PersonName() || !person.organization.isEmpty
        let isReadAsName =
            text.isReadAsName && text.contains(where: \.isLetter)
            && text.split(separator: " ").count <= maximumNameWords
        guard person.emails.allSatisfy({ EmailAddress.isValid($0.value) }),
            isNamed ? isReadAsName : person.phones.allSatisfy({ PhoneNumber.Part($0.value) != nil }),
            person != Person()
        else { return nil }
        let words = person.assignments(adding: false).map(\.description)
        return ShellWords.joined(["new", Kind.person.rawValue] + words)
    }

    /// Returns the assignments that set the fields of the person.
    ///
    /// - Parameter isAdding: Whether the first value of a labeled field is also added, instead of replacing other
    ///   values.
    func assignments(adding isAdding: Bool) -> [FieldAssignment] {
        Self.fields.flatMap { field in
            field.read(self).enumerated().map { index, value in
                let adds = index > 0 || isAdding && field.shape == .labeled
                return FieldAssignment(key: field.key, operation: adds ? .add : .replace, value: value.value)
            }
        }
    }
}

extension Match {
    fileprivate var isPhone: Bool { field == "phone" && correction == nil }

    /// Returns whether the words of a search match parts of a name or of the displayed title without spelling
    /// corrections. The title may be another field, such as the organization of a company.
    fileprivate func isName(of words: [String]) -> Bool {
        guard correction == nil else { return false }
        if ["name", "nickname", "topic"].contains(field) { return true }
        let parts = Folding.words(of: reference.name)
        return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
}

extension String {
    /// Whether commands interpret the text as a name and not as a row number, an option, an ID, or a field. Text with
    /// hidden characters cannot be typed as a name.
    public var isReadAsName: Bool {
        !isEmpty && Int(self) == nil && unicodeScalars.first != "-" && !contains("/") && !contains("=")
            && isOneVisibleLine
    }

    /// Whether the text is a single line without hidden characters.
    var isOneVisibleLine: Bool { VisibleText.line(self) == self }
}
