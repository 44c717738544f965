import Model

extension PersonReader {
    mutating func read(_ line: ContentLine, _ number: Int, as meaning: PropertyMeaning) throws(UndecodableValue) {
        switch meaning {
        case .name, .formattedName, .nickname, .phonetic, .sound: try readName(line, number, as: meaning)
        case .organization: try readOrganization(line, number)
        case .title: try readTitle(line, number)
        case .birthday: try readDate(line, number, "birthday", into: \.birthday)
        case .anniversary: try readDate(line, number, "anniversary", into: \.anniversary)
        case .date: try readLabelledDate(line, number)
        case .email: try readText(line, number, .email, into: \.emails)
        case .phone: try readPhone(line, number)
        case .url: try readText(line, number, .url, into: \.urls)
        case .address: try readAddress(line, number)
        case .messenger(let service): try readMessenger(line, number, service)
        case .relation(let label): try readRelation(line, number, label)
        case .agent: try readAgent(line, number)
        case .text(let label): try readCustomField(line, number, label)
        case .android: try readAndroid(line, number)
        case .photo: try readPhoto(line, number)
        case .uid: try append(text(line).withoutUUIDScheme, number, to: \.uid)
        case .categories: try readCategories(line, number)
        case .note: try append(text(line), number, to: \.notes)
        case .planet: try append(text(line), number, to: \.planet)
        case .kind: try readKind(line)
        case .member: try append(text(line).withoutUUIDScheme, number, to: \.members)
        case .showAs: if try text(line).isWord("COMPANY") { contents.isOrganization = true }
        case .label, .revision: break
        }
    }

    private mutating func append(
        _ text: String, _ number: Int, to values: WritableKeyPath<CardContents, Found<String>>
    ) {
        if !text.isEmpty { contents[keyPath: values].append(text, line: number) }
    }

    // MARK: - Labelled values

    private mutating func readText(
        _ line: ContentLine, _ number: Int, _ kind: LabelKind,
        into values: WritableKeyPath<CardContents, Found<Labelled<String>>>
    ) throws(UndecodableValue) {
        let text = try text(line)
        guard !text.isEmpty else { return }
        contents[keyPath: values].append(
            Labelled(label(line, kind), text), line: number, preference: preference(line))
    }

    private mutating func readPhone(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        var text = try text(line)
        if let phone = PhoneURI.number(of: text) { text = phone }
        guard !text.isEmpty else { return }
        contents.phones.append(Labelled(label(line, .phone), text), line: number, preference: preference(line))
    }

    private mutating func readAddress(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let parts = try components(line).map { $0.filter { !$0.isEmpty }.joined(separator: ", ") }
        let address = PostalAddress(cardComponents: parts)
        guard address != PostalAddress() else { return }
        contents.addresses.append(Labelled(label(line, .address), address), line: number, preference: preference(line))
    }

    private mutating func readMessenger(
        _ line: ContentLine, _ number: Int, _ service: String
    ) throws(UndecodableValue) {
        let text = try text(line)
        guard !text.isEmpty else { return }
        var value = text
        var label = service
        if service.isEmpty { (label, value) = Messenger.parts(of: text, service: line.parameter("X-SERVICE-TYPE")) }
        if !line.group.isEmpty, let own = labels[line.group.uppercased()] { label = own }
        contents.messengers.append(Labelled(label, value), line: number, preference: preference(line))
    }

    private mutating func readRelation(_ line: ContentLine, _ number: Int, _ label: String) throws(UndecodableValue) {
        let text = try text(line)
        guard !text.isEmpty else { return }
        let label = label.isEmpty ? self.label(line, .relation) : label
        contents.relations.append(Labelled(label, text), line: number, preference: preference(line))
    }

    /// An agent is a relation: by name, or by the name on the card within (RFC 2426 section 3.5.4).
    private mutating func readAgent(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        var name = try text(line)
        if let inner = parsed.inner.first(where: { $0.owner == number }) {
            name = InnerName.name(in: inner.entries.map { parsed.card.bytes[parsed.card.entries[$0].range] })
        } else if name.uppercased().hasPrefix("BEGIN:VCARD") {
            name = InnerName.name(in: Array(name.utf8).split(separator: .lineFeed))
        }
        if !name.isEmpty { contents.relations.append(Labelled("agent", name), line: number) }
    }

    private mutating func readCustomField(
        _ line: ContentLine, _ number: Int, _ label: String
    ) throws(UndecodableValue) {
        let text = try text(line)
        guard !text.isEmpty else { return }
        let label = label.isEmpty ? self.label(line, .other) : label
        contents.customFields.append(Labelled(label, text), line: number)
    }

    // MARK: - Work

    private mutating func readOrganization(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        var units = escapes.texts(try value(line), separator: .semicolon)
        while units.last?.isEmpty == true { units.removeLast() }
        guard !units.isEmpty else { return }
        if contents.organization.isEmpty {
            contents.organization.append(units, line: number)
        } else {
            contents.customFields.append(Labelled("organization", units.joined(separator: "; ")), line: number)
        }
    }

    private mutating func readTitle(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let text = try text(line)
        guard !text.isEmpty else { return }
        if contents.title.isEmpty {
            contents.title.append(text, line: number)
        } else {
            contents.customFields.append(Labelled("title", text), line: number)
        }
    }

    // MARK: - Groups

    private mutating func readCategories(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        for text in escapes.texts(try value(line)).map(\.trimmed) where !text.isEmpty {
            contents.categories.append(text, line: number)
        }
    }

    private mutating func readKind(_ line: ContentLine) throws(UndecodableValue) {
        let kind = try text(line)
        if kind.isWord("GROUP") { contents.isGroup = true }
        if kind.isWord("ORG") { contents.isOrganization = true }
    }
}

extension String {
    /// `urn:uuid:` says nothing that the rest does not.
    var withoutUUIDScheme: String {
        utf8.count > 9 && prefix(9).lowercased() == "urn:uuid:" ? String(dropFirst(9)) : self
    }
}
