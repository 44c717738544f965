import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite(
    "Synchronization with a server", .childProcesses,
    .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
struct ServerSyncTests {
    private let server: CardDAVServer
    private let home: Home

    init() throws {
        server = try CardDAVServer(.radicale)
        home = try SeededHome.home()
    }

    private static func card(_ lines: [String], uid: String) -> String {
        (["BEGIN:VCARD", "VERSION:3.0", "UID:\(uid)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    /// Returns the sorted values of the properties. The server may write the names and parameters in a different way.
    private static func values(in card: String) -> [String] {
        card.split(separator: "\r\n").map { String($0.drop { $0 != ":" }.dropFirst()) }.sorted()
    }

    @Test(
        "All changes made on a phone are received exactly, and the next synchronization changes nothing",
        .long("every change"))
    func phone() throws {
        let changes = Soak.sample(PhoneChange.all, 8)
        try home.write(
            changes.indices.map { Self.card(PhoneChange.card, uid: "contact\($0)") }.joined(), to: "cards.vcf")
        #expect(try home.almanac("import", home.folder + "/cards.vcf", "--on-duplicate", "keep-both").status == 0)
        try home.add(server)
        #expect(try home.almanac("sync").status == 0)
        for (index, change) in changes.enumerated() {
            try server.write(Self.card(change.lines, uid: "contact\(index)"), to: "contact\(index).vcf")
        }
        let ending = try home.almanac("sync")
        #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
        #expect(try home.almanac("export", "--to", home.folder + "/exported/").status == 0)
        for (index, change) in changes.enumerated() {
            let exported = try home.bytes(of: home.folder + "/exported/contact\(index).vcf")
            let expected = Self.values(in: Self.card(change.lines, uid: "contact\(index)"))
            #expect(Self.values(in: String(decoding: exported, as: UTF8.self)) == expected, "\(change.title)")
        }
        let steps = try home.stepCount
        #expect(try home.almanac("sync").status == 0)
        #expect(try home.stepCount == steps)
    }

    @Test("Synchronizing with a server that stores only vCard 3.0 does not remove values from a vCard 4.0")
    func convertedCard() throws {
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let lines = [
            "BEGIN:VCARD", "VERSION:4.0", "UID:p1", "FN:Ann", "NICKNAME:Q,Z", "GEO:geo:46.77,-71.28",
            "PHOTO:data:image/png;base64,\(pixel)", "END:VCARD", "",
        ]
        try home.write(lines.joined(separator: "\r\n"), to: "card.vcf")
        #expect(try home.almanac("import", home.folder + "/card.vcf").status == 0)
        let before = try home.almanac("export", "--as", "vcard-4.0").output
        try home.add(server)
        for _ in 0..<3 {
            let ending = try home.almanac("sync")
            #expect(ending.status == 0, "\(ending.output)\(ending.errors)")
            #expect(try home.almanac("export", "--as", "vcard-4.0").output == before)
        }
        #expect(try server.cards.count == 1)
        #expect(try home.almanac("edit", "persons/1", "title=Pilot").status == 0)
        #expect(try home.almanac("sync").status == 0)
        #expect(try home.almanac("show", "persons/1").output.contains("Pilot"))
        let stored = try server.cards.values.map { String(decoding: $0, as: UTF8.self) }
        #expect(stored.allSatisfy { $0.contains("VERSION:3.0") && $0.contains("TITLE:Pilot") })
    }

    @Test("The password does not appear in output, in files, or in program arguments")
    func privacy() throws {
        try home.add(server, password: .command)
        let line = "cd; strace -f -s 9999 -e trace=execve -o calls almanac sync --debug"
        let hasStrace = try home.shell("command -v strace").status == 0
        let ending = hasStrace ? try home.shell(line) : try home.almanac("sync", "--debug")
        #expect(ending.status == 0, "\(ending.errors)")
        let wrong = try SeededHome.home()
        try wrong.write("Alderaan: wrong\n", to: "password")
        chmod(wrong.folder + "/password", 0o600)
        let rejected = try wrong.addingRemote(server, ["--password-file", wrong.folder + "/password"])
        #expect(rejected.status == 1 && !rejected.errors.contains("Alderaan"), "\(rejected)")

        let secret = Array("Alderaan".utf8)
        #expect(!ending.output.contains("Alderaan") && !ending.errors.contains("Alderaan"))
        for name in try FileManager.default.subpathsOfDirectory(atPath: home.folder) where name != "password" {
            let path = home.folder + "/" + name
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else { continue }
            #expect(try home.bytes(of: path).firstRange(of: secret) == nil, "\(name)")
        }
    }

    @Test("Without --allow-http, a password for an unencrypted connection is neither read nor sent")
    func unencrypted() throws {
        let path = try home.write("echo run >>\"$HOME/runs\"; echo secret\n", to: "password.sh")
        let ending = try home.almanac(
            "remote", "add", "home", server.bookURL, "--user", "leia", "--password-command", "sh '\(path)'")
        #expect(ending.status == 2 && ending.errors.contains("--allow-http"), "\(ending)")
        #expect(!home.exists(home.folder + "/runs"))
        #expect(try home.almanac("remotes", "--json").rows.isEmpty)
    }

    @Test("A password file that other users can read is rejected")
    func sharedPasswordFile() throws {
        try home.add(server)
        chmod(home.folder + "/password", 0o644)
        let ending = try home.almanac("sync")
        #expect(ending.status == 1)
        let output = ending.output + ending.errors
        #expect(output.contains("Run “chmod 600 FILE”."), "\(output)")
    }

    @Test("A password command that fails is reported")
    func failingCommand() throws {
        try home.add(server, password: .command)
        try FileManager.default.removeItem(atPath: home.folder + "/password")
        let ending = try home.almanac("sync")
        #expect(ending.status == 1)
        #expect((ending.output + ending.errors).contains("It exited with status 1."), "\(ending)")
    }

    @Test(
        "A synchronization that is interrupted or killed is completed by the next one",
        .long("interrupts a program at many points"))
    func interruptions() throws {
        let clones = Soak.isOn ? 200 : 60
        try home.write(
            (1...clones).map { Self.card(["N:Clone;\($0)", "FN:\($0) Clone", "NOTE:\($0)"], uid: "clone\($0)") }
                .joined(),
            to: "clones.vcf")
        #expect(try home.almanac("import", home.folder + "/clones.vcf").status == 0)
        try home.add(server)
        var statuses: Set<Int32> = []
        for step: UInt32 in 1...(Soak.isOn ? 8 : 2) {
            let child = try home.start("sync")
            usleep(step * 60_000)
            child.send(step.isMultiple(of: 2) ? SIGKILL : SIGINT)
            let ending = try child.finish()
            statuses.insert(ending.status)
            #expect([0, 130, 128 + SIGKILL].contains(ending.status), "\(ending.errors)")
        }
        #expect(statuses.isSuperset(of: [130, 128 + SIGKILL]))
        #expect(try home.almanac("sync").status == 0)
        let other = try SeededHome.home()
        try other.add(server)
        #expect(try other.almanac("sync").status == 0)
        let contacts = try home.contacts
        #expect(contacts.count == clones)
        #expect(try other.contacts == contacts)
    }
}
