import Model
import Text

extension PersonReader {
    mutating func read(_ line: ContentLine, _ number: Int, as meaning: PropertyMeaning) throws(UndecodableValue) {
        switch meaning {
        case .name: try readName(line, number)
        case .formattedName:
            contents.formattedName.append(try nonEmptyText(line), line: number, preference: line.head.preference)
        case .nickname: contents.nickname.append(try nickname(line), line: number, preference: line.head.preference)
        case .phonetic(let part): contents.phonetic.append(try nonEmptyText(line).map { (part, $0) }, line: number)
        case .sound: try readSound(line, number)
        case .organization: try readOrganization(line, number)
        case .plain(let field): try readPlain(line, number, field)
        case .birthday:
            let date = try date(line, number, "birthday", next: contents.birthday.first)
            contents.birthday.append(date, line: number)
        case .anniversary:
            let date = try date(line, number, "anniversary", next: contents.anniversary.first)
            contents.anniversary.append(date, line: number)
        case .gender: try readGender(line, number)
        case .grammaticalGender: contents.grammaticalGender.append(Gender(words: try text(line)), line: number)
        case .date: try readLabeledDate(line, number)
        case .email:
            let email = try labeled(line, EmailAddress.cleaned)
            if isList { return contents.members.append(email.map { EmailAddress.uri(of: $0.value) }, line: number) }
            contents.emails.append(email, line: number, preference: line.head.preference)
        case .phone:
            let phone = try labeled(line, PhoneText.cleaned)
            contents.phones.append(phone, line: number, preference: line.head.preference)
        case .url:
            let url = try labeled(line, WebAddressText.cleaned)
            contents.urls.append(url, line: number, preference: line.head.preference)
        case .address:
            let address = try address(line)
            let label = line.parameter("LABEL")?.withoutBlanks.nonEmpty
            if address == nil, label != nil { contents.addressLabels.insert(number) }
            contents.addresses.append(
                address ?? label.map { Labeled(self.label(line), PostalAddress(label: $0)) }, line: number,
                preference: line.head.preference)
        case .messenger(let service):
            contents.messengers.appendOnce(
                try messenger(line, service), line: number, preference: line.head.preference,
                by: Messenger.identity(of:))
        case .relation(let label):
            contents.relations.appendOnce(
                try labeled(line, label), line: number, preference: line.head.preference, by: \.self)
        case .profile(let label):
            contents.profiles.append(try profile(line, label), line: number, preference: line.head.preference)
            if !label.isEmpty, label != OnlineProfileLabel.contact { contents.serviceProfiles.insert(number) }
        case .agent: contents.relations.append(try agent(line, number), line: number)
        case .language:
            contents.languages.append(try labeled(line), line: number, preference: line.head.preference)
        case .position:
            contents.positions.append(try position(line), line: number, preference: line.head.preference)
        case .text(let label):
            guard let field = try labeled(line, label) else { return }
            if field.label == Person.languageLabel {
                contents.languages.append(Labeled("", field.value), line: number)
            } else {
                contents.customFields.append(field, line: number)
            }
        case .android: try readAndroid(line, number)
        case .photo: try readPhoto(line, number)
        case .uid:
            warnAboutSecond(line)
            contents.uid.append(try nonEmptyText(line)?.withoutUUIDScheme, line: number)
        case .categories: try readCategories(line, number)
        case .note: contents.notes.append(try nonEmptyText(line), line: number)
        case .planet: contents.planet.append(try nonEmptyText(line), line: number)
        case .summary: contents.summary.append(try nonEmptyText(line), line: number)
        case .relationUID: contents.relationUIDs.append(try nonEmptyText(line), line: number)
        case .kind: try readKind(line)
        case .member: contents.members.append(try nonEmptyText(line)?.withoutUUIDScheme, line: number)
        case .showAs: if try text(line).isWord("COMPANY") { contents.isOrganization = true }
        case .revision:
            warnAboutSecond(line)
            contents.revision.append(try nonEmptyText(line), line: number)
        case .once: warnAboutSecond(line)
        case .label: break
        }
    }

    // MARK: - Labeled values

    /// Returns the text of a line with the given label, or with the label of the line if the given label is empty.
    private func labeled(_ line: ContentLine, _ label: String = "") throws(UndecodableValue) -> Labeled<String>? {
        try nonEmptyText(line).map { Labeled(label.isEmpty ? self.label(line) : label, $0) }
    }

    private func labeled(
        _ line: ContentLine, _ cleaned: (String) -> String
    ) throws(UndecodableValue) -> Labeled<String>? {
        try labeled(line).map { Labeled($0.label, cleaned($0.value)) }
    }

    private func address(_ line: ContentLine) throws(UndecodableValue) -> Labeled<PostalAddress>? {
        let parts = escapes.components(try value(line)) { _ in ", " }
        let address = PostalAddress(cardComponents: parts.map(\.withoutBlanks))
        return address == PostalAddress() ? nil : Labeled(label(line), address)
    }

    private func messenger(_ line: ContentLine, _ service: String) throws(UndecodableValue) -> Labeled<String>? {
        guard let text = try nonEmptyText(line) else { return nil }
        let address = Messenger.address(in: text, of: line, service: service)
        let label = line.group.isEmpty ? nil : labels[line.group.uppercased()]
        return Labeled(label ?? address.label, address.value)
    }

    /// Returns a social profile, labeled with its service (RFC 9554 section 4.9) or its type, as Apple writes it.
    private func profile(_ line: ContentLine, _ label: String) throws(UndecodableValue) -> Labeled<String>? {
        guard label.isEmpty, let service = line.parameter("SERVICE-TYPE")?.nonEmpty else {
            return try labeled(line, label)
        }
        return try labeled(line, service)
    }

    /// Returns a position without its altitude. Other values are kept as text.
    private func position(_ line: ContentLine) throws(UndecodableValue) -> Labeled<String>? {
        try labeled(line).map { Labeled($0.label, GeographicPosition($0.value)?.description ?? $0.value) }
    }

    /// Returns an agent as a relation, with the name in the line or in the nested card (RFC 2426 section 3.5.4).
    private func agent(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> Labeled<String>? {
        var name = try text(line)
        if let inner = innerCard(of: number) {
            name = Self.name(in: inner.entries.map { parsed.card.bytes[parsed.card.entries[$0].range] })
        } else if Self.isCard(name) {
            name = Self.name(in: Array(name.utf8).split(separator: .lineFeed))
        }
        return name.isEmpty ? nil : Labeled("agent", name)
    }

    /// Returns the name in a nested card: the value of `FN`, or the given and family names from `N`.
    private static func name(in lines: [ArraySlice<UInt8>]) -> String {
        let reader = PersonReader(ParsedCard(UnfoldedCard(slices: lines)))
        if let formatted = reader.parsed.lines.first(where: { $0.name == "FN" }),
            let text = try? reader.nonEmptyText(formatted)
        {
            return text
        }
        guard let name = reader.parsed.lines.first(where: { $0.name == "N" }),
            let parts = try? reader.components(name).map({ $0.joined(separator: " ") })
        else { return "" }
        return [parts.count > 1 ? parts[1] : "", parts[0]].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the nested card of an agent as text, or `nil` if the value is not a card.
    func agentCard(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> String? {
        let text = try text(line)
        guard let inner = innerCard(of: number) else { return Self.isCard(text) ? text : nil }
        let entries = parsed.card.entries[inner.entries].map { CardText.text(of: parsed.card.bytes[$0.range]) }
        return ([text.withoutBlanks].filter { !$0.isEmpty } + entries).joined(separator: "\n")
    }

    private func innerCard(of number: Int) -> ParsedCard.NestedCard? { parsed.inner.first { $0.owner == number } }

    private static func isCard(_ text: String) -> Bool { text.uppercased().hasPrefix("BEGIN:VCARD") }

    private mutating func readOrganization(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        var units = escapes.texts(try value(line), separator: .semicolon)
        while units.last?.isEmpty == true { units.removeLast() }
        guard !units.isEmpty else { return }
        if contents.organization.isEmpty {
            contents.organization.append(units, line: number)
        } else {
            contents.customFields.append(Labeled("organization", units.joined(separator: "; ")), line: number)
        }
    }

    private mutating func readPlain(_ line: ContentLine, _ number: Int, _ field: PlainText) throws(UndecodableValue) {
        guard let text = try nonEmptyText(line) else { return }
        if contents.plain[field] == nil {
            contents.plain[field] = SourcedValues(items: [(number, text)])
        } else {
            contents.customFields.append(Labeled(field.label, text), line: number)
        }
    }

    /// Reads a gender. An invalid gender, or one that contradicts the first gender, becomes a custom field instead.
    private mutating func readGender(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let text = try text(line)
        if let gender = Gender(words: text), [nil, gender].contains(contents.gender.first) {
            contents.gender.append(gender, line: number)
        } else if !text.isEmpty {
            contents.customFields.append(Labeled("gender", text), line: number)
        }
    }

    // MARK: - Groups

    private mutating func readCategories(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        for text in escapes.texts(try value(line)).map(\.withoutBlanks) where !text.isEmpty {
            if contents.categories.items.count < Self.maximumCategories {
                contents.categories.append(text, line: number)
            } else {
                if contents.furtherCategories.isEmpty {
                    warn(
                        line,
                        "The card has more than \(Self.maximumCategories) categories. Additional ones were kept on the card."
                    )
                }
                contents.furtherCategories.append(text, line: number)
            }
        }
    }

    private mutating func readKind(_ line: ContentLine) throws(UndecodableValue) {
        let kind = try text(line)
        if kind.isWord("GROUP") { contents.isGroup = true }
        if kind.isWord("ORG") { contents.isOrganization = true }
    }
}

// MARK: - Names

extension PersonReader {
    mutating func readName(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        contents.names.append(number)
        let parts = escapes.components(try value(line)) { $0 == 4 ? ", " : " " }
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        var name = PersonName()
        name.family = part(0)
        name.given = part(1)
        name.middle = part(2)
        name.prefix = part(3)
        name.suffix = part(4)
        if contents.name == nil, parts.contains(where: { !$0.withoutBlanks.isEmpty }) { contents.name = name }
    }

    func nickname(_ line: ContentLine) throws(UndecodableValue) -> String? {
        let texts = parsed.version == .v21 ? [try text(line)] : escapes.texts(try value(line))
        return texts.filter { !$0.isEmpty }.joined(separator: ", ").nonEmpty
    }

    /// Reads the phonetic name that Japanese phones write: `SOUND;X-IRMC-N:family;given;;;`.
    mutating func readSound(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        guard line.parameters.contains(where: { $0.value.isWord("X-IRMC-N") }) else { return }
        let parts = try components(line).map { $0.joined(separator: " ") }
        for (part, index) in [(0, 1), (1, 2), (2, 0)] where index < parts.count && !parts[index].isEmpty {
            contents.phonetic.append((part, parts[index]), line: number)
        }
    }

    private var phonetic: String {
        (0...2).flatMap { part in contents.phonetic.values.filter { $0.part == part } }.map(\.text).joined(
            separator: " ")
    }

    /// Sets the parts of the name. If `N` lacks the given or the family name, the missing parts are read from `FN`.
    func fillName(_ person: inout Person) {
        person.name = contents.name ?? PersonName()
        person.name.nickname = contents.nickname.values.joined(separator: ", ")
        if !contents.phonetic.isEmpty { person.name.phonetic = phonetic }
        guard person.name.given.isEmpty || person.name.family.isEmpty,
            let formatted = contents.formattedName.first?.withoutBlanks.nonEmpty
        else { return }
        person.readFullName(formatted, isOrganization: contents.isOrganization)
    }
}

// MARK: - Dates

extension PersonReader {
    /// Returns the date in a line. Invalid dates, and dates that contradict the first, become custom fields instead.
    /// - Parameter known: The date that previous lines contain, if any. The line can repeat it.
    mutating func date(
        _ line: ContentLine, _ number: Int, _ name: String, next known: PartialDate?
    ) throws(UndecodableValue) -> PartialDate? {
        let text = try text(line).withoutBlanks
        guard !text.isEmpty else { return nil }
        let date = self.date(of: text, in: line)
        if let date, known == nil || known == date { return date }
        contents.customFields.append(Labeled(name, withoutOmittedYear(text, date)), line: number)
        if date == nil, line.parameter("VALUE")?.isWord("TEXT") != true, line.parameter("CALSCALE") == nil {
            warn(line, "“\(text)” is not a date. It was imported as the custom field “\(name)”.")
        }
        return nil
    }

    mutating func readLabeledDate(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let label = label(line)
        let known = contents.anniversary.first
        if label == "anniversary", known == nil {
            contents.anniversary.append(try date(line, number, label, next: nil), line: number)
        } else {
            guard let text = try nonEmptyText(line) else { return }
            if label == "anniversary", date(of: text.withoutBlanks, in: line) == known {
                return contents.anniversary.append(known, line: number)
            }
            let value = withoutOmittedYear(text, date(of: text.withoutBlanks, in: line))
            contents.customFields.append(Labeled(label.isEmpty ? "date" : label, value), line: number)
        }
    }

    /// Returns the text of a date, or the date without its year if the year is only a placeholder.
    private func withoutOmittedYear(_ text: String, _ date: PartialDate?) -> String {
        guard let date, date.year == nil, !text.hasPrefix("-") else { return text }
        return date.description
    }

    mutating func readAndroid(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        switch try androidCustom(line) {
        case .nickname(let text): contents.nickname.append(text, line: number)
        case .relation(let relation): contents.relations.append(relation, line: number)
        case .event(let type, let text, let label):
            let date = CardDate.date(of: text, omittedYear: nil)
            if type == 3, let date, [nil, date].contains(contents.birthday.first) {
                contents.birthday.append(date, line: number)
            } else if type == 1, let date, [nil, date].contains(contents.anniversary.first) {
                contents.anniversary.append(date, line: number)
            } else {
                let value = withoutOmittedYear(text, date)
                contents.customFields.append(Labeled(label.isEmpty ? "date" : label, value), line: number)
            }
        case nil: break
        }
    }

    /// The content of an Android custom line: `X-ANDROID-CUSTOM:vnd.android.cursor.item/…;value;type;label`.
    enum AndroidCustom {
        case nickname(String)
        case relation(Labeled<String>)
        case event(type: Int?, String, label: String)
    }

    func androidCustom(_ line: ContentLine) throws(UndecodableValue) -> AndroidCustom? {
        var parts = escapes.texts(try value(line), separator: .semicolon)
        // Some servers, such as Cyrus, escape the semicolons.
        if parts.count == 1, let text = parts.first {
            parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        }
        guard parts.count > 1, !parts[1].isEmpty else { return nil }
        let type = parts.count > 2 ? Int(parts[2]) : nil
        let own = parts.count > 3 ? parts[3] : ""
        return switch parts[0] {
        case "vnd.android.cursor.item/nickname": .nickname(parts[1])
        case "vnd.android.cursor.item/relation":
            .relation(Labeled(type.flatMap { Self.androidRelations[$0] } ?? own, parts[1]))
        case "vnd.android.cursor.item/contact_event": .event(type: type, parts[1], label: own)
        default: nil
        }
    }

    /// The relation types of Android, by number (`ContactsContract.CommonDataKinds.Relation`).
    private static let androidRelations = [
        1: "assistant", 2: "brother", 3: "child", 4: "partner", 5: "father", 6: "friend", 7: "manager", 8: "mother",
        9: "parent", 10: "partner", 11: "referred by", 12: "relative", 13: "sister", 14: "spouse",
    ]
}

extension PostalAddress {
    /// Creates a postal address from the text of an address label. An address in an unknown or ambiguous format becomes
    /// the street.
    init(label text: String) {
        let input = AddressInput(text)
        self = input.map { $0.isCertain ? $0.address : PostalAddress(street: text) } ?? PostalAddress(street: text)
    }

    /// Creates a postal address from the seven components of `ADR`. The post office box and the extended address are
    /// prepended to the street.
    init(cardComponents parts: [String]) {
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        self.init(
            street: part(0).isEmpty && part(1).isEmpty
                ? part(2) : [part(0), part(1), part(2)].filter { !$0.isEmpty }.joined(separator: ", "),
            locality: part(3),
            region: part(4), postalCode: part(5), country: part(6))
    }
}

/// The `LABEL` lines of a card before vCard 4.0, with the postal addresses to which they belong.
///
/// A label belongs to the postal address with the same types and the same position among the addresses of these types.
struct AddressLabels {
    /// The labels, by the start positions of the postal addresses.
    private let labels: [Int: ContentLine]
    /// The start positions of the labels that belong to a postal address.
    private let found: Set<Int>

    init(_ lines: [ContentLine]) {
        func byTypes(_ name: String) -> [String: [ContentLine]] {
            Dictionary(grouping: lines.filter { $0.name == name }) {
                LabelKind.address.label(of: $0.parameters, asFormerly: true)
            }
        }
        let labels = byTypes("LABEL")
        let pairs = byTypes("ADR").flatMap { types, addresses in zip(addresses, labels[types] ?? []) }
        self.labels = Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.entries.lowerBound, $0.1) })
        found = Set(pairs.map(\.1.entries.lowerBound))
    }

    func label(of address: ContentLine) -> ContentLine? { labels[address.entries.lowerBound] }

    func isLabelOfAddress(_ label: ContentLine) -> Bool { found.contains(label.entries.lowerBound) }
}
