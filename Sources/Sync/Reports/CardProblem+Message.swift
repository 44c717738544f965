import FileIO
import Interchange
import Localization
import Model

extension CardProblem {
    /// A description in one or two sentences.
    public func message(isDryRun: Bool) -> Message {
        switch reason {
        case .unreadable(let problem): problem.message(about: address)
        case .unusable(let reason): reason.message(about: address)
        case .missing: "\(address.rawValue) is listed in the address book but cannot be read. Synchronize again."
        case .invalid(let problem) where isDryRun:
            "\(address.rawValue) would not be received. \(problem.explanation.sentences.joined())"
        case .invalid(let problem): "\(address.rawValue) was not received. \(problem.explanation.sentences.joined())"
        case .sameUID(let other) where other == address:
            "\(title) has the same UID as \(other.rawValue). Merge the two contacts."
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
        case .conflictCopy: "\(address.rawValue) is a conflict copy. Copy its changes to the contact, then delete it."
        case .unreadable(let code): "Cannot read \(address.rawValue). \(SystemError(code: code).reason)"
        case .notAFile: "\(address.rawValue) is not a regular file."
        }
    }
}

extension CardNotice {
    /// A description in one or two sentences.
    public func message(isDryRun: Bool) -> Message {
        switch reason {
        case .deletedRemotely where isDryRun:
            "\(title) was edited here but deleted in the address book. It would be kept."
        case .deletedLocally where isDryRun:
            "\(title) was deleted here but edited in the address book. It would be restored."
        case .deletedRemotely: "\(title) was edited here but deleted in the address book. It was kept."
        case .deletedLocally: "\(title) was deleted here but edited in the address book. It was restored."
        case .dropped(let properties):
            "The server does not store these properties of \(title): \(properties.joined(separator: ", "))."
        }
    }
}
