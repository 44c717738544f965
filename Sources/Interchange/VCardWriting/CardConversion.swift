import Localization
import Model
import Text

/// A conversion of a card to another vCard version. It reports lost information.
struct CardConversion {
    let reader: PersonReader
    let target: CardVersion
    let writer: PropertyWriter
    let maker: PropertyMaker
    let addressLabels: AddressLabels
    private(set) var losses: [Loss] = []

    struct Loss {
        let property: String
        let sentence: Message
        /// Whether the property is only written differently and can be read back without loss.
        var isSpelling = false
    }
    private var nextGroup: Int
    private var alternatives: Set<String> = []
    private let uid: String?

    var source: CardVersion { reader.parsed.version }

    /// Creates a conversion.
    ///
    /// - Parameter uid: The UID to write if the card has none.
    init(_ lines: [[UInt8]], to target: CardVersion, uid: String? = nil) {
        var reader = PersonReader(ParsedCard(UnfoldedCard(slices: lines.map { $0[...] })))
        reader.read()
        self.reader = reader
        self.target = target
        self.uid = uid
        writer = PropertyWriter(version: target)
        maker = PropertyMaker(version: target)
        addressLabels = AddressLabels(reader.parsed.lines)
        nextGroup = reader.parsed.nextGroup
    }

    mutating func lines() -> [[UInt8]] {
        var properties: [CardProperty] = []
        for number in reader.parsed.lines.indices {
            let line = reader.parsed.lines[number]
            if ["BEGIN", "VERSION", "END", "PROFILE"].contains(line.name) || isLostAlternative(line) { continue }
            do throws(UndecodableValue) {
                properties += try converted(line, number)
            } catch {
                reportLoss(line.name, error.sentence(losing: line.name))
            }
        }
        properties = required() + properties + missingUID()
        reportStrayLosses(of: reader.parsed)
        let head = ["BEGIN:VCARD", "VERSION:\(target.rawValue)"].map { Array($0.utf8) }
        return head + properties.flatMap(writer.lines) + [Array("END:VCARD".utf8)]
    }

    private mutating func reportStrayLosses(of parsed: ParsedCard) {
        if let first = parsed.strays.first {
            let (count, line) = (parsed.strays.count, String(parsed.card.entries[first].line))
            let sentence = Message(
                count, one: "Removed \(count) line that is not a property: line \(line).",
                other: "Removed \(count) lines that are not properties, starting with line \(line).")
            reportLoss("", sentence)
        }
        let inner = parsed.inner.filter { $0.owner == nil }
        if let first = inner.first {
            let (count, line) = (inner.count, String(parsed.card.entries[first.entries.lowerBound].line))
            let sentence = Message(
                count, one: "Removed \(count) nested card that starts on line \(line).",
                other: "Removed \(count) nested cards, starting with the card on line \(line).")
            reportLoss("VCARD", sentence)
        }
    }

    mutating func reportLoss(_ property: String, _ sentence: Message, isSpelling: Bool = false) {
        if losses.contains(where: { $0.sentence == sentence }) { return }
        losses.append(Loss(property: property, sentence: sentence, isSpelling: isSpelling))
    }

    /// Reports that a property is written as an extension.
    ///
    /// - Parameter reason: The reason, or `nil` if the version lacks the property.
    mutating func rename(_ name: String, to other: String, because reason: Message? = nil) {
        let reason: Message = reason ?? "has no \(name)"
        reportLoss(
            name,
            "vCard \(target.rawValue) \(reason). The property was written as \(other), which other programs may ignore.",
            isSpelling: true)
    }

    /// Returns whether the line is an alternative representation that is lost, and reports the loss. Only vCard 4.0
    /// supports alternative representations (RFC 6350 section 5.4).
    private mutating func isLostAlternative(_ line: ContentLine) -> Bool {
        guard target != .v40, let id = line.parameter("ALTID"), !alternatives.insert("\(line.name) \(id)").inserted
        else {
            return false
        }
        reportLoss(
            line.name,
            """
            vCard \(target.rawValue) does not support alternative representations. Only the first \(line.name) was \
            kept.
            """)
        return true
    }

    mutating func makeGroup() -> String {
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    /// Returns the required properties that are missing: FN in all versions, and N before vCard 4.0.
    func required() -> [CardProperty] {
        let card = reader.card(lines: [], at: nil)
        var properties: [CardProperty] = []
        if target != .v40, reader.contents.names.isEmpty {
            var name = card.person.name
            if let group = card.group { name.family = group.name }
            properties.append(maker.name(name))
        }
        if reader.contents.formattedName.isEmpty {
            properties.append(CardProperty("FN", .text(card.group?.name ?? card.person.title)))
        }
        return properties
    }

    /// Returns the UID property to add if the card has no UID.
    func missingUID() -> [CardProperty] {
        guard let uid, reader.contents.uid.isEmpty else { return [] }
        return [maker.uid(uid)]
    }
}

extension ParsedCard {
    /// The number for the next group name, such as 1 for `item1`.
    var nextGroup: Int {
        let numbers = lines.compactMap { $0.group.lowercased().hasPrefix("item") ? Int($0.group.dropFirst(4)) : nil }
        return min(max(numbers.max() ?? 0, 0), 1_000_000) + 1
    }
}

extension UndecodableValue {
    fileprivate func sentence(losing name: String) -> Message {
        switch self {
        case .unknown(let charset): "\(name) has the unknown encoding “\(charset)” and was removed."
        case .malformed(let charset): "\(name) is not valid text in the encoding “\(charset)” and was removed."
        }
    }
}

// MARK: - Parameters

extension CardConversion {
    /// Returns the parameters of a line in the target version. Encoding parameters are omitted.
    mutating func parameters(of line: ContentLine) -> [CardParameter] {
        var result: [CardParameter] = []
        for parameter in line.parameters {
            switch parameter.name {
            case "ENCODING", "CHARSET", "VALUE", "X-APPLE-OMIT-YEAR", CardParameter.androidLabel: continue
            case "TYPE": result += types(parameter.value)
            case "PREF": result += preference(parameter, of: line)
            case "SORT-AS" where target == .v30 && line.name == "N": continue
            case "LABEL" where target != .v40 && line.name == "ADR": continue
            case "ALTID" where target != .v40: continue
            // A date in another calendar is written as text in an extension.
            case "CALSCALE" where !parameter.value.isWord("GREGORIAN"): result.append(parameter)
            // These parameters describe the property within a vCard 4.0 and contain no information about the contact.
            case "PROP-ID", "JSCOMPS", "JSPTR", "DERIVED": if target == .v40 { result.append(parameter) }
            case "PID", "CALSCALE", "SORT-AS", "GEO", "TZ", "LEVEL", "INDEX", "MEDIATYPE", "LABEL", "CC", "CREATED",
                "AUTHOR",
                "AUTHOR-NAME", "PHONETIC", "SCRIPT":
                if target == .v40 {
                    result.append(parameter)
                } else {
                    reportLoss(
                        line.name,
                        "vCard \(target.rawValue) does not support the parameter \(parameter.name). It was removed from \(line.name)."
                    )
                }
            default: result.append(parameter)
            }
        }
        result += newParameters(of: line)
        for parameter in result where !writer.holds(parameter) {
            reportLoss(
                line.name,
                """
                vCard \(target.rawValue) does not support quotes. Special characters in \(parameter.name) of \
                \(line.name) were replaced with spaces.
                """)
        }
        return result
    }

    /// Returns the types in the target version. In vCard 4.0, `INTERNET` and types with special characters are omitted.
    private func types(_ value: String) -> [CardParameter] {
        // Only labels can contain special characters.
        value.split(separator: ",").map { type in
            target == .v40 && String(type).isWord("PREF")
                ? CardParameter("PREF", "1") : CardParameter("TYPE", String(type))
        }.filter { target != .v40 || PropertyWriter.isToken($0.value) && !$0.value.isWord("INTERNET") }
    }

    private mutating func preference(_ parameter: CardParameter, of line: ContentLine) -> [CardParameter] {
        if target == .v40 { return [parameter] }
        if parameter.value == "1" { return [CardParameter("TYPE", "PREF")] }
        reportLoss(
            line.name,
            "vCard \(target.rawValue) supports only one preferred value. PREF was removed from \(line.name)."
        )
        return []
    }

    private func newParameters(of line: ContentLine) -> [CardParameter] {
        guard target == .v40, source != .v40 else { return [] }
        if line.name == "ADR", let label = addressLabels.label(of: line), let text = try? reader.text(label) {
            return [CardParameter("LABEL", text)]
        }
        if line.name == "N", let sort = reader.parsed.lines.first(where: { $0.name == "SORT-STRING" }),
            let text = try? reader.text(sort)
        {
            return [CardParameter("SORT-AS", text)]
        }
        return []
    }

    mutating func addressLabel(_ line: ContentLine) -> [CardProperty] {
        guard target != .v40, let label = line.parameter("LABEL") else { return [] }
        var property = CardProperty("LABEL", .text(label))
        property.parameters = parameters(of: line).filter { $0.name == "TYPE" }
        return [property]
    }
}

/// The unfolded lines of a card in one version, with the information that is lost.
struct CardRendering {
    let version: CardVersion
    let lines: [[UInt8]]
    /// Whether the lines differ from those of the imported card.
    let isChanged: Bool
    private let card: ContactCard
    private let conversionLosses: [CardConversion.Loss]

    init(_ card: ContactCard, in target: CardVersion?, otherwise other: CardVersion) {
        let card = card.withoutGroupsWithCards
        let own = CardPatch.patched(card, otherwise: other)
        version = target ?? own.version
        isChanged = version != own.version || own.isChanged
        let unconverted = target == nil ? own.lines : own.linesWithVersion
        if version == own.version {
            self.card = card
            (lines, conversionLosses) = (unconverted, [])
        } else {
            var converted = card
            var conversion = CardConversion(converted.joinBrokenText(of: own.lines), to: version, uid: card.uid)
            self.card = converted
            converted.person.card = conversion.lines().map { CardText.text(of: $0) }
            lines = CardPatch.patched(converted, otherwise: version).lines
            conversionLosses = conversion.losses
        }
    }

    /// The information that is lost. The lines are read again to find it.
    var losses: [CardLoss] {
        guard isChanged else { return [] }
        let title = card.group?.name ?? card.person.title
        return (conversionLosses.map { ($0.property, $0.sentence) } + missing).map {
            CardLoss(title: title, property: $0, sentence: $1)
        }
    }

    /// The names of the properties that are lost or changed when the lines are read again.
    var lostProperties: Set<String> {
        guard isChanged else { return [] }
        return Set(conversionLosses.filter { !$0.isSpelling }.map(\.property) + missing.map(\.property))
    }

    private var missing: [(property: String, sentence: Message)] {
        card.missing(in: ContactCard(lines: lines.map { CardText.text(of: $0) }), version)
    }
}

extension ContactCard {
    /// Joins texts that an earlier version kept as separate lines because their line breaks were not encoded. The
    /// values of this card are updated accordingly.
    ///
    /// - Returns: The lines with joined texts.
    fileprivate mutating func joinBrokenText(of lines: [[UInt8]]) -> [[UInt8]] {
        let former = VCard(lines: lines)
        let joined = former.withWholeTexts
        guard joined.lines.count < lines.count else { return lines }
        let (before, after) = (former.contents, joined.contents)
        let whole = Dictionary(zip(before.notes, after.notes)) { first, _ in first }
        notes = notes.map { whole[$0] ?? $0 }
        person = person.changed(from: before.person, to: after.person)
        return joined.lines
    }

    /// The card without the categories that group cards replace.
    fileprivate var withoutGroupsWithCards: ContactCard {
        guard !groupsWithCards.isEmpty else { return self }
        let named = Set(Self.categories(in: person.card).map(\.groupKey))
        var card = self
        card.categories.removeAll { groupsWithCards.contains($0) && !named.contains($0.groupKey) }
        return card
    }

    /// Returns the information in this card that is missing from a written card.
    func missing(in card: ContactCard, _ version: CardVersion) -> [(property: String, sentence: Message)] {
        var missing: [(property: String, sentence: Message)] = []
        func check(_ property: String, _ name: Title, _ isSame: Bool) {
            guard !isSame else { return }
            missing.append(
                (property, "vCard \(version.rawValue) cannot represent this exactly: \(title: name)."))
        }
        var one = person
        let other = card.person
        one.moveLanguages(as: other.languages)
        one.standardizeValues()
        if one.content != other.content {
            var reader = PersonReader(ParsedCard(UnfoldedCard(lines: other.card)))
            reader.read()
            one.standardizeLabels(as: reader)
        }
        check("KIND", "members", group == card.group)
        check("PHOTO", "photo", photo == card.photo)
        check("NOTE", "notes", notes == card.notes)
        check("CATEGORIES", "groups", Set(categories.map(\.groupKey)) == Set(card.categories.map(\.groupKey)))
        check("UID", "UID", uid == nil || card.uid == nil || uid == card.uid)
        if group != nil { return missing }
        check("N", "name", PersonName(partsOf: one.name) == PersonName(partsOf: other.name))
        if let own = one.formattedName?.nonEmpty, !FormattedName.isMade(own, of: other) {
            check("FN", "formatted name", own == other.formattedName)
        }
        check("NICKNAME", "nickname", one.name.nickname == other.name.nickname)
        check("X-PHONETIC-FIRST-NAME", "phonetic name", one.name.phonetic == other.name.phonetic)
        check("ORG", "organization", one.organization == other.organization && one.department == other.department)
        for field in PlainText.allCases {
            check(field.rawValue, field.label, one[keyPath: field.path] == other[keyPath: field.path])
        }
        check("BDAY", "birthday", one.birthday == other.birthday)
        check("ANNIVERSARY", "anniversary", one.anniversary == other.anniversary)
        check("GENDER", "gender", one.gender == other.gender)
        check("EMAIL", "email addresses", one.emails == other.emails)
        check("TEL", "phone numbers", one.phones == other.phones)
        check("ADR", "addresses", one.addresses == other.addresses)
        check("URL", "web addresses", one.urls == other.urls)
        check("IMPP", "instant messaging", one.messengers == other.messengers)
        check("SOCIALPROFILE", "online profiles", one.profiles.isEmpty || one.profiles == other.profiles)
        check("LANG", "languages", one.languages == other.languages)
        check("GEO", "positions", one.positions.isEmpty || one.positions == other.positions)
        check("RELATED", "relations", one.relations == other.relations)
        check("X-ALMANAC-FIELD", "custom fields", one.customFields == other.customFields)
        check("X-ALMANAC-PLANET", "home planet", planet == card.planet)
        return missing
    }
}
