import FileIO
import Model
import SQLite

/// The file that stores which account the user is signed in to in one database.
///
/// The database does not contain it, because several users can share a database. A database that is moved or replaced by
/// another asks to sign in again.
struct SessionFile {
    let file: StateFile

    /// The stored session. An account is stored with the checksum of its name and passphrase hash, so that the session ends
    /// if another user changes the passphrase or if the account is replaced by another one.
    enum Entry: Hashable {
        case signedOut, guest
        case account(Account.ID, checksum: String)

        init?(_ line: String) {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "signed-out" where words.count == 1: self = .signedOut
            case "guest" where words.count == 1: self = .guest
            case "account" where words.count == 3:
                guard let id = Int64(words[1]) else { return nil }
                self = .account(Account.ID(rawValue: id), checksum: words[2])
            default: return nil
            }
        }

        var line: String {
            switch self {
            case .signedOut: "signed-out"
            case .guest: "guest"
            case .account(let id, let checksum): "account \(id.rawValue) \(checksum)"
            }
        }
    }

    /// The stored session, or `nil` if the file is missing or unreadable.
    var entry: Entry? { (try? file.lines())?.first.flatMap(Entry.init) }

    /// - Throws: `StoreProblem.cannotSaveSession` if the file cannot be written. It is then unchanged.
    func write(_ entry: Entry) throws(StoreProblem) {
        do throws(SystemError) {
            try file.update { $0 = [entry.line] }
        } catch {
            throw StoreProblem.cannotSaveSession(path: file.path ?? "sessions", reason: error.reason)
        }
    }
}

extension AccountStore {
    private var sessionFile: SessionFile {
        SessionFile(file: state.file(in: "sessions", ofDatabaseAt: database.path))
    }

    func lastSession() async throws -> Session? {
        switch sessionFile.entry {
        case nil: return nil
        case .signedOut: return .signedOut
        case .guest: return .guest
        case .account(let id, let checksum):
            return try await self.checksum(of: id) == checksum ? .account(id) : nil
        }
    }

    func remember(_ session: Session, in context: CommandContext) async throws {
        if context.isDryRun {
            context.dryRun?.add([])
            return
        }
        switch session {
        case .signedOut: try sessionFile.write(.signedOut)
        case .guest: try sessionFile.write(.guest)
        case .account(let id):
            guard let checksum = try await checksum(of: id) else {
                throw try await database.reading { try Self.missing("#\(id.rawValue)", on: $0) }
            }
            try sessionFile.write(.account(id, checksum: checksum))
        }
    }

    /// Runs a change to an account. If the user is signed in to it, the session continues.
    func keepingSession<Result>(
        of account: Account.ID, in context: CommandContext, _ change: () async throws -> Result
    ) async throws -> Result {
        let isSignedIn = (try? await lastSession()) == .account(account)
        let result = try await change()
        // Otherwise, the next command asks to sign in again.
        if isSignedIn, !context.isDryRun { try? await remember(.account(account), in: context) }
        return result
    }

    /// Returns the SHA-256 of the name and passphrase hash of an account, or `nil` if it does not exist.
    private func checksum(of account: Account.ID) async throws -> String? {
        try await database.reading { connection in
            try connection.first("SELECT name_key, passphrase_hash FROM account WHERE id = ?1", binding: account) {
                SHA256.hex(of: Array("\($0[0] as String)\0\($0[1] as String? ?? "")".utf8))
            }
        }
    }
}
