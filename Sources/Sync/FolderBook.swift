import FileIO
import Glibc

/// A folder with one vCard file per contact (a vdir), such as those of khard, vdirsyncer, and Syncthing.
///
/// The operations block their thread while files are read or written.
public struct FolderBook: RemoteBook {
    public let capabilities: BookCapabilities
    private let folder: String
    /// A function that returns the time since 1970.
    private let now: @Sendable () -> Duration

    /// Creates a book.
    /// - Parameter now: A function that returns the time since 1970.
    public init(folder: String, isReadOnly: Bool = false, now: @escaping @Sendable () -> Duration) {
        (self.folder, self.now) = (folder, now)
        var capabilities = BookCapabilities()
        (capabilities.isReadOnly, capabilities.listsAllCards) = (isReadOnly, true)
        self.capabilities = capabilities
    }

    public func address(forNew name: String) -> CardAddress { CardAddress(rawValue: name + CardFile.suffix) }

    /// Lists all cards. The token contains the properties of the files, so that unchanged files are not read again.
    public func changes(since token: SyncToken?) async throws -> RemoteChanges {
        try RemoteProblem.translating {
            let former = token.flatMap(FolderSnapshot.init)
            for attempt in 1...Self.maximumAttempts {
                let identity = try identity()
                let listed = try addresses()
                let changes = try changes(listed, former, identity)
                // A file that is renamed at the same time could be omitted, and would then count as deleted.
                let isStable = try self.identity() == identity && listed.isSubset(of: addresses())
                // In a folder that ignores case, a file also exists under a former name that differs only in case, but
                // that name is never listed.
                if isStable, try attempt > 2 || !existsUnlisted(former, listed) { return changes }
            }
            throw RemoteProblem.busy(seconds: 1)
        }
    }

    private static let maximumAttempts = 10

    /// Returns whether any unlisted file of the former snapshot still exists.
    private func existsUnlisted(_ former: FolderSnapshot?, _ listed: Set<CardAddress>) throws -> Bool {
        // On some file systems, a list can omit a file that is replaced at the same time.
        try former?.addresses.subtracting(listed).contains { try FileSystem.entry("\(folder)/\($0.rawValue)") != nil }
            ?? false
    }

    private func changes(
        _ listed: Set<CardAddress>, _ former: FolderSnapshot?, _ identity: FolderIdentity
    ) throws -> RemoteChanges {
        var snapshot = FolderSnapshot(of: identity)
        var changes = RemoteChanges(isComplete: true)
        let time = now()
        // An interrupted write leaves a hidden file.
        if !capabilities.isReadOnly { try AtomicFile.sweep(folder, now: time.components.seconds * 1_000) }
        for address in listed {
            try Task.checkCancellation()
            do throws(SystemError) {
                switch try state(of: address, former, at: time) {
                case .card(let tag, let stamp):
                    changes.present[address] = tag
                    snapshot.add(address, stamp, tag)
                case .unusable(let reason): changes.unusable[address] = reason
                case nil: continue
                }
            } catch {
                changes.unusable[address] = .unreadable(code: error.code)
            }
        }
        changes.isUnexpectedlyEmpty = changes.addresses.isEmpty && former?.identity != identity
        changes.token = snapshot.token
        return changes
    }

    public func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        try RemoteProblem.translating {
            try addresses.compactMap { address in
                do throws(SystemError) {
                    guard let content = try file(at: address)?.read() else { return nil }
                    return RemoteCard(address: address, tag: ETag(ofFile: content.bytes), text: content.bytes)
                } catch {
                    guard error.concernsOneFile else { throw error }
                    return RemoteCard(address: address, tag: .unknown, text: [])
                }
            }
        }
    }

    public func put(_ text: [UInt8], at address: CardAddress, _ precondition: Precondition) async throws -> ETag? {
        try RemoteProblem.translating {
            guard let file = file(at: address) else { throw RemoteProblem.missing }
            switch precondition {
            case .ifNoneMatch: try file.create(text)
            case .ifMatch(let tag): try CardFileReplacement(of: file, with: text, ifMatch: tag).commit()
            }
            return ETag(ofFile: text)
        }
    }

    public func delete(_ address: CardAddress, ifMatch tag: ETag) async throws {
        try RemoteProblem.translating {
            guard let file = file(at: address), let content = try file.read() else { throw RemoteProblem.missing }
            guard ETag(ofFile: content.bytes) == tag else { throw RemoteProblem.preconditionFailed }
            try file.remove(ifMatch: tag)
        }
    }

    // MARK: - Files

    private enum FileState {
        /// A card with its ETag. The stamp is `nil` if the file may still be changing.
        case card(ETag, FileStamp?)
        case unusable(UnusableCard)
    }

    private func identity() throws -> FolderIdentity {
        let entry = try File.open(folder, followsLinks: true).entry
        guard entry.sort == .folder else { throw RemoteProblem.missing }
        return FolderIdentity(entry)
    }

    private func addresses() throws -> Set<CardAddress> {
        Set(try FileSystem.names(in: folder).filter(CardFile.isCard).map(CardAddress.init))
    }

    private func file(at address: CardAddress) -> CardFile? { CardFile(folder, address.rawValue) }

    /// Returns the state of a file, or `nil` if it no longer exists.
    private func state(
        of address: CardAddress, _ former: FolderSnapshot?, at time: Duration
    ) throws(SystemError) -> FileState? {
        let name = address.rawValue
        if CardFile.isConflictCopy(name) { return .unusable(.conflictCopy) }
        guard let file = CardFile(folder, name), let entry = try FileSystem.entry(file.path) else {
            // A name that is not UTF-8 cannot be opened.
            return name.unicodeScalars.contains("\u{FFFD}") ? .unusable(.notAFile) : nil
        }
        guard entry.sort == .file else { return .unusable(.notAFile) }
        if let tag = former?.tag(of: address, FileStamp(entry)) { return .card(tag, FileStamp(entry)) }
        guard let content = try file.read() else { return nil }
        let stamp = content.stamp.flatMap { $0.isSettled(at: time) ? $0 : nil }
        return .card(ETag(ofFile: content.bytes), stamp)
    }
}

extension SystemError {
    /// Whether other files in the folder may nevertheless be readable.
    fileprivate var concernsOneFile: Bool { isDenied || [ELOOP, EISDIR, ENXIO, EFBIG, EIO].contains(code) }
}

extension RemoteProblem {
    /// Converts the errors of file operations.
    fileprivate static func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError {
            throw error.isMissing ? .missing : error.isDenied ? .forbidden() : RemoteProblem.fileError(code: error.code)
        }
    }
}
