import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Importing and exporting contacts", .childProcesses)
struct ImportCommandTests {
    let home: Home

    init() throws { home = try SeededHome.home() }

    func file(_ name: String, _ text: String) throws -> String {
        let path = "\(home.folder)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    func cards(_ count: Int) -> String {
        (0..<count).map { number in
            """
            BEGIN:VCARD\r
            VERSION:3.0\r
            UID:card-\(number)\r
            N:Family\(number);Given\(number);;;\r
            FN:Given\(number) Family\(number)\r
            EMAIL;TYPE=INTERNET:person\(number)@example.org\r
            X-UNKNOWN:\(number)\r
            END:VCARD\r

            """
        }.joined()
    }

    @Test func `Cards imported from a file, a folder, or standard input are exported byte for byte`() throws {
        let text = cards(30)
        let path = try file("in.vcf", text)
        try FileManager.default.createDirectory(atPath: "\(home.folder)/cards/deep", withIntermediateDirectories: true)
        _ = try file("cards/deep/some.vcf", text)
        _ = try file("cards/readme.txt", "nothing")
        for (words, input) in [
            (["import", path], ""), (["import", "-"], text), (["import", "\(home.folder)/cards"], ""),
        ] {
            let fresh = try SeededHome.home()
            let ending = try fresh.run(words, input: input)
            #expect(ending.status == 0, "\(ending.errors)")
            #expect(ending.output.hasPrefix("new\t30\n"))
            #expect(try fresh.almanac("export").output == text)
            #expect(try fresh.almanac("undo", "--yes").status == 0)
            #expect(try fresh.almanac("export").output == "")
        }
    }

    @Test(
        .long("all sample data in every format"),
        arguments: ["vcard", "vcard-2.1", "vcard-3.0", "vcard-4.0", "jcard", "csv"])
    func `A dry-run import of an exported file reports no changes`(format: String) throws {
        // Importing the other data sets takes seconds in each format, and importing “congress” takes a minute.
        let others = Soak.isOn ? ["swapi"] + (try Soak.isLong ? ["congress"] : []) : []
        let home = try SeededHome.home(with: ["flintstones"] + others)
        let persons = try home.almanac("persons", "--json").rows.count
        let path = home.folder + "/everybody"
        #expect(try home.almanac("export", "--as", format, "--to", path).status == 0)
        let back = try home.almanac("import", path, "--dry-run").output
        #expect(back.contains("\nchanged\t0\nsame\t\(persons)\n"), "\(back.prefix(2000))")
    }

    @Test func `Importing a full export into a database with records fails and suggests another database`() throws {
        #expect(try home.run(["import", "-"], input: cards(3)).status == 0)
        let all = try file("all.json", try home.almanac("export", "--as", "json").output)
        let before = try home.almanac("persons", "--json").output
        let refusal = try home.almanac("import", all)
        #expect(refusal.status == 1 && refusal.output == "")
        #expect(refusal.errors.contains("the database is not empty"))
        #expect(refusal.errors.contains("--database") && refusal.errors.contains("restore"))
        #expect(try home.almanac("persons", "--json").output == before)
        let new = "\(home.folder)/new.db"
        #expect(try home.almanac("--database", new, "import", all).status == 0)
        #expect(try home.almanac("--database", new, "persons", "--json").output == before)
    }

    @Test(.long("reads a long text"))
    func `V20 A file or folder without cards is rejected with a specific error, and no contacts are added`() throws {
        let fifo = "\(home.folder)/fifo"
        mkfifo(fifo, 0o600)
        try FileManager.default.createDirectory(atPath: "\(home.folder)/empty", withIntermediateDirectories: false)
        for (path, sentence) in [
            (try file("page.html", "<!DOCTYPE html><html></html>"), "it is a web page (HTML)"),
            (try file("archive.vcf", "PK\u{3}\u{4}and more"), "it is a ZIP archive"),
            (try file("empty.vcf", ""), "is empty"),
            (
                try file("words.txt", String(repeating: "words and words\n", count: Soak.isOn ? 9000 : 20)),
                "not in a supported format"
            ),
            ("/dev/zero", "not a regular file"), (fifo, "not a regular file"),
            ("\(home.folder)/empty", "contains no contact files"), ("\(home.folder)/missing.vcf", "No such file"),
        ] {
            let ending = try home.almanac("import", path)
            #expect(ending.status != 0)
            #expect(ending.errors.contains(sentence), "\(path): \(ending.errors)")
            #expect(ending.output == "")
        }
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
    }

    @Test func `V20 A file without cards in a folder is reported, and the other files are imported`() throws {
        try FileManager.default.createDirectory(atPath: "\(home.folder)/cards", withIntermediateDirectories: false)
        for (name, text) in [
            ("a.vcf", ""), ("b.vcf", "\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR"),
            ("d.vcf", "<?xml version=\"1.0\"?><vcards/>"),
        ] {
            _ = try file("cards/\(name)", text)
        }
        let refusal = try home.almanac("import", "\(home.folder)/cards/a.vcf")
        #expect(refusal.status == 1 && refusal.errors.contains("is empty"))
        _ = try file("cards/c.vcf", cards(2))
        let ending = try home.almanac("import", "\(home.folder)/cards", "--format", "table")
        #expect(ending.status == 5)
        for words in [
            "2 new; 3 rejected", "a.vcf is empty", "b.vcf is not in a supported format", "d.vcf cannot be imported",
        ] {
            #expect(ending.output.contains(words), "\(ending.output)")
        }
        #expect(try home.almanac("import", "\(home.folder)/cards", "--json").output.contains("\"rejected\":3"))
    }

    @Test func `C21 A non-interactive import of a changed card fails and names the option to use`() throws {
        _ = try home.almanac("import", try file("one.vcf", cards(2)))
        let changed = try file("two.vcf", cards(2).replacing("X-UNKNOWN:1", with: "TITLE:Senator"))
        let refusal = try home.almanac("import", changed)
        #expect(refusal.status == 2)
        let question = "1 card is a different version of an existing contact. How should it be imported?"
        #expect(refusal.errors.contains(question))
        #expect(refusal.errors.contains("--on-duplicate"))
        let ending = try home.almanac("import", changed, "--on-duplicate", "merge", "--json")
        #expect(ending.output.contains("\"changed\":1"))
        #expect(try home.almanac("import", changed, "--json").output.contains("\"same\":2"))
        #expect(try home.almanac("import", changed, "--on-duplicate", "sometimes").status == 2)
    }

    @Test func `C23 import --dry-run reports changes without making them`() throws {
        let path = try file("in.vcf", cards(3))
        let ending = try home.almanac("import", path, "--dry-run", "--json")
        #expect(ending.output.contains("\"new\":3"))
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
        #expect(try home.almanac("history", "--json").rows.isEmpty)
    }

    @Test func `import --rejects saves rejected cards to a new private file`() throws {
        let bad = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Lost\r\n"
        let path = try file("in.vcf", bad + cards(2))
        let rejects = "\(home.folder)/bad.vcf"
        let ending = try home.almanac("import", path, "--rejects", rejects, "--json")
        #expect(ending.output.contains("\"new\":2") && ending.output.contains("\"rejected\":1"))
        #expect(String(decoding: try home.bytes(of: rejects), as: UTF8.self).contains("FN:Lost"))
        var information = stat()
        #expect(stat(rejects, &information) == 0 && information.st_mode & 0o777 == 0o600)
        #expect(try home.almanac("import", path, "--rejects", rejects).errors.contains("already"))
    }

    @Test func `Rejected rows are saved below the header of their source table`() throws {
        let one = try file("one.csv", "given;email\nLeia;leia@x.example\nLu\"ke;l@x.example\n")
        let other = try file("other.csv", "family,given\nSolo,H\"an\nFett,B\"oba\n")
        let rejects = "\(home.folder)/bad.csv"
        let ending = try home.almanac("import", one, other, "--yes", "--rejects", rejects, "--format", "table")
        #expect(ending.status == 5 && ending.output.contains("card 2, \(one):3:3"), "\(ending)")
        let bad = String(decoding: try home.bytes(of: rejects), as: UTF8.self)
        #expect(bad == "given;email\nLu\"ke;l@x.example\nfamily,given\nSolo,H\"an\nFett,B\"oba\n")
        let corrected = try file("corrected.csv", String(bad.split(separator: "family")[0]).replacing("\"", with: ""))
        #expect(try home.almanac("import", corrected, "--yes", "--json").output.contains("\"new\":1"))
    }

    @Test func `Rejected jCards can be corrected and imported, and no file is created if none are rejected`() throws {
        let cards = ["Leia\\q", "Han\\q", "Luke"].map { #"["vcard", [["fn", {}, "text", "\#($0)"]]]"# }
        let path = try file("in.jcf", "[\(cards.joined(separator: ",\n"))]")
        let rejects = "\(home.folder)/bad.jcf"
        let ending = try home.almanac("import", path, "--rejects", rejects, "--json")
        #expect(ending.output.contains("\"new\":1") && ending.output.contains("\"rejected\":2"), "\(ending)")
        let bad = String(decoding: try home.bytes(of: rejects), as: UTF8.self)
        #expect(bad == "\(cards[0])\n\(cards[1])\n")
        let none = "\(home.folder)/none.jcf"
        let corrected = try file("corrected.jcf", bad.replacing("\\q", with: "!"))
        #expect(try home.almanac("import", corrected, "--rejects", none, "--json").output.contains("\"new\":2"))
        #expect(!home.exists(none))
    }

    @Test func `An import with undecided changes creates neither a file of rejected cards nor a backup`() throws {
        #expect(try home.almanac("import", try file("old.vcf", cards(1))).status == 0)
        let backups = try home.almanac("backups", "--json").rows.count
        let changed = cards(1).replacing("EMAIL;TYPE=INTERNET:", with: "EMAIL;TYPE=WORK:new-")
        let path = try file("new.vcf", changed + "BEGIN:VCARD\r\nFN:Lost\r\n")
        let rejects = "\(home.folder)/bad.vcf"
        #expect(try home.almanac("import", path, "--rejects", rejects).status != 0)
        #expect(!home.exists(rejects))
        #expect(try home.almanac("import", try file("none.vcf", "nothing"), "--json").status != 0)
        #expect(try home.almanac("backups", "--json").rows.count == backups)
        let ending = try home.almanac("import", path, "--rejects", rejects, "--on-duplicate", "merge", "--json")
        #expect(ending.output.contains("\"changed\":1") && home.exists(rejects), "\(ending)")
    }

    @Test func `An import suggests undo only after a change`() throws {
        func cards(_ title: String) -> String {
            "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Bell;Ann;;;\r\nFN:Ann Bell\r\nEMAIL:ann@x.example\r\nTITLE:\(title)\r\nEND:VCARD\r\n"
        }
        let (one, other) = (try file("one.vcf", cards("CEO")), try file("other.vcf", cards("Queen")))
        #expect(try home.almanac("import", one, "--format", "table").output.contains("Use “undo” to reverse this"))
        for (known, decision) in [("skip", "skipped"), ("merge", "merged")] {
            let ending = try home.almanac("import", other, "--on-duplicate", known, "--format", "table")
            #expect(
                ending.output.contains("1 possible duplicate (1 \(decision)).")
                    && !ending.output.contains("Use “undo” to reverse this"), "\(ending)")
        }
        let both = try home.almanac("import", other, "--on-duplicate", "keep-both", "--format", "table")
        #expect(both.output.contains("Use “undo” to reverse this"))
    }

    @Test func `Reading a folder does not access memory beyond its entries`() throws {
        try home.write(cards(1), to: "cards/one.vcf")
        let strict = try FaultPlan(for: home).environment
        let ending = try home.almanac("import", "\(home.folder)/cards", "--json", with: strict)
        #expect(ending.status == 0 && ending.output.contains("\"new\":1"), "\(ending)")
    }

    @Test func `A table without contacts does not prevent the import of other files in its folder`() throws {
        try home.write("colour,size\nred,4\n", to: "mixed/colours.csv")
        try home.write("given,email\nLeia,leia@x.example\n", to: "mixed/people.csv")
        try home.write(cards(2), to: "mixed/cards.vcf")
        let folder = "\(home.folder)/mixed"
        let ending = try home.almanac("import", folder, "--yes", "--format", "table")
        #expect(ending.status == 5 && ending.output.contains("3 new; 1 rejected"), "\(ending)")
        #expect(
            ending.output.contains("has no column that identifies a contact") && ending.output.contains("colours.csv"))
        let alone = try home.almanac("import", "\(folder)/colours.csv", "--yes")
        #expect(alone.status == 1 && alone.errors.contains("has no column that identifies a contact"))
        let mapped = try home.almanac("import", folder, "--yes", "--map", "colr=given")
        #expect(mapped.status == 2 && mapped.errors.contains("has no “colr” column"), "\(mapped)")
    }

    @Test func `C8 export replaces a file only with --force and does not leave a temporary file`() throws {
        _ = try home.almanac("import", try file("in.vcf", cards(3)))
        let target = try file("out.vcf", "mine")
        let refusal = try home.almanac("export", "--to", target)
        #expect(refusal.status == 1 && refusal.errors.contains("already"))
        #expect(try home.bytes(of: target) == Array("mine".utf8))
        #expect(try home.almanac("export", "--to", target, "--force").status == 0)
        #expect(try home.bytes(of: target) == Array(cards(3).utf8))
        let full = try home.shell("almanac export > /dev/full")
        #expect(full.status == 1 && !full.errors.isEmpty)
        #expect(try home.shell("almanac export | head -c 1").status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder)
        #expect(!names.contains { $0.contains("making") })
    }

    @Test func `F12 import accepts file names that start with a dash or tilde or contain a space or asterisk`() throws {
        for name in ["-cards.vcf", "my cards *.vcf", "~.vcf"] {
            let fresh = try SeededHome.home()
            try Data(cards(1).utf8).write(to: URL(filePath: "\(fresh.folder)/\(name)"))
            let ending = try fresh.shell("cd && almanac import -- '\(name)'")
            #expect(ending.output.hasPrefix("new\t1\n"), "\(ending.errors)")
        }
    }

    @Test func `An export to standard output in another vCard version contains only cards`() throws {
        let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Leia\r\nN:;Leia;;;\r\nGENDER:F\r\nEND:VCARD\r\n"
        _ = try home.almanac("import", try file("in.vcf", card))
        let ending = try home.almanac("export", "--as", "vcard-2.1")
        #expect(ending.output.hasPrefix("BEGIN:VCARD\r\nVERSION:2.1\r\n"))
        #expect(ending.output.hasSuffix("END:VCARD\r\n"))
        let refusal = try home.almanac("export", "--as", "papyrus")
        #expect(refusal.status == 2)
    }

    @Test func `Contacts are exported by ID, group, or search, and a contact selected twice is exported once`() throws {
        let text = cards(4).replacing("X-UNKNOWN:2", with: "CATEGORIES:Rebels")
        _ = try home.almanac("import", try file("in.vcf", text))
        for (words, count) in [
            (["persons/2", "persons/1", "persons/2"], 2), (["--group", "rebels"], 1), (["groups/1", "persons/3"], 1),
            (["groups/1", "persons/1"], 2), (["--search", "given3"], 1), (["--search", "nobody"], 0),
        ] {
            let output = try home.run(["export"] + words).output
            #expect(output.split(separator: "BEGIN:VCARD").count == count, "\(words)")
        }
        #expect(try home.almanac("export", "persons/1", "--search", "given3").status == 2)
    }

    @Test func `ungrouped respects --limit, and its path can be opened`() throws {
        let grouped = cards(1).replacing("X-UNKNOWN:0", with: "CATEGORIES:Rebels")
        _ = try home.almanac(
            "import",
            try file("in.vcf", grouped + cards(3).replacing("card-", with: "other-").replacing("person", with: "human"))
        )
        let rows = try home.almanac("ungrouped", "--json", "--limit", "2").rows
        #expect(rows.count == 2)
        #expect(try home.almanac("open", "persons?ungrouped").status == 0)
    }
}
