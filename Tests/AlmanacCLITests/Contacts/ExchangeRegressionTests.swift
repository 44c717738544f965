import TestSupport
import Testing

@Suite("Import, export, and merge regressions", .childProcesses)
struct ExchangeRegressionTests {
    private func card(_ name: String, _ lines: String...) -> String {
        (["BEGIN:VCARD", "VERSION:3.0", "FN:\(name)", "N:;\(name);;;"] + lines + ["END:VCARD", ""])
            .joined(separator: "\r\n")
    }

    @Test("export --search exports all matches, even if there are hundreds")
    func exportOfASearch() throws {
        let home = try SeededHome.home()
        try home.write((1...700).map { card("Person Number \($0)") }.joined(), to: "many.vcf")
        #expect(try home.almanac("import", "--yes", home.folder + "/many.vcf").status == 0)
        let found = try home.almanac("export", "--search", "person num").output
        #expect(found.components(separatedBy: "BEGIN:VCARD").count == 701)
    }

    @Test(
        "An export without contacts writes an empty document in the requested format and prints a message",
        arguments: [("vcard", ""), ("vcard-3.0", ""), ("jcard", "[]\n"), ("csv", "Name Prefix,First Name")])
    func exportOfNobody(format: String, beginning: String) throws {
        let home = try SeededHome.home()
        let shown = try home.almanac("export", "--search", "nobody", "--as", format)
        #expect(shown.status == 0 && shown.output.hasPrefix(beginning) && shown.output.isEmpty == beginning.isEmpty)
        #expect(shown.errors == "No contacts to export.\n")
        let path = home.folder + "/nobody"
        let kept = try home.almanac("export", "--search", "nobody", "--as", format, "--to", path)
        #expect(kept.status == 0 && kept.output.isEmpty)
        #expect(kept.errors == "No contacts to export. \(path) is empty.\n")
        #expect(try home.bytes(of: path) == Array(shown.output.utf8))
    }

    @Test("A group export with --group-cards does not include the cards of other groups")
    func groupCards() throws {
        let home = try SeededHome.home("flintstones")
        #expect(try home.almanac("new", "group", "name=Empty").status == 0)
        #expect(try home.almanac("new", "group", "name=Quarry", "search=slate rock").status == 0)
        func cards(_ words: String...) throws -> [String] {
            let text = try home.run(["export", "--group-cards"] + words).output
            return text.components(separatedBy: "BEGIN:VCARD").filter { $0.contains("KIND:group") }.compactMap {
                $0.components(separatedBy: "\r\n").first { $0.hasPrefix("FN:") }.map { String($0.dropFirst(3)) }
            }
        }
        #expect(try cards("--group", "Bowling team") == ["Bowling team"])
        #expect(try cards("groups/2", "persons/1", "groups/2") == ["The Rubbles"])
        #expect(try cards("--group", "Quarry") == ["Quarry"])
        #expect(try cards("--group", "Empty") == ["Empty"])
        #expect(try cards("persons/3").contains("The Flintstones"))
        #expect(try home.almanac("export", "--group-cards", "--as", "csv").status == 2)
        #expect(try cards().sorted() == home.almanac("groups", "--json").json.names.sorted())
    }

    @Test("export --as ldif reports groups as lost only without --group-cards")
    func groupsInLDIF() throws {
        let home = try SeededHome.home("flintstones")
        let path = home.folder + "/contacts.ldif"
        let without = try home.almanac("export", "--as", "ldif", "--to", path)
        #expect((without.output + without.errors).contains("exactly: groups"))
        let with = try home.almanac("export", "--as", "ldif", "--to", path, "--force", "--group-cards")
        #expect(try String(decoding: home.bytes(of: path), as: UTF8.self).contains("objectClass: groupOfNames"))
        #expect(!(with.output + with.errors).contains("exactly: groups"))
    }

    @Test("Merging keeps similar phone numbers that are dialed differently")
    func mergedNumbers() throws {
        let home = try SeededHome.home()
        let one = card("Ann", "EMAIL:ann@x.example", "TEL:100", "TEL:+1 555 100 2000,,99#")
        let other = card("Ann", "EMAIL:ann@x.example", "TEL:*100#", "TEL:+1 555 100 200099")
        try home.write(one, to: "one.vcf")
        try home.write(other, to: "other.vcf")
        #expect(try home.almanac("import", "--yes", home.folder + "/one.vcf").status == 0)
        #expect(
            try home.almanac("import", "--yes", "--on-duplicate", "keep-both", home.folder + "/other.vcf").status == 0)
        #expect(try home.almanac("merge", "persons/1", "persons/2", "--keep", "persons/1").status == 0)
        let shown = try home.almanac("show", "persons/1", "--json").output
        for number in ["100", "+1 555 100 2000,,99#", "*100#", "+1 555 100 200099"] {
            #expect(shown.contains("\"\(number)\""), "\(number)")
        }
    }

    @Test("A rejected card is not stored, and a rejected group does not prevent the import of other cards")
    func rejected() throws {
        let home = try SeededHome.home()
        let long = String(repeating: "n", count: 1_100_000)
        let group = [
            "BEGIN:VCARD", "VERSION:4.0", "KIND:group", "FN:" + String(repeating: "g", count: 70_000), "END:VCARD", "",
        ].joined(separator: "\r\n")
        let cards = card("Half", "NOTE:first", "NOTE:" + long) + group + card("Whole", "NOTE:kept")
        try home.write(cards, to: "cards.vcf")
        let ending = try home.almanac("import", "--yes", "--json", home.folder + "/cards.vcf")
        #expect(ending.status == 5, "\(ending.errors)")
        let names = try home.almanac("persons", "--format", "plain").output
        #expect(names.contains("Whole") && !names.contains("Half"))
        #expect(try !home.almanac("notes", "--format", "plain").output.contains("first"))
        #expect(ending.output.contains("\"rejected\":2"), "\(ending.output)")
    }

    @Test("A note that occurs twice on a card is exported twice, even after an edit")
    func notesTwice() throws {
        let home = try SeededHome.home()
        let twice = card("Ann", "NOTE:Likes tea.", "NOTE:Has a cat.", "NOTE:Likes tea.", "TITLE:Pilot")
        try home.write(twice, to: "ann.vcf")
        #expect(try home.almanac("import", "--yes", home.folder + "/ann.vcf").status == 0)
        #expect(try home.almanac("export", "persons/1").output == twice)
        #expect(try home.almanac("edit", "persons/1", "title=Gardener").status == 0)
        #expect(
            try home.almanac("export", "persons/1").output
                == twice.replacing("TITLE:Pilot", with: "TITLE:Gardener"))
    }

    @Test("Unknown members of an imported group card are reported")
    func strangers() throws {
        let home = try SeededHome.home()
        let group = [
            "BEGIN:VCARD", "VERSION:4.0", "KIND:group", "FN:Team", "MEMBER:mailto:ghost@x.example", "END:VCARD", "",
        ].joined(separator: "\r\n")
        try home.write(group, to: "team.vcf")
        let ending = try home.almanac("import", "--yes", home.folder + "/team.vcf", "--format", "table")
        let sentence = "Kept unknown members on the group card: mailto:ghost@x.example."
        #expect((ending.output + ending.errors).contains(sentence))
    }

    @Test("A merge keeps the second person’s formatted name")
    func mergedWholeName() throws {
        let home = try SeededHome.home()
        let other = card("Ann", "EMAIL:ann@x.example").replacing("FN:Ann", with: "FN:Mom")
        try home.write(card("Ann", "TEL:1") + other, to: "two.vcf")
        #expect(try home.almanac("import", "--yes", home.folder + "/two.vcf").status == 0)
        #expect(try home.almanac("merge", "persons/1", "persons/2", "--keep", "persons/1").status == 0)
        #expect(try home.almanac("find", "mom", "--json").output.contains("persons/1"))
        #expect(try home.almanac("show", "persons/1", "--json").output.contains("\"Mom\""))
    }

    @Test("merge requires a value for the department even if the organization is given")
    func mergedDepartments() throws {
        let home = try SeededHome.home()
        try home.write(card("Ann", "ORG:Acme") + card("Ann", "ORG:Beta;Dep"), to: "two.vcf")
        #expect(try home.almanac("import", "--yes", home.folder + "/two.vcf").status == 0)
        let refusal = try home.almanac("merge", "persons/1", "persons/2", "organization=Acme")
        #expect(refusal.status == 2 && refusal.errors.contains("Department: which value should be kept?"))
        #expect(try home.almanac("merge", "persons/1", "persons/2", "organization=Acme", "department=").status == 0)
        #expect(try !home.almanac("show", "persons/1", "--json").output.contains("\"Dep\""))
    }
}
