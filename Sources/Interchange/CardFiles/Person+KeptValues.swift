import Model
import Text

/// Values that only the card contains, because an earlier version imported it: the formatted name and online profiles.
extension Person {
    /// The person with the values that only the card contains.
    public var withKeptValues: Person {
        let isMissing = profiles.isEmpty && ContactCard.mayHaveProfiles(card)
        guard !card.isEmpty, formattedName == nil || isMissing else { return self }
        let kept = ContactCard(lines: card).person
        var person = self
        person.formattedName = formattedName ?? kept.formattedName
        if profiles.isEmpty { person.profiles = kept.profiles }
        return person
    }

    /// Returns the edited person with the values that only the card of the former person contained. If the last online
    /// profile was removed, it is also removed from the card, because a person without profiles has those of the card.
    func completed(replacing former: Person) -> Person {
        let kept = former.withKeptValues
        var person = self
        person.formattedName = formattedName ?? kept.formattedName
        if former.profiles.isEmpty {
            person.profiles = kept.profiles.filter { !profiles.contains($0) } + profiles
        } else if profiles.isEmpty {
            person.card = ContactCard.withoutProfiles(card)
        }
        return person
    }
}

extension ContactCard {
    /// Returns the lines of a card without the properties that contain online profiles.
    public static func withoutProfiles(_ lines: [String]) -> [String] {
        guard mayHaveProfiles(lines) else { return lines }
        var reader = PersonReader(ParsedCard(CardBytes(lines: lines)))
        reader.read()
        var document = CardDocument(reader.parsed)
        for number in reader.contents.profiles.lines { document.remove(number) }
        return document.isChanged ? document.lines.map { CardText.text(of: $0) } : lines
    }
}
