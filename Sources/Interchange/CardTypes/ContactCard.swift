import Model

/// A card as a record: what it says of a person, or of a group, and what goes with it into other records.
///
/// `person.card` are the lines as they came, unfolded, but for the bytes of the photo (see `DetachedPhotoLine`); `CardText`
/// turns them into bytes and back. What is read here is exactly what `CardWriter` expects back: it compares a person
/// with the lines, and writes anew what differs.
public struct ContactCard: Hashable, Sendable {
    public var person = Person()
    /// Set if the card is a group; `person` then only has its lines.
    public var group: CardGroup?
    /// Without `urn:uuid:`; any text, so a file is named by ``fileName``. Nil if there is none.
    public var uid: String?
    /// Nil too if the card has one that is too large or of no known type, which a warning says.
    public var photo: CardPhoto?
    /// The names of the groups it says it belongs to.
    public var categories: [String] = []
    public var notes: [String] = []
    /// The name of the home planet, which stands in for `person.home`.
    public var planet: String?
    /// When the record was changed last: for writing, it goes into the `REV` of a new card, and of a changed one that has it.
    public var revised: Timestamp?
    public var version = CardVersion.v40
    /// Where it was read; nil if it was not.
    public var place: SourceLocation?
    /// The row it was read from; nil for a card, which has `person.card`.
    public var text: SourceText?
    public var warnings: [CardWarning] = []

    public init() {}
}
