import Localization

/// A data source for sample data.
///
///     let sampleData = try await store.seeds.read([.named("solar")])
///     let reports = try await sampleData.load(in: context) { _ in }
public protocol SeedDataSource: Sendable {
    /// Returns the built-in data sets.
    func sets() async throws -> [SeedSet]
    /// Reads complete data sets without loading them into the database.
    func read(_ sources: [SeedSource]) async throws -> any LoadableSampleData
    /// Removes the records of loaded data sets in one transaction, except those that were edited or are in use.
    /// - Throws: `SeedProblem.notLoaded` for a data set without loaded records.
    func remove(_ sets: [String], in context: CommandContext) async throws -> [SeedRemoval]
}

/// Data sets that are ready to load.
public protocol LoadableSampleData: Sendable {
    var sets: [SeedSet] { get }
    /// Loads the data sets in one transaction. Records that were loaded earlier, including those deleted since, are
    /// skipped.
    func load(
        in context: CommandContext, progress: @escaping @Sendable (SeedProgress) -> Void
    ) async throws -> [SeedReport]
}

public enum SeedSource: Hashable, Sendable {
    case named(String)
    case folder(path: String)
}

public struct SeedSet: Hashable, Sendable {
    public let name: String
    public let title: String
    public let summary: String
    public let license: String
    public let source: String
    public var counts: [Kind: Int]
    public var isLoaded = false

    public init(name: String, title: String, summary: String, license: String, source: String, counts: [Kind: Int]) {
        self.name = name
        self.title = title
        self.summary = summary
        self.license = license
        self.source = source
        self.counts = counts
    }
}

public struct SeedProgress: Hashable, Sendable {
    public let done: Int
    public let total: Int

    public init(done: Int, total: Int) {
        self.done = done
        self.total = total
    }
}

public struct SeedReport: Hashable, Sendable {
    public let set: String
    public let added: [Kind: Int]
    /// The number of records of each kind that had been loaded earlier and still exist.
    public let kept: [Kind: Int]

    public init(set: String, added: [Kind: Int], kept: [Kind: Int]) {
        self.set = set
        self.added = added
        self.kept = kept
    }
}

/// The result of removing a data set.
public struct SeedRemoval: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        case edited
        /// The record is a favorite, the card of an account, or linked from a record that remains.
        case inUse
    }

    public struct KeptRecord: Hashable, Sendable {
        public let reference: RecordReference
        public let reason: Reason

        public init(reference: RecordReference, reason: Reason) {
            self.reference = reference
            self.reason = reason
        }
    }

    public let set: String
    public let removed: [Kind: Int]
    public let kept: [KeptRecord]

    public init(set: String, removed: [Kind: Int], kept: [KeptRecord]) {
        self.set = set
        self.removed = removed
        self.kept = kept
    }
}

public enum SeedProblem: UserFacingError, Hashable {
    case unknownSet(String, known: [String])
    case notLoaded(String, loaded: [String])
    case badRow(file: String, line: Int, column: Int, reason: Message)
    case badSet(path: String, reason: Message)

    public var explanation: ErrorReport {
        switch self {
        case .unknownSet(let name, let known):
            ErrorReport(
                .notFound, "Unknown data set “\(name)”.",
                next: "Use one of: \(known.joined(separator: ", ")). To load your own folder, start its path with “./”."
            )
        case .notLoaded(let name, let loaded):
            ErrorReport(
                .notFound, "The data set “\(name)” is not loaded.",
                next: loaded.isEmpty
                    ? "No data set is loaded." : "Use one of: \(loaded.joined(separator: ", ")).")
        case .badRow(let file, let line, let column, let reason):
            ErrorReport(
                .failed, "\(file):\(String(line)):\(String(column)): \(reason)", outcome: "Nothing was loaded.",
                next: "Fix the row and try again.")
        case .badSet(let path, let reason):
            ErrorReport(
                .failed, "\(path) is not a data set.", why: reason, next: "Use “help seed” to read about the format.")
        }
    }
}
