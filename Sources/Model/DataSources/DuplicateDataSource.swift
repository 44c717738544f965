/// A data source for possible duplicates among persons.
///
///     if let reasons = try await store.duplicates.reasons(leia, luke) {
///         let (first, other) = (try await store.persons.record(leia), try await store.persons.record(luke))
///         try await store.duplicates.merge(other, into: first, as: first.content, in: context)
///     }
///
/// All methods throw `RecordProblem` or `StoreProblem`.
public protocol DuplicateDataSource: Sendable {
    /// Returns a page of possible duplicates in the order of the values that they share.
    /// - Parameter text: Prefixes of words in either name; empty for all pairs.
    func pairs(matching text: String, at start: PageCursor<DuplicateKey>, limit: Int) async throws -> ResultPage<
        DuplicatePair
    >
    /// Returns the reasons why two persons may be duplicates, or `nil` if there are none.
    func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons?
    /// Merges two persons in one history step.
    ///
    /// The first person gets the merged content and all groups, notes, favorites, and accounts of the other person. The
    /// other person is deleted. The ID of the deleted person redirects to the first person.
    /// - Throws: `RecordProblem.versionConflict` if either person has changed since it was read.
    func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person, in context: CommandContext
    ) async throws
    /// Returns the person into whom the given person was merged, or `nil` if the given person was not merged.
    /// - Throws: `RecordProblem.mergedAndDeleted` if the target is in the trash.
    func mergeTarget(of id: Person.ID) async throws -> RecordReference?
}

/// Two persons who may be duplicates, with the older record first.
public struct DuplicatePair: Hashable, Sendable {
    public let first: RecordReference
    public let second: RecordReference
    public let reasons: DuplicateReasons
    /// The position of the pair in the order of shared values.
    public let key: DuplicateKey

    public init(first: RecordReference, second: RecordReference, reasons: DuplicateReasons, key: DuplicateKey) {
        self.key = key
        self.first = first
        self.second = second
        self.reasons = reasons
    }
}

/// The reasons why two persons may be duplicates. Similar names alone are not enough.
public struct DuplicateReasons: Hashable, Sendable {
    public enum Names: String, Hashable, Sendable {
        case same, similar, partial, missing
        /// Names in scripts that cannot be compared, such as 王伟 and Wang Wei.
        case otherScript = "other-script"
    }

    public enum Evidence: Hashable, Sendable {
        case email(String)
        case phone(String)
        case messenger(String)
        case address(String)
        case website(String)
        case organization(String)
        case birthday(PartialDate)
        /// vCards with the same UID.
        case card
    }

    public let names: Names
    public let evidence: [Evidence]
    /// The probability that the two persons are one person, in percent: from 50 to 99.
    public let score: Int

    public init(names: Names, evidence: [Evidence], score: Int) {
        self.names = names
        self.evidence = evidence
        self.score = score
    }
}

/// The position of a pair of possible duplicates: a value that they share, and their IDs.
public struct DuplicateKey: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
