import TestSupport

/// The time of the first synchronization with a Radicale server. It is compared with the time that curl takes to
/// download the same cards in the same batches and `almanac import` takes to import them.
struct FirstSynchronization {
    private let count: Int
    private let server: CardDAVServer
    private let requests: TemporaryFolder
    private static let batchSize = 100

    static func table(rounds: Int, cards count: Int) throws -> String {
        guard CardDAVServer.Program.radicale.isInstalled else { return "Radicale is not installed." }
        let benchmark = try FirstSynchronization(of: count)
        var (downloads, imports, synchronizations): ([Double], [Double], [Double]) = ([], [], [])
        // Radicale parses each card when it is first read.
        _ = try benchmark.download()
        for _ in 0..<rounds {
            downloads.append(try benchmark.download() / .seconds(1))
            imports.append(try benchmark.importCards())
            synchronizations.append(try benchmark.synchronize())
        }
        let ratios = zip(synchronizations, zip(downloads, imports)).map { $0 / ($1.0 + $1.1) }
        return """
            | first synchronization of \(count) cards | download with curl | `almanac import` | ratio |
            | ---: | ---: | ---: | ---: |
            | \(rounded(synchronizations.median)) s | \(rounded(downloads.median)) s | \(rounded(imports.median)) s \
            | \(rounded(ratios.median)) |
            """
    }

    private static func rounded(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

    private init(of count: Int) throws {
        self.count = count
        server = try CardDAVServer(.radicale)
        requests = try TemporaryFolder()
        for number in 0..<count { try server.write(BenchmarkCard.text(number), to: "\(number).vcf") }
        let list = """
            <?xml version="1.0"?><sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level>\
            <prop><getetag/></prop></sync-collection>
            """
        try requests.write(Array(list.utf8), to: "list")
        for batch in 0..<batches {
            let numbers = batch * Self.batchSize..<min(count, (batch + 1) * Self.batchSize)
            let addresses = numbers.map { "<href>/leia/contacts/\($0).vcf</href>" }.joined()
            let request = """
                <?xml version="1.0"?><c:addressbook-multiget xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">\
                <prop><getetag/><c:address-data/></prop>\(addresses)</c:addressbook-multiget>
                """
            try requests.write(Array(request.utf8), to: "\(batch)")
        }
    }

    private var batches: Int { (count + Self.batchSize - 1) / Self.batchSize }

    private func download() throws -> Duration {
        try ContinuousClock().measure {
            for request in ["list"] + (0..<batches).map(\.description) {
                let words = [
                    "--silent", "--fail", "--user", "\(CardDAVServer.user):\(CardDAVServer.password)",
                    "--request", "REPORT", "--header", "Content-Type: application/xml",
                    "--data-binary", "@\(requests.file(request))", "--output", requests.file("answer"),
                    server.bookURL,
                ]
                let ending = try ChildProcess.run("/usr/bin/curl", words)
                guard ending.status == 0 else { throw Failure(command: "curl") }
            }
        }
    }

    private func importCards() throws -> Double {
        let home = try CommandHome(for: ProgramHome.almanac)
        try home.write((0..<count).map(BenchmarkCard.text).joined(), to: "cards.vcf")
        return try seconds(of: ["import", "FOLDER/cards.vcf", "--yes"], in: home)
    }

    private func synchronize() throws -> Double {
        let home = try CommandHome(for: ProgramHome.almanac)
        try home.write(CardDAVServer.password + "\n", to: "password")
        _ = try ChildProcess.run("/bin/chmod", ["600", home.path(of: "password")])
        let addition = [
            "remote", "add", "home", server.bookURL, "--user", CardDAVServer.user, "--password-file", "FOLDER/password",
            "--allow-http", "--yes",
        ]
        _ = try seconds(of: addition, in: home)
        return try seconds(of: ["sync"], in: home)
    }

    private func seconds(of words: [String], in home: CommandHome) throws -> Double {
        guard let seconds = try home.run(words) else { throw Failure(command: words.joined(separator: " ")) }
        return seconds
    }

    struct Failure: Error {
        let command: String
    }
}
