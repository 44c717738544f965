import FoundationEssentials

/// A certificate authority with a certificate for 127.0.0.1, made by openssl.
public final class TestAuthority {
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: openssl)

    private static let openssl = "/usr/bin/openssl"
    private let folder: TemporaryFolder

    public init() throws {
        folder = try TemporaryFolder()
        for name in ["authority", "other"] {
            try run([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test \(name)", "-keyout",
                folder.file("\(name).key"), "-out", folder.file("\(name).pem"),
            ])
        }
        try folder.write(Array("subjectAltName=IP:127.0.0.1\n".utf8), to: "extensions")
        try run([
            "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout", folder.file("server.key"),
            "-out",
            folder.file("server.csr"),
        ])
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

    private func run(_ arguments: [String]) throws {
        let ending = try ChildProcess.run(
            Self.openssl, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
        guard ending.status == 0 else { throw ChildProcess.Failure(description: ending.errors) }
    }
}
