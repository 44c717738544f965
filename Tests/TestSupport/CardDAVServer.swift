import FoundationEssentials
import Glibc

/// A CardDAV server of another project that runs on the loopback address, with one address book.
///
/// The server is stopped when the object is deinitialized.
public final class CardDAVServer {
    public enum Program: String, CaseIterable, Sendable {
        case radicale, xandikos, davical, cyrus, sogo, sabre

        public var isInstalled: Bool { files.allSatisfy(FileManager.default.isReadableFile) }

        /// Whether the server consists of one program. A script starts each of the other servers, which takes several seconds.
        public var isSimple: Bool { self == .radicale || self == .xandikos }

        /// The installed servers that start fast, or all installed servers in a soak test.
        public static let usual = allCases.filter { $0.isInstalled && ($0.isSimple || Soak.isOn) }

        /// The files that show whether the server is installed. For a simple server, the first file is its program.
        fileprivate var files: [String] {
            switch self {
            case .radicale, .xandikos: ["/usr/bin/\(rawValue)"]
            case .davical: ["/usr/share/davical/htdocs/caldav.php", "/usr/bin/php", "/usr/lib/postgresql"]
            case .cyrus: ["/usr/sbin/cyrmaster", "/usr/lib/cyrus/bin/httpd"]
            case .sogo: ["/usr/sbin/sogod", "/usr/bin/memcached", "/usr/lib/postgresql"]
            case .sabre: ["/usr/share/php/Sabre/autoload.php", "/usr/bin/php"]
            }
        }
    }

    /// The certificate and the private key of an encrypted server, in PEM files.
    public struct Identity: Sendable {
        public let certificate: String
        public let key: String

        public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }

    public static let user = "leia"
    public static let password = "Alderaan: größer & 100 %"

    public let program: Program
    public let port: Int
    private let isSecure: Bool
    private let folder = try? TemporaryFolder()
    private let child: ChildProcess

    public init(_ program: Program, identity: Identity? = nil) throws {
        guard let folder else { throw ChildProcess.Failure(description: "The server has no folder.") }
        self.program = program
        isSecure = identity != nil
        port = try LoopbackPort.free()
        let (path, arguments): (String, [String])
        switch program {
        case .radicale:
            try Self.prepareRadicale(folder)
            let encryption = identity.map { ["--ssl", "--certificate", $0.certificate, "--key", $0.key] } ?? []
            path = program.files[0]
            arguments =
                [
                    "--config", folder.file("config"), "--hosts", "127.0.0.1:\(port)", "--auth-type", "htpasswd",
                    "--auth-htpasswd-filename", folder.file("users"), "--auth-htpasswd-encryption", "plain",
                    "--auth-delay",
                    "0", "--storage-filesystem-folder", folder.file("data"), "--logging-level", "error",
                ] + encryption
        case .xandikos:
            path = program.files[0]
            arguments = ["--defaults", "-d", folder.file("data"), "-l", "127.0.0.1", "-p", "\(port)"]
        case .davical, .cyrus, .sogo, .sabre:
            path = Self.script
            arguments = [program.rawValue, folder.path, "\(port)", Self.user, Self.password]
        }
        child = try ChildProcess(
            path, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"],
            output: .file("/dev/null"), errors: .file(folder.file("log")))
        try waitUntilReady()
    }

    /// The script that starts the servers that consist of several programs, and stops them after SIGTERM.
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../carddav-server"
    ).path

    deinit {
        child.send(program.isSimple ? SIGKILL : SIGTERM)
        _ = try? child.finish()
    }

    /// The URL from which address books are found. SOGo is usually found through another web server.
    public var url: String { url(at: port) + (program == .sogo ? "SOGo/dav/" : "") }
    public var bookURL: String { bookURL(at: port) }

    private func url(at port: Int) -> String { "\(isSecure ? "https" : "http")://127.0.0.1:\(port)/" }

    /// Returns the URL of the address book at the port of a proxy.
    public func bookURL(at port: Int) -> String {
        let url = url(at: port)
        return switch program {
        case .radicale: url + "leia/contacts/"
        case .xandikos: url + "user/contacts/addressbook/"
        case .davical: url + "caldav.php/leia/addresses/"
        case .cyrus: url + "dav/addressbooks/user/leia/Default/"
        case .sogo: url + "SOGo/dav/leia/Contacts/personal/"
        case .sabre: url + "addressbooks/leia/contacts/"
        }
    }

    /// Writes a file in Radicale’s address book without using the server.
    public func write(_ card: String, to name: String) throws {
        try folder?.write(Array(card.utf8), to: Self.radicaleBook + "/" + name)
    }

    /// Removes a file from Radicale’s address book without using the server.
    public func remove(_ name: String) throws {
        guard let folder else { return }
        try FileManager.default.removeItem(atPath: folder.file(Self.radicaleBook + "/" + name))
    }

    /// The cards in Radicale’s address book, by file name.
    public var cards: [String: [UInt8]] {
        get throws {
            guard let folder else { return [:] }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(Self.radicaleBook))
            return try Dictionary(
                names.filter { $0.hasSuffix(".vcf") }.map { ($0, try folder.bytes(Self.radicaleBook + "/" + $0)) }
            ) { $1 }
        }
    }

    /// Saves the address book of Radicale with its sync tokens.
    public func saveBook() throws { try copyBook(Self.radicaleBook, to: "saved") }

    /// Replaces the address book of Radicale with the saved one.
    public func restoreBook() throws { try copyBook("saved", to: Self.radicaleBook) }

    private func copyBook(_ source: String, to target: String) throws {
        guard let folder else { return }
        let manager = FileManager.default
        if manager.fileExists(atPath: folder.file(target)) { try manager.removeItem(atPath: folder.file(target)) }
        // The copy preserves the times of the files, because Radicale compares them with its cache.
        let ending = try ChildProcess.run("/bin/cp", ["-a", folder.file(source), folder.file(target)])
        guard ending.status == 0 else { throw ChildProcess.Failure(description: ending.errors) }
    }

    /// Makes Radicale forget its sync tokens.
    public func removeSyncTokens() throws {
        guard let folder else { return }
        try FileManager.default.removeItem(atPath: folder.file(Self.radicaleBook + "/.Radicale.cache/sync-token"))
    }

    private static let radicaleBook = "data/collection-root/leia/contacts"

    private static func prepareRadicale(_ folder: TemporaryFolder) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(radicaleBook), withIntermediateDirectories: true)
        let properties = """
            {"tag": "VADDRESSBOOK", "D:displayname": "Größe & Co", "CR:addressbook-description": "All contacts",
            "{http://inf-it.com/ns/ab/}addressbook-color": "#ff8800ff"}
            """
        try folder.write(Array(properties.utf8), to: radicaleBook + "/.Radicale.props")
        try folder.write(Array("\(user):\(password)\n".utf8), to: "users")
        try folder.write([], to: "config")
    }

    private var isReady: Bool {
        guard let folder, !program.isSimple else { return LoopbackPort.isOpen(port) }
        return FileManager.default.fileExists(atPath: folder.file("ready"))
    }

    private func waitUntilReady() throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isReady {
            guard ContinuousClock.now < deadline, kill(child.identifier, 0) == 0 else {
                let log = (try? folder?.bytes("log")) ?? []
                throw ChildProcess.Failure(
                    description: "The server does not start: \(String(decoding: log, as: UTF8.self))")
            }
            usleep(50_000)
        }
    }
}
