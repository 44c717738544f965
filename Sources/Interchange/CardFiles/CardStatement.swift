/// What a property says, however and in whatever group it is written.
struct CardStatement: Hashable {
    /// Without `X-`, which a version puts before a name that it lacks.
    let name: String
    var parameters: Set<CardParameter> = []
    var value: [UInt8]
    var label: String?
}

extension ContentLine {
    /// Without `X-`.
    var bareName: String { name.hasPrefix("X-") ? String(name.dropFirst(2)) : name }

    /// Whether nothing in Almanac stands for it, so that it is only kept.
    var isOnlyKept: Bool { head.meaning == nil && !Self.frame.contains(name) }

    private static let frame: Set = ["BEGIN", "END", "VERSION", "PROFILE", "SOURCE", "NAME"]

    /// All but those that tell how the value is written.
    var saidParameters: [CardParameter] { parameters.filter { !["ENCODING", "CHARSET", "VALUE"].contains($0.name) } }

    /// Those of which no label tells, and a preference.
    var ownParameters: [CardParameter] {
        let labels = ["TYPE", "PREF", "X-APPLE-OMIT-YEAR", "X-SERVICE-TYPE", CardParameter.androidLabel]
        let rank = head.preference > 100 ? [] : [CardParameter("PREF", String(head.preference))]
        return saidParameters.filter { !labels.contains($0.name) } + rank
    }

    /// Under what name a card says it only once; nil if a card may say it often.
    var singleName: String? { Self.singleNames.contains(bareName) ? "\(bareName) \(head.label)" : nil }

    /// Cardinality `*1` in RFC 6350 section 6, 6474 and 9554, and what 3.0 and 2.1 speak of as one (of a place each).
    private static let singleNames: Set = [
        "BDAY", "ANNIVERSARY", "GENDER", "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "CREATED", "LANGUAGE", "TZ", "GEO",
        "CLASS", "MAILER", "SORT-STRING",
    ]

    /// Whether both say the same in ways of their own (RFC 6350 section 5.4).
    func isAlternative(to other: ContentLine) -> Bool {
        name == other.name && parameter("ALTID") != nil && parameter("ALTID") == other.parameter("ALTID")
    }
}
