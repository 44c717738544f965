import Model
import Text

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
