import Model
import Text

extension Person {
    /// Returns a person with only the values that differ from those of the previous card.
    public func changes(sinceCard lines: [String]) -> Person {
        if lines.isEmpty { return self }
        var changes = changes(since: ContactCard(lines: lines).person)
        if ContactCard.planet(in: card) == ContactCard.planet(in: lines) { changes.home = nil }
        return changes
    }

    /// Returns the person without the values that a newer card replaces: those of single-valued properties, and
    /// messengers and relations with a new label.
    ///
    /// - Parameter changes: The values of the newer card that differ from the previous card.
    public func withoutRepeatedValues(by newer: Person, changes: Person) -> Person {
        let new = ContactCard.singleFields(in: newer.card).filter(changes.customFields.contains)
        var said = Set(new.map(\.label))
        if changes.birthday != nil { said.insert("birthday") }
        if changes.anniversary != nil { said.insert("anniversary") }
        if changes.gender != nil { said.insert("gender") }
        let own = ContactCard.singleFields(in: card)
        var older = self
        older.customFields.removeAll { field in
            said.contains(field.label) && !newer.customFields.contains(field)
                && (own.contains(field) || !["birthday", "anniversary"].contains(field.label))
        }
        if newer.formattedName == "", let own = formattedName?.nonEmpty, ContactCard.names(in: card).whole.first == own
        {
            older.formattedName = ""
        }
        if newer.birthday == nil, said.contains("birthday") { older.birthday = nil }
        if newer.gender == nil, said.contains("gender") { older.gender = nil }
        if newer.anniversary == nil, said.contains("anniversary") { older.anniversary = nil }
        if !changes.messengers.isEmpty || !changes.relations.isEmpty {
            let before = ContactCard(lines: card).person
            older.messengers.removeAll {
                before.messengers.contains($0) && newer.messengers.renames($0, in: changes.messengers)
            }
            older.relations.removeAll {
                before.relations.contains($0) && newer.relations.renames($0, in: changes.relations)
            }
        }
        return older
    }
}

extension [Labeled<String>] {
    /// Returns whether only the label of the old value has changed.
    fileprivate func renames(_ old: Labeled<String>, in changes: Self) -> Bool {
        !contains(old) && changes.contains { $0.value == old.value }
    }
}

extension Person {
    /// The formatted names that contain words missing from the name, nickname, and organization, such as “Mom”.
    public var otherNames: [String] {
        if let names = ContactCard.plainValues(of: "FN", in: card), hasWords(of: names) { return [] }
        let (names, parts) = ContactCard.names(in: card)
        guard let parts else { return [] }
        let words = [parts.display, name.display, name.nickname, organization].joined(separator: " ")
        let said = Set(Folding.words(of: words))
        return names.filter { !said.isSuperset(of: Folding.words(of: $0)) }
    }

    /// Returns whether the name, nickname, and organization contain all words of the names.
    private func hasWords(of names: [String]) -> Bool {
        let own = Set(Folding.words(of: [name.display, name.nickname, organization].joined(separator: " ")))
        return names.allSatisfy { own.isSuperset(of: Folding.words(of: $0)) }
    }

    /// Adds the other names of a person who is merged into this person, as custom fields.
    public mutating func addOtherNames(of other: Person) {
        let present = otherNames + customFields.map(\.value) + [formattedName ?? ""]
        customFields += other.otherNames.filter { !present.contains($0) }.map { Labeled("name", $0) }
    }

    /// The UIDs of the person in other address books (RFC 6350 section 6.7.6), starting with the UID of the card.
    public var knownUIDs: [String] { [ContactCard.uid(in: card)].compactMap(\.self) + uids }
}

/// An interpreter of the vCard lines in `Person.card`.
public struct VCardInterpreter: CardInterpreter {
    public init() {}

    public func uids(of person: Person) -> [String] { person.knownUIDs }
    public func otherNames(of person: Person) -> [String] { person.otherNames }
    public func completed(_ person: Person, replacing former: Person) -> Person { person.completed(replacing: former) }
}
