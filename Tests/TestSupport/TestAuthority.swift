import FoundationEssentials

/// A certificate authority with a certificate for 127.0.0.1, made by openssl.
public final class TestAuthority {
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: openssl)

    private static let openssl = "/usr/bin/openssl"
    private let folder: TemporaryFolder

    public init() throws {
        folder = try TemporaryFolder()
        for name in ["authority", "other"] {
            try run(
                ["req", "-x509", "-days", "2", "-subj", "/CN=Test \(name)", "-out", folder.file("\(name).pem")]
                    + newKey(name))
        }
        try folder.write(Array("subjectAltName=IP:127.0.0.1\n".utf8), to: "extensions")
        try run(["req", "-subj", "/CN=127.0.0.1", "-out", folder.file("server.csr")] + newKey("server"))
        try run([
            "x509", "-req", "-in", folder.file("server.csr"), "-CA", file, "-CAkey", folder.file("authority.key"),
            "-CAcreateserial", "-days", "2", "-extfile", folder.file("extensions"), "-out", folder.file("server.pem"),
        ])
    }

    /// The certificate of the authority.
    public var file: String { folder.file("authority.pem") }
    /// The certificate of another authority.
    public var otherFile: String { folder.file("other.pem") }

    public var identity: CardDAVServer.Identity {
        CardDAVServer.Identity(certificate: folder.file("server.pem"), key: folder.file("server.key"))
    }

    /// Returns options for a new key. An elliptic-curve key is created faster than an RSA key.
    private func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", folder.file("\(name).key")]
    }

    private func run(_ arguments: [String]) throws {
        let ending = try ChildProcess.run(
            Self.openssl, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
        guard ending.status == 0 else { throw ChildProcess.Failure(description: ending.errors) }
    }
}
