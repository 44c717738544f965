/// An object that reads the vCard a person came from, for a store that keeps its lines without understanding them.
public protocol CardInterpreter: Sendable {
    /// Returns the UIDs by which other address books know the person (RFC 6350 section 6.7.6), that of the card first.
    func uids(of person: Person) -> [String]

    /// Returns the words of the formatted names of the card that the name fields of the person lack.
    func otherNames(of person: Person) -> [String]
}
