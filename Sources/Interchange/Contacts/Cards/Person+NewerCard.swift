import Model

extension Person {
    /// What a newer card says otherwise than the lines of the card before.
    public func changes(sinceCard lines: [String]) -> Person {
        if lines.isEmpty { return self }
        var changes = changes(since: ContactCard(lines: lines).person)
        if ContactCard.planet(in: card) == ContactCard.planet(in: lines) { changes.home = nil }
        return changes
    }

    /// Without those custom fields and days that a newer card says in another way: of what a card says only once.
    public func withoutWhatIsSaidAnew(by newer: Person) -> Person {
        let new = ContactCard.singleFields(in: newer.card).filter(newer.customFields.contains)
        var said = Set(new.map(\.label))
        if newer.birthday != nil { said.insert("birthday") }
        if newer.anniversary != nil { said.insert("anniversary") }
        let own = ContactCard.singleFields(in: card)
        var older = self
        older.customFields.removeAll { field in
            said.contains(field.label) && (own.contains(field) || !["birthday", "anniversary"].contains(field.label))
        }
        if newer.birthday == nil, said.contains("birthday") { older.birthday = nil }
        if newer.anniversary == nil, said.contains("anniversary") { older.anniversary = nil }
        return older
    }
}
