/// An object that interprets the stored vCard lines of a person.
public protocol CardInterpreter: Sendable {
    /// Returns the UIDs of the person (RFC 6350 §6.7.6), starting with the UID of the card.
    func uids(of person: Person) -> [String]

    /// Returns the formatted names of the card that contain words missing from the person’s name fields.
    func otherNames(of person: Person) -> [String]

    /// Returns an edited person with the values that only the card contained, because an earlier version imported it.
    /// Values that were removed from the fields are removed from the card if the fields alone cannot express this.
    func completed(_ person: Person, replacing former: Person) -> Person
}
