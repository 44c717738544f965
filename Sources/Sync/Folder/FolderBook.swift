import FileIO
import Interchange

/// A folder with one vCard file per contact (a vdir), such as those of khard, vdirsyncer, and Syncthing.
///
/// The operations block until the files are read or written.
public struct FolderBook: RemoteBook {
    public let capabilities: BookCapabilities
    private let folder: String
    /// The time since 1970.
    private let now: @Sendable () -> Duration

    /// Creates a book.
    /// - Parameter now: Returns the time since 1970.
    public init(folder: String, isReadOnly: Bool = false, now: @escaping @Sendable () -> Duration) {
        (self.folder, self.now) = (folder, now)
        var capabilities = BookCapabilities()
        capabilities.isReadOnly = isReadOnly
        self.capabilities = capabilities
    }

    public func address(forNew name: String) -> CardAddress { CardAddress(rawValue: name + CardFile.suffix) }

    /// Lists all cards. The token contains the properties of the files, so that unchanged files are not read again.
    public func changes(since token: SyncToken?) async throws -> RemoteChanges {
        try RemoteProblem.translating {
            let former = token.flatMap(FolderSnapshot.init) ?? FolderSnapshot()
            var snapshot = FolderSnapshot()
            var changes = RemoteChanges(isComplete: true)
            let time = now()
            let names = try names()
            // An interrupted write leaves a hidden file.
            if !capabilities.isReadOnly { try AtomicFile.sweep(folder, now: time.components.seconds * 1_000) }
            for name in names {
                let address = CardAddress(rawValue: name)
                do throws(SystemError) {
                    switch try state(of: name, former, at: time) {
                    case .card(let tag, let stamp):
                        changes.present[address] = tag
                        if let stamp { snapshot.add(name, stamp, tag) }
                    case .unusable(let reason): changes.unusable[address] = reason
                    case nil: continue
                    }
                } catch {
                    changes.unusable[address] = .unreadable(code: error.code)
                }
            }
            changes.token = snapshot.token
            return changes
        }
    }

    public func cards(at addresses: [CardAddress]) async throws -> [RemoteCard] {
        try RemoteProblem.translating {
            try addresses.compactMap { address in
                guard let content = try file(at: address)?.read() else { return nil }
                return RemoteCard(address: address, tag: ETag(ofFile: content.bytes), text: content.bytes)
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

    private func names() throws -> [String] {
        // An unreadable folder must not be mistaken for an empty one.
        guard try File.open(folder, followsLinks: true).entry.sort == .folder else { throw RemoteProblem.missing }
        let names = try FileSystem.names(in: folder)
        if names.isEmpty { _ = try File.open(folder, followsLinks: true) }
        return names.filter { CardFile.isCard($0) }
    }

    private func file(at address: CardAddress) -> CardFile? { CardFile(folder, address.rawValue) }

    /// Returns the state of a file, or `nil` if it no longer exists.
    private func state(
        of name: String, _ former: FolderSnapshot, at time: Duration
    ) throws(SystemError) -> FileState? {
        if CardFile.isConflictCopy(name) { return .unusable(.conflictCopy) }
        guard let file = CardFile(folder, name), let entry = try FileSystem.entry(file.path) else {
            // A name that is not UTF-8 cannot be opened.
            return name.unicodeScalars.contains("\u{FFFD}") ? .unusable(.notAFile) : nil
        }
        guard entry.sort == .file else { return .unusable(.notAFile) }
        if let tag = former.tag(of: name, FileStamp(entry)) { return .card(tag, FileStamp(entry)) }
        guard let content = try file.read() else { return nil }
        let stamp = content.stamp.flatMap { $0.isSettled(at: time) ? $0 : nil }
        return .card(ETag(ofFile: content.bytes), stamp)
    }
}

extension RemoteProblem {
    /// Converts the errors of file operations.
    fileprivate static func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError {
            throw error.isMissing ? .missing : error.isDenied ? .forbidden : RemoteProblem.fileError(code: error.code)
        }
    }
}
