import Model
import SQLite
import Text

/// The indexed text of a record.
struct SearchDocument: Hashable {
    /// The words of the record’s names.
    let names: String
    /// All words and special tokens of the record.
    let words: String
}

extension SearchDocument {
    init(_ texts: [SearchText]) {
        var (names, words): ([String], [String]) = ([], [])
        for text in texts {
            let entries = text.entries
            words += entries
            // The index entries of a name are its words.
            if text.isName { names += entries }
        }
        self.names = names.joined(separator: " ")
        self.words = words.joined(separator: " ")
    }

    static func + (one: SearchDocument, other: SearchDocument) -> SearchDocument {
        SearchDocument(names: joined(one.names, other.names), words: joined(one.words, other.words))
    }

    private static func joined(_ one: String, _ other: String) -> String {
        one.isEmpty || other.isEmpty ? one + other : "\(one) \(other)"
    }

    /// Returns whether the documents have the same words. The order of group tokens may differ, because groups may be
    /// renamed.
    func hasSameWords(as other: SearchDocument) -> Bool {
        func sorted(_ words: String) -> [Substring] { words.split(separator: " ").sorted() }
        return self == other || names == other.names && sorted(words) == sorted(other.words)
    }
}

/// The search data of a record.
struct IndexEntry: Sendable {
    var document: SearchDocument
    /// The folded names for lookup.
    let keys: Set<String>
    var duplicateKeys: Set<String>
}

/// The number of a search document, combined from the record’s kind and ID.
struct DocumentID: RawRepresentable, Bindable, Hashable {
    private static let shift: Int64 = 40
    private static let kinds: [Kind] = [.planet, .group, .person, .note]
    /// The highest record ID that fits in a document number.
    static let last: Int64 = 1 << shift - 1
    /// A range of documents that is searched separately, so that the planet catalog does not displace other results.
    enum SearchPartition: Hashable, CaseIterable {
        case planets, others

        /// The number of the first document that is not a planet.
        static let firstOther: Int64 = 1 << DocumentID.shift

        var documents: ClosedRange<Int64> {
            switch self {
            case .planets: 0...Self.firstOther - 1
            case .others: Self.firstOther...Int64.max
            }
        }
    }

    static let all = 0...Int64.max
    /// The document numbers of groups and planets. Other records can belong to them.
    static let places = 0...(2 << shift - 1)

    let rawValue: Int64

    init(rawValue: Int64) { self.rawValue = rawValue }

    /// Creates the number for a record. Returns `nil` if the ID is out of range.
    init?(_ id: RecordID) {
        guard 0..<(1 << Self.shift) ~= id.number, let rank = Self.kinds.firstIndex(of: id.kind) else {
            return nil
        }
        rawValue = Int64(rank) << Self.shift | id.number
    }

    var partition: SearchPartition { rawValue < SearchPartition.firstOther ? .planets : .others }

    var recordID: RecordID {
        let kind = Self.kinds[Int(min(max(rawValue >> Self.shift, 0), 3))]
        return RecordID(kind: kind, number: rawValue & (1 << Self.shift - 1))
    }
}

/// The searchable text of a field.
struct SearchText: Sendable {
    /// The meaning of the text, which determines its alternative forms.
    enum Role: Sendable {
        case word
        /// A name. The search also finds forms without punctuation: `obrien`, `r2d2`.
        case name
        /// A name in the planet catalog. The search also finds forms such as `kepler16b`.
        case catalogName
        /// The catalog name of another body.
        case mention
        /// A phone number. The search finds it by its final digit groups.
        case phone
        /// The current name of a group or planet that the record belongs to.
        case place(DocumentID?)
    }

    let field: String
    /// The text as stored and shown.
    let text: String
    let role: Role

    init(_ field: String, _ text: String, as role: Role = .word) {
        self.field = field
        self.text = text
        self.role = role
    }

    init(name text: String) { self.init("name", text, as: .name) }

    static func phone(_ field: String, _ number: String) -> SearchText { SearchText(field, number, as: .phone) }

    static func place(_ field: String, _ reference: RecordReference) -> SearchText {
        SearchText(field, reference.name, as: .place(DocumentID(reference.id)))
    }

    /// Returns the text for the subject of a note. Only groups and planets are indexed as places.
    static func subject(_ reference: RecordReference) -> SearchText {
        // The name of a person is indexed with each note about the person, so renaming the person re-indexes the notes.
        reference.id.kind == .person ? SearchText("about", reference.name) : .place("about", reference)
    }

    /// The parsed phone number, or `nil` if the text is not a phone number.
    var phoneNumber: PhoneNumber? {
        if case .phone = role { PhoneNumber(text) } else { nil }
    }

    var isName: Bool {
        switch role {
        case .name, .catalogName: true
        case .word, .mention, .phone, .place: false
        }
    }

    var words: [String] { forms.reduce(into: Folding.words(of: text)) { $0 += Folding.words(of: $1) } }

    /// The words and tokens that the text adds to the record’s document.
    var entries: [String] {
        switch role {
        case .word, .name, .catalogName, .mention: return words
        case .phone: return words + [phoneNumber].compactMap { $0 }.map { SearchToken.phone($0.reversed) }
        case .place(let place): return place.map { [SearchToken.belonging(to: $0)] } ?? words
        }
    }

    /// The alternative forms, such as a phone number without spaces.
    private var forms: [String] {
        switch role {
        case .word: return []
        case .name: return writtenAsOne
        case .catalogName: return writtenAsOne + [Folding.catalogKey(text)]
        case .mention, .place: return [Folding.catalogKey(text)]
        case .phone:
            let groups = Folding.words(of: text)
            return groups.indices.dropLast().map { groups[$0...].joined() }
        }
    }

    private var writtenAsOne: [String] {
        Folding.parts(of: text).compactMap { part in
            let words = Folding.words(of: part)
            return words.count > 1 ? words.joined() : nil
        }
    }
}

/// The searchable fields of a kind, in order of importance.
struct SearchedFields<Content: Recordable>: Sendable {
    private let names: [EditableField<Content>]
    private let words: [EditableField<Content>]

    init() {
        func all(_ roles: SearchRole...) -> [EditableField<Content>] {
            roles.flatMap { role in Content.fields.filter { $0.search == role } }
        }
        names = all(.name, .catalogName)
        words = all(.mention, .keyword) + all(.word)
    }

    /// Returns the searchable text of a record’s fields.
    /// - Parameters:
    ///   - title: The name, if it consists of several fields.
    ///   - otherNames: Additional names.
    func texts(of content: Content, title: SearchText? = nil, otherNames: SearchText? = nil) -> [SearchText] {
        var texts: [SearchText] = []
        if let title { texts.append(title) }
        for field in names { field.append(content, to: &texts) }
        if let otherNames { texts.append(otherNames) }
        for field in words { field.append(content, to: &texts) }
        return texts
    }
}

extension EditableField {
    fileprivate func append(_ model: Model, to texts: inout [SearchText]) {
        switch value {
        case .text(let path): texts.append(SearchText(key, model[keyPath: path], as: role))
        case .phones(let path): texts += model[keyPath: path].map { .phone(key, $0.value) }
        default: texts += read(model).map { SearchText(key, $0.value, as: role) }
        }
    }

    private var role: SearchText.Role {
        switch search {
        case .name: .name
        case .catalogName: .catalogName
        case .mention: .mention
        case .word, .keyword, nil: .word
        }
    }
}

/// The special tokens of a document. Each token starts with a character that no word contains.
enum SearchToken {
    /// Returns the token for records that belong to a group or planet.
    static func belonging(to place: DocumentID) -> String { "∈\(place.rawValue)" }

    /// Returns the token for a phone number. The digits are reversed, so that the end of the number is a prefix.
    static func phone(_ reversed: String) -> String { "☎\(reversed)" }
}
