import Model
import Text

/// The information in a card’s properties, for comparing two cards of the same person.
struct CardInformation {
    enum Subject: Hashable {
        /// A property that a person can have only once.
        case single(PropertyMeaning)
        /// A property that a person can have several times, with its value.
        case value(PropertyMeaning, [String])
        /// A property that Almanac preserves but does not interpret.
        case kept(CardStatement)
    }

    let parsed: ParsedCard
    private let reader: PersonReader
    private var subjects: [Int: Subject] = [:]

    init(_ card: ParsedCard) {
        parsed = card
        var reader = PersonReader(card)
        reader.read()
        self.reader = reader
        addSingles(reader.contents)
        addValues(reader.contents)
        for (number, line) in card.lines.enumerated() where subjects[number] == nil && isKept(line) {
            subjects[number] = .kept(statement(of: line, line.head.meaning == nil ? line.contentParameters : []))
        }
    }

    private mutating func addSingles(_ contents: CardContents) {
        for number in contents.names { subjects[number] = .single(.name) }
        add(contents.nickname) { _ in .single(.nickname) }
        add(contents.phonetic) { _ in .single(.phonetic(0)) }
        add(contents.organization) { _ in .single(.organization) }
        for (field, text) in contents.plain { add(text) { _ in .single(.plain(field)) } }
        add(contents.gender) { _ in .single(.gender) }
        add(contents.birthday) { _ in .single(.birthday) }
        add(contents.anniversary) { _ in .single(.anniversary) }
        add(contents.planet) { _ in .single(.planet) }
        for (number, line) in parsed.lines.enumerated() where [.kind, .showAs].contains(line.head.meaning) {
            subjects[number] = .single(.kind)
        }
    }

    private mutating func addValues(_ contents: CardContents) {
        add(contents.emails) { .value(.email, [EmailAddress.key($0.value)]) }
        add(contents.phones) { .value(.phone, [PhoneNumber.key($0.value)]) }
        add(contents.addresses) { .value(.address, [$0.value.description]) }
        add(contents.urls) { .value(.url, [$0.value]) }
        add(contents.messengers) { .value(.messenger(""), [$0.label, $0.value]) }
        add(contents.profiles) { .value(.profile(""), [$0.label, $0.value]) }
        add(contents.languages) { .value(.language, [$0.value.lowercased()]) }
        add(contents.positions) { .value(.position, [$0.label, $0.value]) }
        add(contents.relations) { .value(.relation(""), [$0.label, $0.value]) }
        add(contents.customFields) { .value(.text(""), [$0.label, $0.value]) }
        add(contents.notes) { .value(.note, [$0]) }
    }

    private mutating func add<Value>(_ found: SourcedValues<Value>, _ subject: (Value) -> Subject) {
        for item in found.items where parsed.lines[item.line].head.meaning != .agent {
            subjects[item.line] = subject(item.value)
        }
    }

    private func isKept(_ line: ContentLine) -> Bool {
        switch line.head.meaning {
        case nil: line.isUninterpreted
        case .formattedName, .sound, .grammaticalGender: true
        case .photo: !line.isBase64 && DataURI.base64(of: parsed.bytes(of: line)) == nil
        default: false
        }
    }

    /// Returns the lines whose information is missing from the other card, with their labels and alternative
    /// representations. Names are omitted, except for additional formatted names.
    ///
    /// - Parameter isNewer: Whether the other card is newer. Its single-valued properties then replace those of this
    ///   card.
    func lines(beside other: CardInformation, isNewer: Bool) -> [ContentLine] {
        let existing = Set(other.subjects.values)
        let names = reader.contents.names + reader.contents.formattedName.items.prefix(1).map(\.line)
        let once = isNewer ? Set(other.parsed.lines.compactMap(\.singleName)) : []
        let new = subjects.filter { number, subject in
            !existing.contains(subject) && !names.contains(number)
                && parsed.lines[number].singleName.map(once.contains) != true
        }
        let (groups, newGroups) = (groupsOfValues(subjects), groupsOfValues(new))
        let chosen = parsed.lines.indices.filter { number in
            let line = parsed.lines[number]
            switch subjects[number] {
            case .kept where groups.contains(line.group.uppercased()):
                return newGroups.contains(line.group.uppercased()) || new[number] != nil && !other.has(line.name)
            case nil: return new.keys.contains { parsed.lines[$0].isAlternative(to: line) }
            default: return new[number] != nil
            }
        }
        let labels = Set(chosen.map { parsed.lines[$0].group.uppercased() }).compactMap { reader.labelLines[$0] }
        return (chosen + labels).sorted().map { parsed.lines[$0] }
    }

    /// Returns the property groups that contain an interpreted property.
    private func groupsOfValues(_ subjects: [Int: Subject]) -> Set<String> {
        let groups = subjects.compactMap { number, subject in
            if case .kept = subject { "" } else { parsed.lines[number].group.uppercased() }
        }
        return Set(groups).subtracting([""])
    }

    func has(_ name: String) -> Bool { parsed.lines.contains { $0.name == name } }

    func hasValues(like line: ContentLine) -> Bool {
        line.head.meaning != nil && subjects.keys.contains { parsed.lines[$0].head.meaning == line.head.meaning }
    }

    /// The information that the fields of a person cannot store, such as uninterpreted properties, formatted names,
    /// kinds, and parameters.
    var statements: Set<CardStatement> {
        var statements: Set<CardStatement> = []
        for (number, subject) in subjects {
            let line = parsed.lines[number]
            switch (subject, line.head.meaning) {
            case (.kept(let statement), nil), (.kept(let statement), .photo), (.kept(let statement), .sound):
                statements.insert(statement)
                continue
            case (.kept, _): statements.insert(statement(of: line, []))
            case (.single(.kind), _): statements.formUnion(kind(line))
            default: break
            }
            for parameter in line.otherParameters {
                var statement = statement(of: line, [parameter])
                if case .value(_, let texts) = subject { statement.value = Array(texts.joined(separator: "\n").utf8) }
                statements.insert(statement)
            }
        }
        return statements
    }

    /// Returns the kind of a card as a statement, or an empty array for an individual.
    private func kind(_ line: ContentLine) -> [CardStatement] {
        let kind = ((try? reader.text(line)) ?? "").lowercased()
        if kind == "individual" { return [] }
        return [CardStatement(name: "KIND", value: Array((kind == "company" ? "org" : kind).utf8))]
    }

    private func statement(of line: ContentLine, _ parameters: [CardParameter]) -> CardStatement {
        let raw = parsed.bytes(of: line)
        let bytes = line.isBase64 ? Base64.decoded(raw) : (try? reader.text(line)).map { Array($0.utf8) }
        return CardStatement(
            name: line.bareName, parameters: Set(parameters.map { CardParameter($0.name, $0.value.lowercased()) }),
            value: bytes ?? Array(raw), label: reader.labels[line.group.uppercased()])
    }
}

/// The content of a property, independent of its syntax and group.
struct CardStatement: Hashable {
    let name: String
    var parameters: Set<CardParameter> = []
    var value: [UInt8]
    var label: String?
}

extension ContentLine {
    /// The property name without `X-`.
    var bareName: String { name.hasPrefix("X-") ? String(name.dropFirst(2)) : name }

    /// Whether Almanac preserves the property without interpreting it.
    var isUninterpreted: Bool { head.meaning == nil && !Self.frame.contains(name) }

    /// Whether the property describes the card or another property, and not the contact.
    var isTechnical: Bool { Self.technical.contains(name) }

    private static let technical: Set = [
        "X-ABADR", "X-ABUID", "CLIENTPIDMAP", "CREATED", "X-IMAGETYPE", "X-IMAGEHASH", "X-APPLE-OMIT-YEAR", "MAILER",
        "LABEL",
    ]

    private static let frame: Set = ["BEGIN", "END", "VERSION", "PROFILE", "SOURCE", "NAME"]

    /// The parameters except those that describe the encoding or type of the value.
    var contentParameters: [CardParameter] {
        parameters.filter { !["ENCODING", "CHARSET", "VALUE"].contains($0.name) }
    }

    /// The preference as the parameter `PREF`, regardless of how the card states it; empty if the preference is
    /// missing.
    var rank: [CardParameter] { head.preference > 100 ? [] : [CardParameter("PREF", String(head.preference))] }

    /// The content parameters that do not express a label, a service, or an omitted year. Any preference is included as
    /// `PREF`.
    var otherParameters: [CardParameter] {
        let labels = [
            "TYPE", "PREF", "X-APPLE-OMIT-YEAR", "X-SERVICE-TYPE", "SERVICE-TYPE", CardParameter.androidLabel,
        ]
        return contentParameters.filter { !labels.contains($0.name) } + rank
    }

    /// The key of a property that a card can have only once, or `nil` for other properties.
    var singleName: String? { PropertyCardinality.single.contains(bareName) ? "\(bareName) \(head.label)" : nil }

    /// Returns whether both lines are alternative representations of the same property (RFC 6350 section 5.4).
    func isAlternative(to other: ContentLine) -> Bool {
        name == other.name && parameter("ALTID") != nil && parameter("ALTID") == other.parameter("ALTID")
    }
}

/// Operations that combine or compare cards of the same person.
public enum CardLines {
    /// Returns the lines of the first card and the properties that only the second card has, in the version of the
    /// first card. Values are compared as they are stored in a person.
    public static func joined(_ first: [String], _ second: [String]) -> [String] {
        joined(first, second, isNewer: false)
    }

    /// Returns the lines of the newer card and the properties that only the old card has.
    public static func renewed(_ old: [String], by newer: [String]) -> [String] {
        newer.isEmpty ? old : joined(newer, old, isNewer: true)
    }

    /// Returns whether a card contains information that is in neither the fields nor the current card of a person.
    public static func hasNewLines(_ lines: [String], beside person: Person) -> Bool {
        if lines.isEmpty || lines == person.card { return false }
        let newer = ParsedCard(UnfoldedCard(lines: lines))
        var card = ContactCard(lines: person.card)
        card.person = person
        let written = CardRendering(card, in: newer.version, otherwise: newer.version).lines
        let present = CardInformation(ParsedCard(UnfoldedCard(slices: written.map { $0[...] })))
        let title = present.has("FN") ? [] : [CardStatement(name: "FN", value: Array(person.title.utf8))]
        let kept = CardInformation(ParsedCard(UnfoldedCard(lines: person.card)))
        let known = present.statements.union(kept.statements).union(title)
        return !CardInformation(newer).statements.isSubset(of: known)
    }

    /// Returns the names of the uninterpreted properties that only the first card has.
    public static func newNames(in lines: [String], beside others: [String]) -> [String] {
        if lines == others { return [] }
        func kept(_ lines: [String]) -> [ContentLine] {
            lines.isEmpty ? [] : ParsedCard(UnfoldedCard(lines: lines)).lines.filter(\.isUninterpreted)
        }
        let known = Set(kept(others).map(\.name))
        return kept(lines).map(\.name).unique.filter { !known.contains($0) }
    }

    private static func joined(_ first: [String], _ second: [String], isNewer: Bool) -> [String] {
        if first.isEmpty || first == second { return second }
        let subjects = CardInformation(ParsedCard(UnfoldedCard(lines: first)))
        guard let end = subjects.parsed.lines.last(where: { $0.name == "END" }) else { return first }
        let new = newProperties(of: second, beside: subjects, isNewer: isNewer)
        if new.isEmpty { return first }
        let card = subjects.parsed.card
        var lines = LineList()
        for line in card.entries[..<end.entries.lowerBound] { lines.append(Array(card.bytes[line.range])) }
        for property in new { lines.insert(property) }
        for line in card.entries[end.entries.lowerBound...] { lines.append(Array(card.bytes[line.range])) }
        return lines.lines.map { CardText.text(of: $0) }
    }

    /// Returns the lines of each property that only the second card has. Group names are made unique. Preferred values
    /// lose their preference if the first card has values of the same property.
    private static func newProperties(
        of second: [String], beside first: CardInformation, isNewer: Bool
    ) -> [[[UInt8]]] {
        let version = first.parsed.version
        let other = CardInformation(card(second, in: version))
        let taken = Set(first.parsed.lines.map { $0.group.uppercased() })
        return other.lines(beside: first, isNewer: isNewer).map { line in
            let isPreferred = line.head.preference <= 100 && first.hasValues(like: line)
            var lines =
                isPreferred
                ? PropertyWriter(version: version).lines(of: CardProperty(line, in: other.parsed).withoutPreference)
                : other.parsed.lines(of: line)
            if !line.group.isEmpty {
                var prefix = ""
                while taken.contains((prefix + line.group).uppercased()) { prefix += "also-" }
                lines[0].insert(contentsOf: prefix.utf8, at: 0)
            }
            return lines
        }
    }

    private static func card(_ lines: [String], in version: CardVersion) -> ParsedCard {
        let card = ParsedCard(UnfoldedCard(lines: lines))
        if card.version == version { return card }
        let bytes = DetachedPhotoLine.restored(lines, photo: nil).lines.map { CardText.bytes(of: $0) }
        var conversion = CardConversion(bytes, to: version)
        return ParsedCard(UnfoldedCard(slices: conversion.lines().map { $0[...] }))
    }
}

extension CardProperty {
    fileprivate var withoutPreference: CardProperty {
        var property = self
        property.parameters.removeAll { $0.name == "PREF" || $0.name == "TYPE" && $0.value.isWord("PREF") }
        return property
    }
}

extension ParsedCard {
    func lines(of line: ContentLine) -> [[UInt8]] { card.entries[line.entries].map { Array(card.bytes[$0.range]) } }
}
