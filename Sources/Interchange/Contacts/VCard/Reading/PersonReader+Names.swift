import Model

extension PersonReader {
    mutating func readName(
        _ line: ContentLine, _ number: Int, as meaning: PropertyMeaning
    ) throws(UndecodableValue) {
        switch meaning {
        case .name: try readParts(line, number)
        case .formattedName: append(try text(line), number, preference(line), to: \.formattedName)
        case .nickname: append(try nickname(line), number, preference(line), to: \.nickname)
        case .phonetic(let part):
            let text = try text(line)
            if !text.isEmpty { contents.phonetic.append((part, text), line: number) }
        case .sound: try readSound(line, number)
        default: break
        }
    }

    private mutating func append(
        _ text: String, _ number: Int, _ preference: Int, to values: WritableKeyPath<CardContents, Found<String>>
    ) {
        if !text.isEmpty { contents[keyPath: values].append(text, line: number, preference: preference) }
    }

    private mutating func readParts(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        contents.names.append(number)
        let parts = try components(line)
        func part(_ index: Int, separator: String = " ") -> String {
            index < parts.count ? parts[index].filter { !$0.isEmpty }.joined(separator: separator).trimmed : ""
        }
        var name = PersonName()
        name.family = part(0)
        name.given = part(1)
        name.middle = part(2)
        name.prefix = part(3)
        name.suffix = part(4, separator: ", ")
        if contents.name == nil, name != PersonName() { contents.name = name }
    }

    private func nickname(_ line: ContentLine) throws(UndecodableValue) -> String {
        let names = parsed.version == .v21 ? [try text(line)] : escapes.texts(try value(line))
        return names.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// How Japanese telephones write the reading of a name: `SOUND;X-IRMC-N:family;given;;;`.
    private mutating func readSound(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        guard line.parameters.contains(where: { $0.value.isWord("X-IRMC-N") }) else { return }
        let parts = try components(line).map { $0.joined(separator: " ") }
        for (part, index) in [(0, 1), (1, 2), (2, 0)] where index < parts.count && !parts[index].isEmpty {
            contents.phonetic.append((part, parts[index]), line: number)
        }
    }

    // MARK: - The person

    /// The name parts, taken from `FN` if `N` says nothing, and if `FN` is not made of something else.
    func personName(of person: Person) -> PersonName {
        var name = contents.name ?? PersonName()
        name.nickname = contents.nickname.values.joined(separator: ", ")
        name.phonetic = (0...2).flatMap { part in contents.phonetic.values.filter { $0.part == part } }.map(\.text)
            .joined(separator: " ")
        guard contents.name == nil, let formatted = contents.formattedName.first?.trimmed, !formatted.isEmpty
        else { return name }
        var nameless = person
        nameless.name = name
        if formatted == nameless.title || contents.isOrganization { return name }
        (name.given, name.family) = FormattedName.parts(of: formatted)
        return name
    }
}
