import Model
import Text

extension Person {
    /// What a newer card says otherwise than the lines of the card before.
    public func changes(sinceCard lines: [String]) -> Person {
        if lines.isEmpty { return self }
        var changes = changes(since: ContactCard(lines: lines).person)
        if ContactCard.planet(in: card) == ContactCard.planet(in: lines) { changes.home = nil }
        return changes
    }

    /// Without those custom fields and days that a newer card says in another way, of what a card says only once, and without
    /// those messengers and relations of the card before that it calls otherwise.
    /// - Parameter changes: What the newer card says otherwise than the card before.
    public func withoutRestatedValues(by newer: Person, changes: Person) -> Person {
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
    /// Whether an old value is there only under a label that is among the changes.
    fileprivate func renames(_ old: Labeled<String>, in changes: Self) -> Bool {
        !contains(old) && changes.contains { $0.value == old.value }
    }
}

extension Person {
    /// What the card says as the whole name and neither its parts nor the record have words for: “Mom” of Anna Smith.
    public var otherNames: [String] {
        let (names, parts) = ContactCard.names(in: card)
        guard let parts else { return [] }
        let words = [parts.display, name.display, name.nickname, organization].joined(separator: " ")
        let said = Set(Folding.words(of: words))
        return names.filter { !said.isSuperset(of: Folding.words(of: $0)) }
    }

    /// Keeps the other names of somebody who is merged into this person and whose FN gives way.
    public mutating func addOtherNames(of other: Person) {
        let present = otherNames + customFields.map(\.value)
        customFields += other.otherNames.filter { !present.contains($0) }.map { Labeled("name", $0) }
    }

    /// The UIDs by which other address books know the person (RFC 6350 section 6.7.6): that of the card, then the others.
    public var knownUIDs: [String] { [ContactCard.uid(in: card)].compactMap(\.self) + uids }
}

/// An interpreter of the vCard lines that persons keep.
public struct VCardInterpreter: CardInterpreter {
    public init() {}

    public func uids(of person: Person) -> [String] { person.knownUIDs }
    public func otherNames(of person: Person) -> [String] { person.otherNames }
}
