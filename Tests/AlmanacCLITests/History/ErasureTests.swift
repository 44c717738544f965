import FoundationEssentials
import Glibc
import SQLite
import TestSupport
import Testing
import Text

/// The erasure of the values of purged records from all files except backups.
@Suite("Erasure of purged records", .childProcesses)
struct ErasureTests {
    private let home: Home
    private var folder: String { home.folder + "/.local/share/almanac" }

    init() throws { home = try HomeFixture.home() }

    @Test(
        "After a purge, no file except the backups contains a value of the purged records, in any encoding",
        .long("random scenarios with several programs each"))
    func scenarios() throws {
        for seed in 0..<(try Soak.times(atLeast: 1)) {
            let home = try HomeFixture.home()
            var scenario = Scenario(home: home, chance: SeededGenerator(seed: UInt64(seed) &+ 1))
            let problems = try scenario.run()
            #expect(problems == [], "seed \(seed): \(scenario.log)")
        }
    }

    @Test("purge lists the backups that contain purged records, and removes them only with --backups")
    func backups() throws {
        #expect(try home.almanac("backups", "--daily").status == 0)
        let before = try #require(try home.almanac("backups", "--json").rows.first?["path"]?.string)
        #expect(try home.almanac("new", "person", "given=Xylophonia").status == 0)
        let id = try #require(
            try home.almanac("persons", "where", "given=Xylophonia", "--json").rows.first?["id"]?.string)
        try home.almanac("delete", id, "--yes")
        let purged = try home.almanac("purge", id, "--yes")
        let backup = try #require(
            home.names(in: folder + "/almanac.db.backups").first { $0.hasSuffix("-purge.db") })
        #expect(purged.output.contains("1 backup contains purged records: "), "\(purged)")
        #expect(purged.output.contains(backup))
        #expect(purged.output.contains("Use “purge --backups” to remove such backups."))
        #expect(try home.almanac("purge", "--backups").status == 2)
        #expect(try home.almanac("purge", "--backups", "--dry-run").output.contains(backup))
        #expect(home.exists("\(folder)/almanac.db.backups/\(backup)"))
        let removed = try home.almanac("purge", "--backups", "--yes")
        #expect(removed.status == 0 && removed.output.contains("Made and verified the backup "), "\(removed)")
        #expect(!home.exists("\(folder)/almanac.db.backups/\(backup)") && home.exists(before))
        #expect(home.names(in: folder + "/almanac.db.backups").count { $0.hasSuffix("-daily.db") } == 2)
        let again = try home.almanac("purge", "--backups", "--yes")
        #expect(again.output.contains("No backup contains purged records."), "\(again)")
        #expect(try home.shell("cd; grep -rlai xylophonia .local/share || true").output == "")
        #expect(try home.almanac("check", "--deep").status == 0)
    }
}

/// A random sequence of commands on records with unique values.
private struct Scenario {
    let home: Home
    var chance: SeededGenerator
    private(set) var log: [String] = []
    private var markers: [String] = []

    init(home: Home, chance: SeededGenerator) {
        self.home = home
        self.chance = chance
    }

    private mutating func marker() -> String {
        let letters = Array("abcdefghijkmnopqrstuvwxyz")
        markers.append("Q" + String((0..<14).map { _ in chance.pick(letters) }))
        return markers[markers.count - 1]
    }

    /// Runs the lines in a single process and returns its output and exit status.
    private mutating func almanac(_ lines: [String]) throws -> ChildProcess.Ending {
        log += lines
        let ending = try home.almanac("--keep-going", input: lines.map { "\($0)\n" }.joined())
        if ending.status != 0 { log.append("→ \(ending.status): \(ending.errors)") }
        return ending
    }

    /// Runs the scenario and returns the problems.
    mutating func run() throws -> [String] {
        let isSynced = chance.happens(oneIn: 2)
        var lines = isSynced ? ["remote add home \(home.folder)/cards"] : []
        try FileManager.default.createDirectory(atPath: home.folder + "/cards", withIntermediateDirectories: true)
        var note = try next("note")
        let (person, group, planet) = try (next("person"), next("people_group"), next("planet"))
        var deleted: [String] = []
        if chance.happens(oneIn: 2) || isSynced {
            try home.write(card(), to: "card.vcf")
            lines.append("import \(home.folder)/card.vcf --on-duplicate keep-both")
            // The note of the card is a separate record.
            deleted = ["persons/\(person)", "notes/\(note)"]
            note += 1
            if chance.happens(oneIn: 2) {
                lines.append("edit \(deleted[0]) nickname=\(marker()) phone.home=+1-555-0199")
            }
            if chance.happens(oneIn: 2) { lines += ["favorite \(deleted[0])", "add \(deleted[0]) to groups/1"] }
            if chance.happens(oneIn: 2) { lines.append("edit \(deleted[0]) title=\(marker())") }
        }
        if chance.happens(oneIn: 2) || deleted.isEmpty {
            lines.append("note persons/1 'Text \(marker())' --topic \(marker())")
            deleted.append("notes/\(note)")
        }
        if chance.happens(oneIn: 2) {
            deleted.append("groups/\(group)")
            lines += [
                "new group name=\(marker()) description=\(marker())", "add persons/1 persons/2 to groups/\(group)",
            ]
        }
        if chance.happens(oneIn: 2) {
            deleted.append("planets/\(planet)")
            lines += ["new planet name=\(marker()) aliases=\(marker())", "edit persons/3 home=planets/\(planet)"]
        }
        if chance.happens(oneIn: 2) { lines.append("export --to \(home.folder)/out.vcf --force") }
        if isSynced { lines.append("sync") }
        let made = try almanac(lines)
        guard made.status == 0 else { return ["the records were not created"] }
        try draft(for: deleted)
        if search(inBackups: false).isEmpty { return ["no value is found before the purge"] }
        lines = deleted.map { "delete \($0) --yes" }
        if chance.happens(oneIn: 3) { lines += ["undo --yes", "redo --yes"] }
        if isSynced, chance.happens(oneIn: 2) { lines.append("sync --allow-removals") }
        let deletion = try almanac(lines)
        guard deletion.status == 0 else { return ["the records were not deleted"] }
        let removesBackups = chance.happens(oneIn: 3)
        let purged = try almanac(
            ["purge \(deleted.joined(separator: " ")) --yes\(removesBackups ? " --backups" : "")"])
        guard purged.status == 0 else { return ["the purge failed"] }
        if isSynced {
            // The purge does not prevent the deletions from being sent.
            let sync = try almanac(["sync --allow-removals"])
            let cards = home.names(in: home.folder + "/cards").filter { $0.hasSuffix(".vcf") }
            guard sync.status == 0, cards.count == Int(person) - 1 else { return ["\(cards.count) cards: \(sync)"] }
        }
        if removesBackups, purged.output.contains("No backup was removed.") {
            let removal = try almanac(["purge --backups --yes"])
            guard removal.status == 0 else { return ["the backups were not removed"] }
        }
        for name in ["card.vcf", "out.vcf"] { unlink("\(home.folder)/\(name)") }
        let check = try home.almanac("check", "--deep")
        return search(inBackups: removesBackups) + (check.status == 0 ? [] : ["check: \(check.output)\(check.errors)"])
    }

    /// Returns the number of the next record in a table.
    private func next(_ table: String) throws -> Int64 {
        try Connection(at: home.store, mode: .readOnly).first("SELECT ifnull(max(id), 0) + 1 FROM \(table)") { $0[0] }
            ?? 1
    }

    /// Returns a card with values in several encodings.
    private mutating func card() -> [UInt8] {
        let (given, family, title, note) = (marker(), marker(), marker(), marker())
        let quoted = note.utf8.map { "=" + String($0, radix: 16, uppercase: true) }.joined()
        let image = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Array(marker().utf8)
        let lines = [
            "BEGIN:VCARD", "VERSION:2.1", "N:\(family);\(given)", "FN:\(given) \(family)", "TITLE:\(title.prefix(6))",
            " \(title.dropFirst(6))", "EMAIL:\(marker())@a.example", "NOTE;ENCODING=QUOTED-PRINTABLE:\(quoted)",
            "X-OWN:\(marker())", "X-KEY;ENCODING=BASE64:\(Data(marker().utf8).base64EncodedString())", "",
            "PHOTO;ENCODING=BASE64;TYPE=PNG:\(Data(image).base64EncodedString())", "", "END:VCARD", "",
        ]
        let text = lines.joined(separator: "\r\n")
        return chance.happens(oneIn: 2)
            ? Array(text.utf8) : [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    /// Saves drafts of edit forms for some of the records.
    private mutating func draft(for ids: [String]) throws {
        let other = try Connection(at: home.store, mode: .readWrite)
        for id in ids where chance.happens(oneIn: 2) {
            try other.run(
                "INSERT INTO draft (place, words) VALUES (?1, ?2)", binding: id + "/edit",
                #"[{"key":"note","label":"","operation":"=","value":"\#(marker())"}]"#)
        }
    }

    // MARK: - Search

    /// Returns the values and the files that contain them in UTF-8, UTF-16, Base64, or quoted-printable, ignoring case and
    /// folding.
    private func search(inBackups: Bool) -> [String] {
        let names = ((try? FileManager.default.subpathsOfDirectory(atPath: home.folder)) ?? []).filter {
            !$0.hasPrefix("cards/") && (inBackups || !$0.contains(".db.backups/"))
        }
        let files = names.compactMap { name -> (name: String, texts: [Data])? in
            guard let bytes = try? home.bytes(of: "\(home.folder)/\(name)") else { return nil }
            let lower = bytes.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
            return (name, [Data(lower), Data(Self.unfolded(lower))])
        }
        return markers.flatMap { marker in
            files.filter { file in
                file.texts.contains { text in Self.patterns(of: marker).contains { text.range(of: $0) != nil } }
            }
            .map { "\(marker) is in \($0.name)" }
        }
    }

    private static func patterns(of marker: String) -> [Data] {
        let folded = marker.lowercased()
        let wide: [UInt8] = folded.utf8.flatMap { [$0, 0] as [UInt8] }
        let quoted = marker.utf8.map { "=" + String($0, radix: 16) }.joined()
        let encoded = (0..<3).map { offset in
            // The first and last digits also depend on the neighboring bytes.
            Data([UInt8](repeating: 0x20, count: offset) + Array(marker.utf8)).base64EncodedString().dropFirst(4)
                .prefix(12).lowercased()
        }
        return [Data(folded.utf8), Data(wide), Data(quoted.utf8)] + encoded.map { Data($0.utf8) }
    }

    /// Returns the bytes with folded lines unfolded.
    private static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
        var unfolded: [UInt8] = []
        for byte in bytes {
            unfolded.append(byte)
            guard byte == 0x20, unfolded.count > 1, unfolded[unfolded.count - 2] == 0x0A else { continue }
            unfolded.removeLast(2)
            if unfolded.last == 0x0D { unfolded.removeLast() }
        }
        return unfolded
    }
}
