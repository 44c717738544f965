/// An object that interprets the vCard lines that a store keeps for a person.
public protocol CardInterpreter: Sendable {
    /// Returns the UIDs of the person (RFC 6350 §6.7.6), starting with the UID of the card.
    func uids(of person: Person) -> [String]

    /// Returns the words of the card’s formatted names that are missing in the person’s name fields.
    func otherNames(of person: Person) -> [String]
}
