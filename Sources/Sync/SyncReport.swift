import FileIO
import Interchange
import Localization
import Model

/// The result of a synchronization.
public struct SyncReport: Hashable, Sendable {
    public struct Counts: Hashable, Sendable {
        public var created = 0
        public var changed = 0
        public var deleted = 0

        public var isEmpty: Bool { self == Counts() }
    }

    /// The changes to records.
    public var received = Counts()
    /// The changes to cards on the remote.
    public var sent = Counts()
    public var conflicts: [CardConflict] = []
    public var notices: [CardNotice] = []
    public var problems: [CardProblem] = []
    /// The changes of a dry run, one for each card and direction.
    public var plannedChanges: [PlannedChange] = []
    /// The deletions that require confirmation, or `nil` if there are none. If any deletion requires confirmation, the
    /// remaining changes were not synchronized.
    public var unconfirmed: UnconfirmedDeletions?
    /// The number of changed records that were not sent because the book is read-only.
    public var unsent = 0
    /// The failure that ended the synchronization early, if any.
    public var failure: RemoteProblem?

    public init() {}

    public var isInSync: Bool { problems.isEmpty && conflicts.isEmpty && unconfirmed == nil && failure == nil }

    /// The exit status of the command.
    public var status: ExitStatus {
        if failure != nil || !problems.isEmpty { return .failed }
        return conflicts.isEmpty && unconfirmed == nil ? .done : .declined
    }

    /// Sets the counts to those of the planned changes.
    mutating func countPlannedChanges() {
        (received, sent) = (Counts(), Counts())
        for change in plannedChanges {
            switch change.direction {
            case .received: received.add(change.action)
            case .sent: sent.add(change.action)
            }
        }
    }

    /// Adds the problems that the report does not yet contain.
    mutating func add(_ problems: [CardProblem]) {
        self.problems += problems.filter { !self.problems.contains($0) }
    }

    /// Returns the combined report of this synchronization and a later one of the same remote.
    public func followed(by later: SyncReport) -> SyncReport {
        var report = self
        report += later
        (report.unsent, report.unconfirmed, report.failure) = (later.unsent, later.unconfirmed, later.failure)
        return report
    }

    static func += (report: inout SyncReport, other: SyncReport) {
        report.received += other.received
        report.sent += other.sent
        report.conflicts += other.conflicts
        report.notices += other.notices
        report.add(other.problems)
        report.plannedChanges += other.plannedChanges
        report.unsent += other.unsent
    }
}

extension SyncReport.Counts {
    fileprivate mutating func add(_ action: PlannedChange.Action) {
        switch action {
        case .create: created += 1
        case .change: changed += 1
        case .delete: deleted += 1
        }
    }

    fileprivate static func += (counts: inout Self, other: Self) {
        counts.created += other.created
        counts.changed += other.changed
        counts.deleted += other.deleted
    }
}

/// The conflicts of one card.
public struct CardConflict: Hashable, Sendable {
    public let record: RecordID
    public let title: String
    public let properties: [PropertyConflict]
}

/// Information about a card that was synchronized.
public struct CardNotice: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The card was deleted on the remote, but its record was edited locally, so the record was kept.
        case deletedRemotely
        /// The record was deleted locally, but its card was edited on the remote, so the record was restored.
        case deletedLocally
        /// The remote did not store these properties. The record keeps them.
        case dropped([String])
    }

    public let title: String
    public let reason: Reason
}

/// A card that was not synchronized.
public struct CardProblem: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        case unreadable(VCardProblem)
        case unusable(UnusableCard)
        /// The remote lists the card, but the card does not exist when it is read.
        case missing
        /// A record cannot contain the values of the card.
        case invalid(RecordProblem)
        /// Another card of the book has the same UID.
        case sameUID(as: CardAddress)
        /// The UID of the card has changed.
        case changedUID
        case remote(RemoteProblem)
        /// Other programs kept changing the card.
        case changesRepeatedly
    }

    public let address: CardAddress
    /// The name of the contact or group; empty if it is unknown.
    public let title: String
    public let reason: Reason
}

/// A change that a dry run would make.
public struct PlannedChange: Hashable, Sendable {
    public enum Direction: Hashable, Sendable { case received, sent }
    public enum Action: Hashable, Sendable { case create, change, delete }

    public let direction: Direction
    public let action: Action
    public let address: CardAddress
    public let title: String
    public let differences: [PropertyDifference]
}

/// Deletions that require confirmation.
public struct UnconfirmedDeletions: Hashable, Sendable {
    public let direction: PlannedChange.Direction
    public let count: Int
    /// The number of cards in the book.
    public let total: Int
    /// Whether the book is unexpectedly empty, possibly because its folder is not mounted.
    public let isOfEmptyBook: Bool

    /// Creates the deletions, or returns `nil` if they require no confirmation. Deletions require confirmation if they
    /// are more than 10 cards and more than 20 percent of the book, or all cards of a book with several cards.
    ///
    /// - Parameters:
    ///   - edited: The number of additional cards that were deleted on the remote, but whose edited records are kept.
    ///   - total: The number of cards in the book.
    public init?(_ direction: PlannedChange.Direction, count: Int, edited: Int = 0, total: Int) {
        let deleted = count + edited
        let areMany = count > 10 && count * 5 > total
        let areAll = count > 0 && deleted > 1 && deleted >= total
        guard areMany || areAll else { return nil }
        (self.direction, self.count, self.total, isOfEmptyBook) = (direction, count, total, false)
    }

    /// Creates the deletions of all cards of a book that is unexpectedly empty. They always require confirmation.
    public init(ofEmptyBook count: Int) {
        (direction, self.count, total, isOfEmptyBook) = (.received, count, count, true)
    }
}

/// The progress of a synchronization.
public struct SyncProgress: Hashable, Sendable {
    public enum Step: Hashable, Sendable { case listing, receiving, sending }

    public let step: Step
    public let done: Int
    /// The number of cards, or `nil` if it is unknown.
    public let total: Int?
}

extension CardProblem {
    /// Returns a description in one or more sentences.
    public func message(isDryRun: Bool) -> Message {
        switch reason {
        case .unreadable(let problem): problem.message(about: address)
        case .unusable(let reason): reason.message(about: address)
        case .missing: "\(address.rawValue) is listed in the address book but cannot be read. Synchronize again."
        case .invalid(let problem) where isDryRun:
            "\(address.rawValue) would not be received. \(problem.explanation.sentences.joined())"
        case .invalid(let problem): "\(address.rawValue) was not received. \(problem.explanation.sentences.joined())"
        case .sameUID(let other) where other == address:
            "\(title) has the same UID as \(other.rawValue). Merge them, or delete one of them."
        case .sameUID(let other):
            "\(address.rawValue) has the same UID as \(other.rawValue). Delete one of them."
        case .changedUID: "\(address.rawValue) now has a different UID. Move the new contact to another file."
        case .remote(let problem) where isDryRun:
            "\(title) would not be sent. \(problem.explanation.sentences.joined())"
        case .remote(let problem): "\(title) was not sent. \(problem.explanation.sentences.joined())"
        case .changesRepeatedly: "\(title) was not sent: another program keeps changing it. Synchronize again."
        }
    }
}

extension VCardProblem {
    fileprivate func message(about address: CardAddress) -> Message {
        switch self {
        case .noCard: "\(address.rawValue) does not contain a vCard."
        case .severalCards: "\(address.rawValue) contains several cards. Move each card to a separate file."
        case .malformed(let reason): "\(address.rawValue) is not a valid vCard. \(reason)"
        }
    }
}

extension UnusableCard {
    fileprivate func message(about address: CardAddress) -> Message {
        switch self {
        case .conflictCopy:
            "\(address.rawValue) is a conflict copy. Copy its changes to the contact, then delete this file."
        case .unreadable(let code): "Cannot read \(address.rawValue). \(SystemError(code: code).reason)"
        case .notAFile:
            "\(address.rawValue) is not a regular file with a UTF-8 name. Rename it or move it out of the folder."
        }
    }
}

extension CardNotice {
    /// Returns a description in one or two sentences.
    public func message(isDryRun: Bool) -> Message {
        switch reason {
        case .deletedRemotely where isDryRun:
            "\(title) was edited locally but deleted in the address book. It would be kept."
        case .deletedLocally where isDryRun:
            "\(title) was deleted locally but edited in the address book. It would be restored."
        case .deletedRemotely: "\(title) was edited locally but deleted in the address book. It was kept."
        case .deletedLocally: "\(title) was deleted locally but edited in the address book. It was restored."
        case .dropped(let properties):
            "The server does not store these properties of \(title): \(properties.joined(separator: ", "))."
        }
    }
}
