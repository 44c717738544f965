import FoundationEssentials
import Glibc

/// A CardDAV server of another project that runs on the loopback address, with one address book.
///
/// The server is stopped when the object is deinitialized.
public final class CardDAVServer {
    public enum Program: String, CaseIterable, Sendable {
        case radicale, xandikos

        public var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
        var path: String { "/usr/bin/\(rawValue)" }
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
        let arguments: [String]
        switch program {
        case .radicale:
            try Self.prepareRadicale(folder)
            let encryption = identity.map { ["--ssl", "--certificate", $0.certificate, "--key", $0.key] } ?? []
            arguments =
                [
                    "--config", folder.file("config"), "--hosts", "127.0.0.1:\(port)", "--auth-type", "htpasswd",
                    "--auth-htpasswd-filename", folder.file("users"), "--auth-htpasswd-encryption", "plain",
                    "--auth-delay",
                    "0", "--storage-filesystem-folder", folder.file("data"), "--logging-level", "error",
                ] + encryption
        case .xandikos:
            arguments = ["--defaults", "-d", folder.file("data"), "-l", "127.0.0.1", "-p", "\(port)"]
        }
        child = try ChildProcess(
            program.path, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"],
            output: .file("/dev/null"), errors: .file(folder.file("log")))
        try waitUntilReady()
    }

    deinit {
        child.send(SIGKILL)
        _ = try? child.finish()
    }

    public var url: String { url(at: port) }
    public var bookURL: String { bookURL(at: port) }

    private func url(at port: Int) -> String { "\(isSecure ? "https" : "http")://127.0.0.1:\(port)/" }

    /// Returns the URL of the address book at the port of a proxy.
    public func bookURL(at port: Int) -> String {
        let url = url(at: port)
        return switch program {
        case .radicale: url + "leia/contacts/"
        case .xandikos: url + "user/contacts/addressbook/"
        }
    }

    /// Changes a file of the address book of Radicale without the server.
    public func write(_ card: String, to name: String) throws {
        try folder?.write(Array(card.utf8), to: Self.radicaleBook + "/" + name)
    }

    /// Removes a file of the address book of Radicale without the server.
    public func remove(_ name: String) throws {
        guard let folder else { return }
        try FileManager.default.removeItem(atPath: folder.file(Self.radicaleBook + "/" + name))
    }

    /// The cards of the address book of Radicale by file name.
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
        // Radicale compares the times of its cached files.
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

    private func waitUntilReady() throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !LoopbackPort.isOpen(port) {
            guard ContinuousClock.now < deadline, kill(child.identifier, 0) == 0 else {
                let log = (try? folder?.bytes("log")) ?? []
                throw ChildProcess.Failure(
                    description: "The server does not start: \(String(decoding: log, as: UTF8.self))")
            }
            usleep(50_000)
        }
    }
}
