/// A card that is a group: `KIND:group` (RFC 6350 section 6.1.4) or Apple's `X-ADDRESSBOOKSERVER-KIND:group`.
public struct CardGroup: Hashable, Sendable {
    public var name: String
    /// The `UID`s of its members in their order, without `urn:uuid:`.
    public var members: [String]
    /// What the group is for, which vCard has no property for.
    public var summary: String

    public init(name: String, members: [String] = [], summary: String = "") {
        self.name = name
        self.members = members
        self.summary = summary
    }
}
