import Interchange
import Model
import Text

/// A text that a record can be found by, and the field it stands in.
struct SearchText: Sendable {
    /// What the text is to its record.
    enum Role: Sendable {
        case word, name
        case phone(PhoneNumber)
        /// The present name of a group or planet that the record belongs to.
        case place(DocumentID)
    }

    let field: String
    /// As it is stored and shown.
    let text: String
    var role = Role.word
    /// Other forms that people type, such as a phone number without spaces.
    var forms: [String] = []

    init(_ field: String, _ text: String, forms: [String] = []) {
        self.field = field
        self.text = text
        self.forms = forms
    }

    /// A name, to be found with what its punctuation parts written as one: `obrien`, `r2d2`.
    init(name text: String, in field: String = "name") {
        self.field = field
        self.text = text
        role = .name
        forms = Folding.parts(of: text).compactMap { part in
            let words = Folding.words(of: part)
            return words.count > 1 ? words.joined() : nil
        }
    }

    /// A name of the planet catalogue, to be found as `kepler16b` as well.
    static func catalogueName(_ name: String, in field: String = "name") -> SearchText {
        var text = SearchText(name: name, in: field)
        text.forms.append(Folding.catalogueKey(name))
        return text
    }

    /// The present name of a group or planet that the record belongs to.
    static func place(_ field: String, _ reference: Reference) -> SearchText {
        var text = SearchText(field, reference.name, forms: [Folding.catalogueKey(reference.name)])
        if let place = DocumentID(reference.address) { text.role = .place(place) }
        return text
    }

    /// What a note is about; a person is rather renamed than a group with many notes.
    static func subject(_ reference: Reference) -> SearchText {
        reference.address.kind == .person ? SearchText("about", reference.name) : .place("about", reference)
    }

    /// A phone number, to be found by its digits from any group of them on.
    static func phone(_ field: String, _ number: String) -> SearchText {
        let groups = Folding.words(of: number)
        var text = SearchText(field, number, forms: groups.indices.dropLast().map { groups[$0...].joined() })
        if let number = PhoneNumber(number) { text.role = .phone(number) }
        return text
    }

    var words: [String] { ([text] + forms).flatMap(Folding.words) }

    var isName: Bool {
        if case .name = role { true } else { false }
    }

    /// What stands for it in the document of its record.
    var entries: [String] {
        switch role {
        case .word, .name: words
        case .phone(let number): words + [SearchToken.phone(number.reversed)]
        case .place(let place): [SearchToken.belonging(to: place)]
        }
    }
}

extension Person {
    var searchTexts: [SearchText] {
        let lines = [
            SearchText(name: name.display),
            SearchText(name: name.nickname, in: "nickname"),
            SearchText(name: name.phonetic, in: "phonetic"),
            SearchText(name: otherNames.joined(separator: " ")),
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
        [SearchText.catalogueName(name)]
            + aliases.map { .catalogueName($0, in: "aliases") }
            + [
                SearchText("parent", parent, forms: [Folding.catalogueKey(parent)]),
                SearchText("constellation", constellation),
                SearchText("discoverer", discoverer),
                SearchText("discoveryMethod", discoveryMethod),
            ]
            + customFields.map { SearchText("field", $0.value) }
    }
}
