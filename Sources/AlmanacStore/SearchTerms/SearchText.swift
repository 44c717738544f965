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

    static func catalogName(_ name: String, in field: String = "name") -> SearchText {
        SearchText(field, name, as: .catalogName)
    }

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

extension Person {
    func searchTexts(_ cards: any CardInterpreter) -> [SearchText] {
        let lines = [
            SearchText(name: name.display),
            SearchText(name: name.nickname, in: "nickname"),
            SearchText(name: name.phonetic, in: "phonetic"),
            SearchText(name: cards.otherNames(of: self).joined(separator: " ")),
            SearchText("organization", organization),
            SearchText("department", department),
            SearchText("title", jobTitle),
            SearchText("birthday", birthday?.description ?? ""),
            SearchText("anniversary", anniversary?.description ?? ""),
        ]
        let several =
            emails.map { SearchText("email", $0.value) }
            + phones.map { .phone("phone", $0.value) }
            + addresses.map { SearchText("address", $0.value.description) }
            + urls.map { SearchText("url", $0.value) }
            + messengers.map { SearchText("im", $0.value) }
            + relations.map { SearchText("relation", $0.value) }
            + customFields.map { SearchText("field", $0.value) }
        return lines + several
    }
}

extension Person.Links {
    var searchTexts: [SearchText] {
        [home].compactMap { $0 }.map { .place("planet", $0) } + groups.map { .place("groups", $0) }
    }
}

extension Planet {
    var searchTexts: [SearchText] {
        [SearchText.catalogName(name)]
            + aliases.map { .catalogName($0, in: "aliases") }
            + [
                SearchText("parent", parent, as: .mention),
                SearchText("constellation", constellation),
                SearchText("discoverer", discoverer),
                SearchText("discoveryMethod", discoveryMethod),
            ]
            + customFields.map { SearchText("field", $0.value) }
    }
}
