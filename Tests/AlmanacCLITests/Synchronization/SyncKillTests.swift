import Glibc
import TestSupport
import Testing

@Suite(
    "Synchronization killed at a request", .childProcesses, .long("kills a program at each request"),
    .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
struct SyncKillTests {
    private let server: CardDAVServer
    private let proxy: InterruptingProxy
    /// The home with the password file.
    private let home: Home
    private let before: HomeSnapshot

    /// Creates, changes, and deletes a contact on each side of a synchronized address book.
    init() throws {
        server = try CardDAVServer(.radicale)
        proxy = try InterruptingProxy(to: server.port)
        home = try SeededHome.home()
        let names = ["Ackbar", "Bail", "Chewbacca", "Dodonna", "Ezra"]
        try home.write(names.map { Self.card($0, "1") }.joined(), to: "cards.vcf")
        #expect(try home.almanac("import", home.folder + "/cards.vcf").status == 0)
        try home.add(server, at: proxy.port)
        #expect(try home.almanac("sync").status == 0)
        try home.write(Self.card("Finn", "2"), to: "new.vcf")
        #expect(try home.almanac("import", home.folder + "/new.vcf").status == 0)
        #expect(try home.almanac("edit", "Ackbar", "phone.work=+15550142099").status == 0)
        #expect(try home.almanac("delete", "Bail", "--yes").status == 0)
        try server.write(Self.card("Greedo", "3"), to: "Greedo.vcf")
        try server.write(Self.card("Chewbacca", "4"), to: "Chewbacca.vcf")
        try server.remove("Dodonna.vcf")
        try server.saveBook()
        before = try HomeSnapshot(of: home)
    }

    private static func card(_ name: String, _ phone: String) -> String {
        """
        BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(name)\r\nN:\(name);;;;\r\nFN:\(name)\r\nTEL;TYPE=CELL:+155501420\(phone)\r
        END:VCARD\r\n
        """
    }

    @Test("After a kill at any request, the next synchronization has the same result as an uninterrupted one")
    func kills() throws {
        let expected = try state(after: nil)
        let requests = proxy.lines
        let methods = Set(requests.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(methods.isSuperset(of: ["REPORT", "PUT", "DELETE"]), "\(requests)")
        #expect(expected.contacts.keys.sorted() == ["Ackbar", "Chewbacca", "Ezra", "Finn", "Greedo"])
        #expect(expected.cards.count == 5)
        let interruptions = requests.indices.flatMap { index in
            [false, true].map { InterruptingProxy.Interruption(at: index + 1, isReceived: $0) }
        }
        for interruption in Soak.sample(interruptions.reversed(), 2) {
            let ended = try state(after: interruption)
            #expect(ended == expected, "\(interruption) of \(requests)")
        }
    }

    private struct State: Equatable {
        var contacts: [String: [String: String]] = [:]
        /// The sorted lines of each card on the server.
        var cards: [String: [String]] = [:]
    }

    /// Restores both sides, synchronizes them after an interrupted synchronization, if any, and returns their state.
    private func state(after interruption: InterruptingProxy.Interruption?) throws -> State {
        try server.restoreBook()
        let home = try Home(as: before)
        // The copy counts as another database, in which the remote must be approved again.
        #expect(try home.almanac("remote", "approve", "home", "--yes").status == 0)
        if let interruption {
            let client = try proxy.start(interrupted: interruption) { try home.start("sync") }
            #expect(try client.finish().status == 128 + SIGKILL, "\(interruption)")
        }
        let ending = try proxy.start { try home.start("sync") }.finish()
        #expect(ending.status == 0, "\(interruption): \(ending.output)\(ending.errors)")
        #expect(try home.almanac("check").status == 0)
        var state = State()
        for (name, members) in try home.contacts { state.contacts[name] = members.mapValues { "\($0)" } }
        for (name, card) in try server.cards {
            state.cards[name] = String(decoding: card, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map(String.init).filter { !$0.hasPrefix("REV:") }.sorted()
        }
        return state
    }
}
