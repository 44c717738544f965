import Model
import Text

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
        SearchText(field, reference.name, as: .place(DocumentID(reference.address)))
    }

    // The name of a person is indexed with each note, so renaming the person re-indexes the notes.
    /// Returns the text for the subject of a note. Only groups and planets are indexed as places.
    static func subject(_ reference: RecordReference) -> SearchText {
        reference.address.kind == .person ? SearchText("about", reference.name) : .place("about", reference)
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
    ///   - otherNames: Further names.
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

extension Person.Links {
    var searchTexts: [SearchText] {
        [home].compactMap { $0 }.map { .place("planet", $0) } + groups.map { .place("groups", $0) }
    }
}

/// The special tokens of a document. Each token starts with a character that no word contains.
enum SearchToken {
    /// Returns the token for records that belong to a group or planet.
    static func belonging(to place: DocumentID) -> String { "∈\(place.rawValue)" }

    /// Returns the token for a phone number. The digits are reversed, so that the end of the number is a prefix.
    static func phone(_ reversed: String) -> String { "☎\(reversed)" }
}
