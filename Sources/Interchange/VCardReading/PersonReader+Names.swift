import Model

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

    /// Returns the parts of the name. If the card has no `N`, they are read from `FN`.
    func personName(of person: Person) -> PersonName {
        var name = contents.name ?? PersonName()
        name.nickname = contents.nickname.values.joined(separator: ", ")
        if !contents.phonetic.isEmpty { name.phonetic = phonetic }
        guard contents.name == nil, let formatted = contents.formattedName.first?.withoutBlanks, !formatted.isEmpty
        else { return name }
        var nameless = person
        nameless.name = name
        if contents.isOrganization || FormattedName.isMade(formatted, of: nameless) { return name }
        (name.given, name.family) = FormattedName.parts(of: formatted)
        return name
    }
}
