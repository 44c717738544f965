import Model
import Text

/// A text that a record can be found by, and the field it stands in.
struct SearchText: Sendable {
    /// What the text is to its record, and so what else people type to find it.
    enum Role: Sendable {
        case word
        /// To be found with what its punctuation parts written as one: `obrien`, `r2d2`.
        case name
        /// A name of the planet catalogue, to be found as `kepler16b` as well.
        case catalogName
        /// The catalogue's name of something else.
        case mention
        /// To be found by its digits from any group of them on.
        case phone
        /// The present name of a group or planet that the record belongs to.
        case place(DocumentID?)
    }

    let field: String
    /// As it is stored and shown.
    let text: String
    let role: Role

    init(_ field: String, _ text: String, as role: Role = .word) {
        self.field = field
        self.text = text
        self.role = role
    }

    init(name text: String, in field: String = "name") { self.init(field, text, as: .name) }

    static func phone(_ field: String, _ number: String) -> SearchText { SearchText(field, number, as: .phone) }

    static func place(_ field: String, _ reference: RecordReference) -> SearchText {
        SearchText(field, reference.name, as: .place(DocumentID(reference.address)))
    }

    /// What a note is about; a person is rather renamed than a group with many notes.
    static func subject(_ reference: RecordReference) -> SearchText {
        reference.address.kind == .person ? SearchText("about", reference.name) : .place("about", reference)
    }

    /// Nil for what is no number.
    var phoneNumber: PhoneNumber? {
        if case .phone = role { PhoneNumber(text) } else { nil }
    }

    var isName: Bool {
        switch role {
        case .name, .catalogName: true
        case .word, .mention, .phone, .place: false
        }
    }

    var words: [String] { ([text] + forms).flatMap(Folding.words) }

    /// What stands for it in the document of its record.
    var entries: [String] {
        switch role {
        case .word, .name, .catalogName, .mention: return words
        case .phone: return words + [phoneNumber].compactMap { $0 }.map { SearchToken.phone($0.reversed) }
        case .place(let place): return place.map { [SearchToken.belonging(to: $0)] } ?? words
        }
    }

    /// What people type instead of the text, such as a phone number without blanks.
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

/// The fields of a kind that a search looks into, in the order in which they matter.
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

    /// - Parameters:
    ///   - title: The name, where that is made of several fields.
    ///   - otherNames: What else it is called.
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

/// What stands in a document beside words, with a sign before it that no word holds.
enum SearchToken {
    /// What a record that belongs to the group or planet is marked by.
    static func belonging(to place: DocumentID) -> String { "∈\(place.rawValue)" }

    /// The digits of a phone number, the last first, so that its end is a beginning.
    static func phone(_ reversed: String) -> String { "☎\(reversed)" }
}
