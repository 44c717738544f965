import Almanac
import AlmanacStore
import FoundationEssentials
import Interchange
import Model
import Rendering
import Sync

extension Services {
    /// Creates services with a real database, real files, settings in memory, and the fixed date November 21, 2026.
    public init(of temporary: TemporaryStore, pageSize: Int, editor: any TextEditor) {
        let store = temporary.store
        var configuration = Configuration(
            version: "0.0", svg: { $0.svg($1) }, qrCode: { _ in [[true, false], [false, true]] })
        configuration.paths = [("store", temporary.path)]
        configuration.pageSize = { pageSize }
        self.init(
            persons: store.persons, groups: store.groups, planets: store.planets, notes: store.notes,
            occasions: store.occasions, recipients: store.recipients,
            accounts: store.makeAccounts(passphraseCost: 1), favorites: store.favorites,
            search: store.search, duplicates: store.duplicates,
            imports: store.imports, exports: store.exports, archive: store.archive,
            remotes: store.remotes(passwords: NoPasswords()), history: store.history,
            seeds: store.seeds,
            drafts: store.drafts, blobs: store.blobs,
            maintenance: DatabaseMaintainer(of: store.location, clock: store.clock),
            settings: InMemorySettings(names: store.nameRules),
            files: FolderFileAccess(folder: temporary.folder),
            editor: editor, clock: Clock { CivilDate(daysSince1970: 20_778) },
            configuration: configuration)
    }
}

/// A settings data source in memory, with the name rules of a database.
public actor InMemorySettings: SettingsDataSource {
    private var kept = Settings()
    private let names: any NameRulesDataSource

    public init(names: any NameRulesDataSource) { self.names = names }

    public func settings() async throws -> Settings { kept.with(try await names.nameRules()) }

    public func save(_ settings: Settings) async throws {
        kept = settings
        try await names.save(settings.names)
    }
}

/// File access that is limited to one folder.
public struct FolderFileAccess: FileAccess {
    public let folder: String

    public init(folder: String) { self.folder = folder }

    /// Returns the content of a file. Standard input is the content of the file `-`, or empty if there is no such file.
    public func read(_ path: String, limit: Int) throws -> [UInt8] {
        if path == "-", !FileManager.default.fileExists(atPath: "\(folder)/-") { return [] }
        let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))
        guard bytes.count <= limit else { throw BlobProblem.tooLarge(bytes: bytes.count, limit: limit) }
        return Array(bytes)
    }

    /// Returns the first line of the file whose name is the descriptor number.
    public func readLine(from descriptor: Int) throws -> String {
        String(decoding: try read("\(descriptor)", limit: 4096).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    public func open(_ path: String) throws -> any ByteSource {
        InMemoryByteSource(name: path, try read(path, limit: .max))
    }

    public func files(inFolder path: String) throws -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")
    }

    /// Returns the path itself, because all paths are relative to the folder.
    public func absolutePath(_ path: String) -> String { path }

    public func folder(_ path: String) -> (any FileFolder)? { nil }

    public func create(_ path: String, replacing: Bool, _ permissions: FilePermissions) throws -> any ByteTarget {
        guard replacing || !FileManager.default.fileExists(atPath: "\(folder)/\(path)") else {
            throw StoreProblem.fileExists(path: path)
        }
        return InMemoryByteTarget { try Data($0).write(to: URL(filePath: "\(folder)/\(path)")) }
    }
}

extension FileAccess {
    /// Writes a new file.
    public func write(_ bytes: [UInt8], to path: String) async throws {
        let target = try await create(path, replacing: false, .personal)
        try target.write(bytes)
        try target.finish()
    }
}

/// A reader for remotes without passwords.
public struct NoPasswords: PasswordReader {
    public init() {}

    public func password(of account: ServerAccount, on origin: Origin) -> Secret { Secret("") }
}
