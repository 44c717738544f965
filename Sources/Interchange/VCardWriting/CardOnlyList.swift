import Model

/// A list field that earlier versions did not store. If such a version imported a card, only the card has the values.
enum CardOnlyList: CaseIterable {
    case profiles, positions

    var path: WritableKeyPath<Person, [Labeled<String>]> & Sendable {
        switch self {
        case .profiles: \.profiles
        case .positions: \.positions
        }
    }

    /// The names of the properties with the values.
    private var names: [StaticString] {
        switch self {
        case .profiles: ["SOCIALPROFILE", "CONTACT-URI", "PHOTO"]
        case .positions: ["GEO"]
        }
    }

    private func lines(_ contents: CardContents) -> [Int] {
        switch self {
        case .profiles: contents.profiles.lines
        case .positions: contents.positions.lines
        }
    }

    /// Returns whether the lines of a card may contain values of the list.
    func mayBe(in card: [String]) -> Bool {
        card.contains { line in names.contains { ContactCard.isNamed($0, line) } }
    }

    /// Returns the lines of a card without the properties that contain values of the list.
    func removed(from lines: [String]) -> [String] {
        guard mayBe(in: lines) else { return lines }
        var reader = PersonReader(ParsedCard(CardBytes(lines: lines)))
        reader.read()
        var document = CardDocument(reader.parsed)
        for number in self.lines(reader.contents) { document.remove(number) }
        return document.isChanged ? document.lines.map { CardText.text(of: $0) } : lines
    }
}

extension Person {
    /// The person without the card lines of empty lists. Otherwise, these lines would count as values of the person.
    public var withoutHiddenValues: Person {
        var person = self
        for list in CardOnlyList.allCases where self[keyPath: list.path].isEmpty {
            person.card = list.removed(from: person.card)
        }
        return person
    }
}
