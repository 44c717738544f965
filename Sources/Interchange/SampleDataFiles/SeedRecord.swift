import Model

/// A record of a seed set: its key, its content, and what it refers to.
public struct SeedRecord<Content: Recordable>: Hashable, Sendable {
    public let key: String
    /// Where its first row begins.
    public let place: SeedPlace
    public var content = Content()
    /// The home planet of a person, the members of a group in their order, what a note is about.
    public var links: [SeedLink] = []

    init(key: String, place: SeedPlace) {
        self.key = key
        self.place = place
    }
}

/// Another record by its key in the set; a planet may also be one that the store knows by that name.
public struct SeedLink: Hashable, Sendable {
    public let kind: Kind
    public let key: String
    public let place: SeedPlace
}
