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
    /// - Parameter changes: What the newer card says otherwise than the card before.
    public func withoutWhatIsSaidAnew(by newer: Person, changes: Person) -> Person {
        let new = ContactCard.singleFields(in: newer.card).filter(changes.customFields.contains)
        var said = Set(new.map(\.label))
        if changes.birthday != nil { said.insert("birthday") }
        if changes.anniversary != nil { said.insert("anniversary") }
        let own = ContactCard.singleFields(in: card)
        var older = self
        older.customFields.removeAll { field in
            said.contains(field.label) && !newer.customFields.contains(field)
                && (own.contains(field) || !["birthday", "anniversary"].contains(field.label))
        }
        if changes.birthday == nil, said.contains("birthday") { older.birthday = nil }
        if changes.anniversary == nil, said.contains("anniversary") { older.anniversary = nil }
        return older
    }
}
