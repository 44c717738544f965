/// Persons who may be one and the same, and making one of them. Nothing is merged unless it is asked for.
///
/// Errors are `RecordProblem` or `StoreProblem`.
public protocol DuplicateDataSource: Sendable {
    /// At least so many of the likely pairs, if there are as many, those with the same e-mail address before those with
    /// the same phone number; each pair once.
    ///
    /// - Parameter text: Only those where one of the two is called so, each word the beginning of one; empty for all.
    func pairs(matching text: String, at start: PageCursor<DuplicateKey>, limit: Int) async throws -> ResultPage<
        DuplicatePair
    >
    /// Why two persons may be one; nil if there is no reason to think so.
    func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons?
    /// Makes one person of two, in one step: the first becomes the content and gets the other's groups, notes and
    /// favorites; the other is deleted, and its address leads to the first.
    /// - Throws: `RecordProblem.versionConflict` unless both still are what was merged.
    func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person, in context: CommandContext
    ) async throws
    /// The person into whom another one was merged.
    /// - Throws: `RecordProblem.mergedAndDeleted` where that one is in the trash.
    func mergeTarget(of id: Person.ID) async throws -> RecordReference?
}

/// Two persons who are likely one, the older record first.
public struct DuplicatePair: Hashable, Sendable {
    public let first: RecordReference
    public let second: RecordReference
    public let reasons: DuplicateReasons
    /// What the two share; the pairs are listed in the order of their keys.
    public let key: DuplicateKey

    public init(first: RecordReference, second: RecordReference, reasons: DuplicateReasons, key: DuplicateKey) {
        self.key = key
        self.first = first
        self.second = second
        self.reasons = reasons
    }
}

/// What speaks for two persons being one; never their names alone.
public struct DuplicateReasons: Hashable, Sendable {
    public enum Names: String, Hashable, Sendable {
        case same, similar, partial, missing
    }

    public enum Evidence: Hashable, Sendable {
        case email(String)
        case phone(String)
        case organization(String)
        case birthday(PartialDate)
        /// The cards they came from have the same UID.
        case card
    }

    public let names: Names
    /// At least one.
    public let evidence: [Evidence]

    public init(names: Names, evidence: [Evidence]) {
        self.names = names
        self.evidence = evidence
    }
}

/// A value that two persons share.
public struct DuplicateKey: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
