import Model

/// Reads what a card says out of its properties.
struct PersonReader {
    let parsed: ParsedCard
    let decoder: LineDecoder
    let escapes: EscapedText
    var contents = CardContents()
    /// The text of `X-ABLabel` by the group of its property.
    var labels: [String: String] = [:]
    private var alternatives: Set<String> = []

    static func card(of card: CardBytes, at place: CardPlace?) -> ContactCard {
        var reader = PersonReader(ParsedCard(card))
        reader.read()
        return reader.card(lines: card.lines, at: place)
    }

    init(_ parsed: ParsedCard) {
        self.parsed = parsed
        decoder = LineDecoder(bytes: parsed.card.bytes)
        escapes = EscapedText(version: parsed.version)
    }

    mutating func read() {
        readLabels()
        for number in parsed.lines.indices {
            let line = parsed.lines[number]
            guard let meaning = PropertyMeaning(line.name), !isAlternative(line) else { continue }
            do throws(UndecodableValue) {
                try read(line, number, as: meaning)
            } catch {
                warn(
                    line,
                    "\(line.name) is in an encoding that is not known here, “\(error.charset)”; it was kept as it is.")
            }
        }
        warnOfStructure()
    }

    mutating func warn(_ line: ContentLine, _ sentence: String) {
        contents.warnings.append(CardWarning(line: line.line, sentence))
    }

    // MARK: - Values

    func value(_ line: ContentLine) throws(UndecodableValue) -> ArraySlice<UInt8> {
        try decoder.value(of: line)
    }

    /// The whole value as one text.
    func text(_ line: ContentLine) throws(UndecodableValue) -> String {
        escapes.text(try value(line))
    }

    /// The parts of a structured value, each a list of texts.
    func components(_ line: ContentLine) throws(UndecodableValue) -> [[String]] {
        let parts = escapes.parts(try value(line), separator: .semicolon)
        return parsed.version == .v21
            ? parts.map { [escapes.text($0)] } : parts.map { escapes.texts($0) }
    }

    func preference(_ line: ContentLine) -> Int {
        for parameter in line.parameters {
            if parameter.name == "PREF" { return Int(parameter.value).map { min(max($0, 1), 100) } ?? 1 }
            if parameter.name == "TYPE", parameter.value.isWord("PREF") { return 1 }
        }
        return 101
    }

    // MARK: - Labels and alternatives

    private mutating func readLabels() {
        for line in parsed.lines where line.name == "X-ABLABEL" && !line.group.isEmpty {
            guard let text = try? text(line) else { continue }
            labels[line.group.uppercased()] = AppleLabel.word(of: text)
        }
    }

    /// Of several lines with the same ALTID only the first one counts (RFC 6350 section 5.4).
    private mutating func isAlternative(_ line: ContentLine) -> Bool {
        guard let id = line.parameter("ALTID") else { return false }
        return !alternatives.insert("\(line.name) \(id)").inserted
    }

    func label(_ line: ContentLine, _ kind: LabelKind) -> String {
        if !line.group.isEmpty, let label = labels[line.group.uppercased()] { return label }
        return kind.label(of: line)
    }

    // MARK: - What is odd

    private mutating func warnOfStructure() {
        let first = parsed.lines.first
        if !parsed.hasVersion, let first { warn(first, "The card has no VERSION; it was read as 3.0.") }
        let version = parsed.lines.firstIndex { $0.name == "VERSION" }
        if let version, version == parsed.lines.count - 2, version > 1 {
            warn(parsed.lines[version], "VERSION stands last; it holds for the whole card.")
        }
        for name in ["PRODID", "UID", "REV"] {
            let lines = parsed.lines.filter { $0.name == name }
            if lines.count > 1 { warn(lines[1], "\(name) stands here a second time; the first one counts.") }
        }
        for number in parsed.strays {
            let entry = parsed.card.entries[number]
            contents.warnings.append(CardWarning(line: entry.line, "This line is no property; it was kept as it is."))
        }
        for inner in parsed.inner where inner.owner == nil {
            let line = parsed.card.entries[inner.entries.lowerBound].line
            contents.warnings.append(
                CardWarning(
                    line: line, "A card begins within the card; it was kept with it and is no person of its own."))
        }
    }
}
