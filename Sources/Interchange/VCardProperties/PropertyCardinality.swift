/// How many properties with the same name a card can have. The names are in uppercase and without `X-`.
enum PropertyCardinality {
    /// Properties of which a contact has only one per language. Two cards with different ones contradict each other (RFC 6350
    /// section 6, RFC 6474 section 2). Several formatted names are valid, but a contact has only one.
    private static let unique: Set = facts.union(["FN", "KIND", "N"])

    private static let facts: Set = ["ANNIVERSARY", "BDAY", "BIRTHPLACE", "DEATHDATE", "DEATHPLACE", "GENDER"]

    /// Properties with cardinality `*1` in RFC 6350, RFC 6474, and RFC 9554, and properties that vCard 2.1 and 3.0 allow only
    /// once.
    private static let single: Set = facts.union([
        "CREATED", "LANGUAGE", "TZ", "GEO", "CLASS", "MAILER", "SORT-STRING",
    ])

    /// Properties of which most cards have only one.
    private static let usuallySingle: Set = [
        "ALMANAC-PLANET", "ALMANAC-SUMMARY", "FN", "KIND", "N", "NICKNAME", "ORG", "PHONETIC-FIRST-NAME",
        "PHONETIC-LAST-NAME", "PHONETIC-MIDDLE-NAME", "PHOTO", "PRONOUNS", "TITLE",
    ]

    /// Returns whether a card can have only one property with this name per language, and another card with a different one
    /// contradicts it.
    static func isUnique(_ name: String) -> Bool { unique.contains(name) }

    /// Returns whether a card can have the property only once.
    static func isSingle(_ name: String) -> Bool { single.contains(name) }

    /// Returns whether a card has at most one property with this name, apart from other languages.
    static func isUsuallySingle(_ name: String) -> Bool { isSingle(name) || usuallySingle.contains(name) }
}
