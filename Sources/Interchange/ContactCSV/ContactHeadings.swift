import Model

/// The column headings of a CSV file of contacts, with their meanings.
struct ContactHeadings {
    enum Dialect: String, Sendable { case almanac, google, outlook, thunderbird, yahoo, linkedIn, hubSpot, other }

    let dialect: Dialect
    /// The meanings of the headings, in `--map` syntax, or `nil` for unknown headings.
    private let meanings: [String?]
    private let headings: [String]

    init(_ headings: [String]) {
        self.headings = headings
        meanings = Self.meanings(of: headings)
        dialect = Self.dialect(of: Set(headings.map(HeadingVocabulary.normal)), Set(meanings.compactMap(\.self)))
    }

    private static func dialect(of words: Set<String>, _ meanings: Set<String>) -> Dialect {
        if words.isSuperset(of: ["first name", "uid", "anniversary"])
            || words.isSuperset(of: ContactRow.headings.map(HeadingVocabulary.normal))
        {
            return .almanac
        }
        let isNumbered = words.contains { Self.numbered($0).map { kinds.contains($0.key) } == true }
        if isNumbered || words.contains("group membership") { return .google }
        if words.isSuperset(of: ["first", "last", "alternate email 1"]) { return .yahoo }
        if words.isSuperset(of: ["first name", "last name", "connected on"]) { return .linkedIn }
        if words.isSuperset(of: ["record id", "first name", "last name"]) { return .hubSpot }
        // Outlook writes all of its columns, regardless of the language.
        if words.contains("e-mail address") || words.isSuperset(of: ["business phone", "job title"])
            || meanings.isSuperset(of: ["phone.callback", "phone.telex"])
        {
            return .outlook
        }
        return words.contains("primary email") || words.contains("screen name") ? .thunderbird : .other
    }

    func column(at index: Int) -> ContactColumn {
        let heading = headings[index]
        let word = HeadingVocabulary.normal(heading)
        let slot = "column \(index + 1)"
        if word.isEmpty { return .nothing }
        return numbered(word) ?? own(word, at: index, slot: slot)
            ?? (Self.own[word] ?? meanings[index]).flatMap { column($0, slot: slot) }
            ?? words(heading, slot: slot) ?? .value("field", slot: slot, label: heading.trimmed)
    }

    private static let own = Dictionary(
        uniqueKeysWithValues: ContactCSVLayout.singles.map { (HeadingVocabulary.normal($0.heading ?? ""), $0.key) })

    /// Returns the column with the given meaning, or `nil` for an unknown meaning and for an ignored column of a
    /// program other than Outlook.
    private func column(_ meaning: String, slot: String) -> ContactColumn? {
        let column = ContactColumn(meaning, slot: slot)
        return column == .nothing && dialect != .outlook ? nil : column
    }

    private func words(_ heading: String, slot: String) -> ContactColumn? {
        let column = ContactColumn(heading.trimmed, slot: slot)
        // A heading that is not a field name, such as “Other”, becomes the label of a custom field.
        if case .value("field", _, label: "")? = column, !Person.fields.contains(where: { $0.answers(to: heading) }) {
            return nil
        }
        return column == .nothing ? nil : column
    }

    /// Returns the program-specific meaning of a heading, or `nil` if it has none.
    private func own(_ word: String, at index: Int, slot: String) -> ContactColumn? {
        switch (dialect, word) {
        case (.outlook, "title"): .field("prefix")
        case _ where meanings[index] == nil && Self.hasUsual(under: word, in: dialect):
            .value("field", slot: slot, label: word)
        case (.google, "photo"): .value("url", slot: slot, label: "photo")
        case (.yahoo, "home"), (.yahoo, "work"), (.yahoo, "other"): .value("phone", slot: slot, label: word)
        case (.yahoo, "yahoo phone"): .value("phone", slot: slot, label: "yahoo")
        default: nil
        }
    }

    // MARK: - Numbered columns

    private func numbered(_ word: String) -> ContactColumn? {
        guard let (key, slot, part) = Self.numbered(word) else { return nil }
        switch (key, part) {
        case ("organization", let part) where slot.hasSuffix(" 1"):
            return ["name": "organization", "title": "title", "department": "department"][part].map { .field($0) }
        case ("im", "type") where dialect == .google: return .nothing
        case ("im", "service"): return .label(of: key, slot: slot)
        case _ where Self.labels.contains(part): return Self.kinds.contains(key) ? .label(of: key, slot: slot) : nil
        case ("address", "formatted"): return .part(.formatted, slot: slot, label: nil)
        case ("address", "extended address"): return .part(.extended, slot: slot, label: nil)
        case ("address", let part):
            guard
                case .part(let part, _, _)? = HeadingVocabulary.meaning(of: part).flatMap({
                    ContactColumn($0, slot: "")
                })
            else { return nil }
            return .part(part, slot: slot, label: nil)
        case _ where Self.values.contains(part):
            return Self.kinds.contains(key) ? .value(key, slot: slot, label: nil) : nil
        default: return nil
        }
    }

    /// Returns the parts of a heading such as `e-mail 1 - value`: the field, the numbered name, and the part.
    private static func numbered(_ word: String) -> (key: String, slot: String, part: String)? {
        let halves = word.replacing(" – ", with: " - ").split(separator: " - ", maxSplits: 1).map(String.init)
        guard halves.count == 2, let space = halves[0].lastIndex(of: " "),
            let number = Int(halves[0][halves[0].index(after: space)...]), number > 0
        else { return nil }
        let kind = String(halves[0][..<space])
        guard let key = googleKinds[kind] ?? HeadingVocabulary.field(of: kind) else { return nil }
        return (key, halves[0], halves[1])
    }

    /// The key of a labeled date, as in Google Contacts.
    static let event = "event"

    private static let kinds = Set(googleKinds.values).subtracting(["organization"])

    private static let googleKinds = Dictionary(
        uniqueKeysWithValues: ContactCSVLayout.several.map { (HeadingVocabulary.normal($0.heading ?? ""), $0.key) }
            + [("email", "email"), (event, event), ("organization", "organization")])

    private static let labels: Set = [
        "label", "type", "typ", "bezeichnung", "libellé", "étiquette", "etiqueta", "etichetta", "tipo", "rótulo",
        "marcador",
    ]

    private static let values: Set = ["value", "wert", "valeur", "valor", "valore", "waarde"]
}

// MARK: - Ambiguous headings

extension ContactHeadings {
    private static func meanings(of headings: [String]) -> [String?] {
        let words = headings.map { HeadingVocabulary.words(of: $0).joined(separator: " ") }
        var meanings = headings.map(HeadingVocabulary.meaning)
        let hasGiven = meanings.contains("given")
        let hasFamily = meanings.contains("family")
        for (index, word) in words.enumerated() {
            switch word {
            case "name" where !words.contains("vorname"): break
            case "name", "nom", "nome", "nombre", "naam":
                let isSurnameNamed = hasFamily || words.contains("apelido")
                meanings[index] = hasGiven == isSurnameNamed ? "name" : hasGiven ? "family" : "given"
            // A surname in Portugal, and a nickname in Brazil.
            case "apelido": meanings[index] = hasFamily ? "nickname" : "family"
            // HubSpot also has a column for the name of the company.
            case "associated company" where !meanings.contains("organization"): meanings[index] = "organization"
            // The day next to the month, as in Thunderbird.
            case "geburtstag" where meanings.contains("birthday.month"): meanings[index] = "birthday.day"
            // A home phone in Spanish, and a mark for private contacts in Portuguese.
            case "particular" where words.contains("apelido") || words.contains("sobrenome"): meanings[index] = nil
            default: break
            }
        }
        // In French, Outlook uses “Titre” for both the prefix and the job title.
        if let first = meanings.firstIndex(of: "prefix"), let last = meanings.lastIndex(of: "prefix"), first < last,
            words[first] == words[last], !meanings.contains("title")
        {
            meanings[last] = "title"
        }
        return meanings
    }
}

extension ContactHeadings {
    /// Whether the headings give every column a meaning that does not depend on the language or on other columns, and
    /// include the name of a contact.
    var areUnambiguous: Bool {
        guard headings.indices.allSatisfy(isUnambiguous) else { return false }
        let columns = Set(headings.indices.map(column))
        let (hasGiven, hasFamily) = (columns.contains(.field("given")), columns.contains(.field("family")))
        guard columns.contains(.name) || hasGiven && hasFamily else { return false }
        // Next to a column for the given or family name, “Name” can have several meanings.
        return !hasGiven && !hasFamily || !headings.contains { HeadingVocabulary.normal($0) == "name" }
    }

    private func isUnambiguous(at index: Int) -> Bool {
        let (heading, word) = (headings[index].trimmed, HeadingVocabulary.normal(headings[index]))
        if Self.ambiguous.contains(HeadingVocabulary.words(of: heading).joined(separator: " ")) { return false }
        return word.isEmpty || meanings[index] != nil || Self.numbered(word) != nil
            || ContactColumn(heading, slot: "") != nil
    }

    /// The headings whose meaning depends on the language or on the other columns.
    private static let ambiguous: Set = ["nom", "nome", "nombre", "naam", "apelido", "particular", "titre"]
}

// MARK: - Default values

extension ContactHeadings {
    /// Returns whether the text is the default value that Outlook or Google writes into a column for almost every
    /// contact.
    static func isUsual(_ text: String, under label: String, in dialect: Dialect) -> Bool {
        hasUsual(under: label, in: dialect) && usual[label]?.contains(text.trimmed.lowercased()) == true
    }

    private static func hasUsual(under label: String, in dialect: Dialect) -> Bool {
        (dialect == .outlook || dialect == .google) && usual[label] != nil
    }

    private static let usual: [String: Set<String>] = [
        "gender": ["unspecified"], "geschlecht": ["keine angabe"], "sexe": ["non spécifié"],
        "sexo": ["no especificado"],
        "sesso": ["non specificato"], "geslacht": ["niet opgegeven"], "gênero": ["não especificado"],
        "priority": ["normal"], "priorität": ["normal"], "priorité": ["normale"], "prioridad": ["normal"],
        "priorità": ["normale"], "prioriteit": ["normaal"], "prioridade": ["normal"],
        "sensitivity": ["normal"], "vertraulichkeit": ["normal"], "critère de diffusion": ["normal", "normale"],
        "confidencialidad": ["normal"], "riservatezza": ["normale"], "gevoeligheid": ["normaal"],
        "confidencialidade": ["normal"],
        "private": ["false"], "privat": ["aus", "falsch", "false"], "privé(e)": ["faux", "false"],
        "privado": ["falso", "false"], "privato": ["falso", "false"], "privé": ["onwaar", "false"],
        "particular": ["falso", "false"],
    ]
}

/// The meaning of a column in a CSV file of contacts.
public enum ContactColumn: Hashable, Sendable {
    /// A part of a postal address. The cases are in the order of `ADR`, followed by the formatted address. The first
    /// two are stored as part of the street.
    public enum AddressPart: String, CaseIterable, Hashable, Sendable {
        case box, extended, street, locality, region, postalCode, country, formatted

        /// Creates a part from its name in a mapping.
        init?(word: String) {
            switch PostalAddress.Part(word: word) {
            case .street?: self = .street
            case .city?: self = .locality
            case .region?: self = .region
            case .postalCode?: self = .postalCode
            case .country?: self = .country
            case nil: self.init(rawValue: word.lowercased())
            }
        }
    }

    public enum DateField: String, CaseIterable, Hashable, Sendable { case birthday, anniversary }

    public enum DatePart: String, CaseIterable, Hashable, Sendable { case year, month, day }

    case nothing
    case name
    /// A single-valued field, identified by its key.
    case field(String)
    /// A labeled value of the field with this key. Columns with the same slot describe the same value.
    case value(String, slot: String, label: String?)
    /// The label of a value of the field with this key.
    case label(of: String, slot: String)
    case part(AddressPart, slot: String, label: String?)
    case datePart(DateField, DatePart)
    /// A date and the order of its day and month. The order is `nil` if the values determine it.
    case date(DateField, TableDate.Order?)
    case note, group, uid
    /// The ID and the version of the contact in a CSV file that Almanac has exported.
    case recordID, recordVersion

    /// Creates a column from a mapping, such as `given`, `email.work`, `address.home.street`, `birthday.year`, or
    /// `note`. The mapping `-` ignores the column.
    ///
    /// - Parameter slot: A slot that no other column uses.
    init?(_ words: String, slot: String) {
        let parts = words.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let key = parts.first else { return nil }
        switch (key.lowercased(), parts.count) {
        case ("-", 1): self = .nothing
        case ("name", 1): self = .name
        case ("note", 1), ("notes", 1): self = .note
        case ("group", 1), ("groups", 1): self = .group
        case ("uid", 1): self = .uid
        case ("almanac id", 1): self = .recordID
        case ("almanac version", 1): self = .recordVersion
        default:
            guard let field = Person.fields.named(key), field.key != "planet" else { return nil }
            self.init(field, rest: parts.dropFirst(), slot: slot)
        }
    }

    private init?(_ field: EditableField<Person>, rest: ArraySlice<String>, slot: String) {
        switch field.shape {
        case .labeled:
            if field.key == "address", let part = rest.last.flatMap(AddressPart.init(word:)) {
                let label = rest.dropLast().joined(separator: ".")
                self = .part(part, slot: "address." + label, label: label)
            } else {
                self = .value(field.key, slot: slot, label: rest.joined(separator: "."))
            }
        case .single:
            guard rest.count <= 1 else { return nil }
            switch (DateField(rawValue: field.key), rest.first) {
            case (nil, nil): self = .field(field.key)
            case (nil, _?): return nil
            case (let date?, nil): self = .date(date, nil)
            case (let date?, let word?):
                let part = DatePart(rawValue: word).map { ContactColumn.datePart(date, $0) }
                guard let column = part ?? TableDate.Order(rawValue: word).map({ .date(date, $0) }) else { return nil }
                self = column
            }
        case .several, .prose, .reference, .secret: return nil
        }
    }

    /// The meaning in `--map` syntax, or a description if the syntax cannot express it.
    public var words: String {
        switch self {
        case .nothing: "-"
        case .name: "name"
        case .field(let key): key
        case .value(let key, _, let label):
            key + (label.map { $0.isEmpty ? "" : "." + $0 } ?? " (labeled)")
        case .label(_, let slot): "label of \(slot)"
        case .part(let part, let slot, _): "\(slot).\(part.rawValue)"
        case .datePart(let key, let part): "\(key.rawValue).\(part.rawValue)"
        case .date(let key, let order): key.rawValue + (order.map { ".\($0.rawValue)" } ?? "")
        case .note: "note"
        case .group: "group"
        case .uid: "uid"
        case .recordID: "almanac id"
        case .recordVersion: "almanac version"
        }
    }

    /// The meaning without the order of day and month.
    var withoutOrder: ContactColumn {
        if case .date(let field, _) = self { .date(field, nil) } else { self }
    }

    /// Whether the column can identify a contact.
    var identifies: Bool {
        switch self {
        case .name: true
        case .field(let key): ["given", "family", "nickname", "organization"].contains(key)
        case .value(let key, _, _): ["email", "phone"].contains(key)
        case .nothing, .label, .part, .datePart, .date, .note, .group, .uid, .recordID, .recordVersion: false
        }
    }
}
