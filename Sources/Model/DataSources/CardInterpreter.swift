/// An object that interprets the stored vCard lines of a person.
public protocol CardInterpreter: Sendable {
    /// Returns the UIDs of the person (RFC 6350 §6.7.6), starting with the UID of the card.
    func uids(of person: Person) -> [String]

    /// Returns the words in the card’s formatted names that the person’s name fields lack.
    func otherNames(of person: Person) -> [String]
}
