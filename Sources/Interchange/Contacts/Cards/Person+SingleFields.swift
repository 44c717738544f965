import Model

extension Person {
    /// Without those custom fields and days that a newer card says in another way: of what a card says only once.
    public func withoutWhatIsSaidAnew(by newer: Person) -> Person {
        var said = Set(ContactCard.singleFields(in: newer.card).map(\.label))
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
