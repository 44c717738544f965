/// Persons who may be one and the same, and making one of them. Nothing is merged unless it is asked for.
///
/// Errors are `RecordProblem` or `StoreProblem`.
public protocol DuplicateDataSource: Sendable {
    /// The likely pairs behind a place where an earlier page ended, those with the same e-mail address before those with
    /// the same phone number; each pair once.
    func pairs(after place: String?, limit: Int) async throws -> DuplicatePage
    /// Why two persons may be one; nil if there is no reason to think so.
    func reasons(_ first: Person.ID, _ second: Person.ID) async throws -> DuplicateReasons?
    /// Makes one person of two, in one step: the first becomes the content and gets the other's groups, notes and
    /// favorites; the other is deleted, and its address leads to the first.
    /// - Throws: `RecordProblem.changedUnderneath` unless both still are what was merged.
    func merge(_ other: Record<Person>, into first: Record<Person>, as content: Person) async throws -> Record<Person>
    /// The person into whom another one was merged.
    func heir(of id: Person.ID) async throws -> Reference?
}

/// Two persons who are likely one, the older record first.
public struct DuplicatePair: Hashable, Sendable {
    public let first: Reference
    public let second: Reference
    public let reasons: DuplicateReasons

    public init(first: Reference, second: Reference, reasons: DuplicateReasons) {
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

/// One page of pairs.
public struct DuplicatePage: Hashable, Sendable {
    public var pairs: [DuplicatePair]
    /// Where the next page begins; nil behind the last.
    public var next: String?

    public init(_ pairs: [DuplicatePair], next: String?) {
        self.pairs = pairs
        self.next = next
    }
}
