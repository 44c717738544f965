import Interchange
import Model
import SQLite
import Sync

/// The table that stores the remotes.
struct RemoteTable {
    let connection: Connection

    /// A remote with its ID in the database.
    struct Entry {
        let id: Int64
        let remote: Remote
        /// A number that changes with each transaction of a synchronization.
        let generation: Int64

        /// The vCard version of cards without original lines.
        var version: CardVersion {
            if case .server(let book) = remote.location, book.capabilities.acceptsVersion4 { .v40 } else { .v30 }
        }

        /// Whether new cards with a later vCard version must be converted. Folders contain cards of any version.
        var isLimitedToVersion: Bool { if case .server = remote.location { version == .v30 } else { false } }
    }

    func all() throws -> [Entry] {
        try connection.all("\(Self.selection) ORDER BY name COLLATE NOCASE", row: Self.read)
    }

    /// Returns the remote with the given name, ignoring case.
    /// - Throws: ``RemoteCommandProblem/unknown(_:known:)`` if there is no such remote.
    func entry(named name: String) throws -> Entry {
        let entry = try connection.first("\(Self.selection) WHERE name = ?1", binding: name, row: Self.read)
        guard let entry else { throw RemoteCommandProblem.unknown(name, known: try all().map(\.remote.name)) }
        return entry
    }

    /// Inserts a remote. The records that may have to be added to its book are candidates for the first
    /// synchronization.
    func insert(_ remote: Remote) throws {
        if let other = try connection.first(
            "SELECT name FROM remote WHERE name = ?1", binding: remote.name, row: Self.name)
        {
            throw RemoteCommandProblem.exists(other)
        }
        let location = remote.location.text
        if let other = try connection.first(
            "SELECT name FROM remote WHERE location = ?1", binding: location, row: Self.name)
        {
            throw RemoteCommandProblem.sameBook(as: other)
        }
        if remote.isDefault { try connection.run(Self.removeDefault) }
        try BookContents(remote, 0, connection).check()
        try connection.run(Self.insertion) { bind(remote, to: &$0) }
        let id = connection.lastInsertedID
        try BookContents(remote, id, connection).addAllAsCandidates()
    }

    func delete(_ name: String) throws -> Remote {
        let entry = try entry(named: name)
        try connection.run("DELETE FROM remote WHERE id = ?1", binding: entry.id)
        return entry.remote
    }

    func makeDefault(_ name: String) throws {
        let entry = try entry(named: name)
        if entry.remote.isDefault { return }
        try connection.run(Self.removeDefault)
        try connection.run("UPDATE remote SET is_default = 1 WHERE id = ?1", binding: entry.id)
        var remote = entry.remote
        remote.isDefault = true
        try BookContents(remote, entry.id, connection).addAllAsCandidates()
    }

    /// Increments the generation of a remote.
    /// - Throws: ``RemoteCommandProblem/synchronizedElsewhere(_:)`` if another program has done so.
    func advance(_ entry: Entry, from generation: Int64) throws {
        let sql = "UPDATE remote SET generation = generation + 1 WHERE id = ?1 AND generation = ?2"
        guard try connection.run(sql, binding: entry.id, generation) == 1 else {
            throw RemoteCommandProblem.synchronizedElsewhere(entry.remote.name)
        }
    }

    // MARK: - Rows

    private static let removeDefault = "UPDATE remote SET is_default = 0 WHERE is_default = 1"

    private static let selection = """
        SELECT id, name, location, contents, group_id, is_read_only, is_default, user_name, password_source,
            password_location, authority_file, permitted_origins, accepts_version_4, rejects_writes, maximum_size,
            batch_size, generation
        FROM remote
        """

    private static let insertion = """
        INSERT INTO remote (
            name, location, contents, group_id, is_read_only, is_default, user_name, password_source,
            password_location, authority_file, permitted_origins, accepts_version_4, rejects_writes, maximum_size,
            batch_size, last_change, is_complete, generation, has_group_cards)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
            (SELECT ifnull(max(id), 0) FROM change), 0, 0, 0)
        """

    private static func name(_ row: borrowing Row) -> String { row[0] }

    private static func read(_ row: borrowing Row) throws -> Entry {
        let contents: RemoteContents =
            switch try row[3] as ContentsColumn {
            case .all: .all
            case .own: .own
            case .group: .group(Group.ID(rawValue: row[4]))
            }
        let text: String = row[2]
        let location: RemoteLocation
        if let url = WebURL(text) {
            var capabilities = BookCapabilities()
            capabilities.acceptsVersion4 = row[12]
            capabilities.isReadOnly = row[13]
            capabilities.maximumSize = row[14]
            capabilities.batchSize = row[15]
            let origins = (row[11] as String).split(separator: "\n").compactMap { WebURL(String($0))?.origin }
            let account = ServerAccount(
                user: row[7], password: try passwordSource(row), authorityFile: row[10], permittedOrigins: Set(origins))
            location = .server(ServerBook(url: url, capabilities: capabilities, account: account))
        } else {
            location = .folder(path: text)
        }
        let remote = Remote(
            name: row[1], location: location, contents: contents, isReadOnly: row[5], isDefault: row[6])
        return Entry(id: row[0], remote: remote, generation: row[16])
    }

    private static func passwordSource(_ row: borrowing Row) throws -> PasswordSource? {
        switch try row[8] as PasswordColumn? {
        case .command: .command(row[9])
        case .file: .file(path: row[9])
        case .prompt: .prompt
        case nil: nil
        }
    }

    private func bind(_ remote: Remote, to parameters: inout Bindings) {
        let (contents, group) = ContentsColumn.columns(of: remote.contents)
        parameters[1] = remote.name
        parameters[2] = remote.location.text
        parameters[3] = contents
        parameters[4] = group
        parameters[5] = remote.isReadOnly
        parameters[6] = remote.isDefault
        let book: ServerBook? = if case .server(let book) = remote.location { book } else { nil }
        let (source, location) = PasswordColumn.columns(of: book?.account.password)
        parameters[7] = book?.account.user
        parameters[8] = source
        parameters[9] = location
        parameters[10] = book?.account.authorityFile
        parameters[11] = (book?.account.permittedOrigins ?? []).map(\.description).sorted().joined(separator: "\n")
        let capabilities = book?.capabilities ?? BookCapabilities()
        parameters[12] = capabilities.acceptsVersion4
        parameters[13] = capabilities.isReadOnly
        parameters[14] = capabilities.maximumSize
        parameters[15] = capabilities.batchSize
    }
}

/// A value of the column `contents`.
private enum ContentsColumn: String {
    case all, own, group

    static func columns(of contents: RemoteContents) -> (Self, group: Int64?) {
        switch contents {
        case .all: (.all, nil)
        case .own: (.own, nil)
        case .group(let id): (.group, id.rawValue)
        }
    }
}

/// A value of the column `password_source`.
private enum PasswordColumn: String {
    case command, file, prompt

    static func columns(of source: PasswordSource?) -> (Self?, location: String?) {
        switch source {
        case .command(let command): (.command, command)
        case .file(let path): (.file, path)
        case .prompt: (.prompt, nil)
        case nil: (nil, nil)
        }
    }
}

extension RemoteLocation {
    fileprivate var text: String {
        switch self {
        case .folder(let path): path
        case .server(let book): book.url.description
        }
    }
}
