import Model

extension Person {
    /// The UIDs by which other address books know the person (RFC 6350 section 6.7.6): that of the card, then the others.
    public var knownUIDs: [String] { [ContactCard.uid(in: card)].compactMap(\.self) + uids }
}

/// An interpreter of the vCard lines that persons keep.
public struct VCardInterpreter: CardInterpreter {
    public init() {}

    public func uids(of person: Person) -> [String] { person.knownUIDs }
    public func otherNames(of person: Person) -> [String] { person.otherNames }
}
