import TestSupport
import Testing
import Text

@Suite("Contact tables and full export", .childProcesses)
struct TableExchangeTests {
    @Test("A contact table round-trips through another database")
    func table() throws {
        let (old, new) = (try SeededHome.home("flintstones", "swapi"), try SeededHome.home())
        try old.almanac("edit", "persons/1", "title==1+1", "phone+=+33 1 23", "nickname=@x")
        let path = new.folder + "/contacts.csv"
        #expect(try old.almanac("export", "--as", "csv", "--to", path).status == 0)
        let text = String(decoding: try new.bytes(of: path), as: UTF8.self)
        #expect(text.contains(",'=1+1,") && text.contains(",+33 1 23,"))
        let imported = try new.almanac("import", path)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(Self.cells(try new.almanac("export", "--as", "csv").output) == Self.cells(text))
    }

    @Test(
        "The extension of the target file determines the export format", .long("every extension twice"),
        arguments: [
            ("a.csv", "csv", "Name Prefix,"), ("a.LDIF", "ldif", "version: 1"), ("a.json", "json", "{"),
            ("a.ndjson", "ndjson", "{"), ("a.ldi", "ldif", "version: 1"), ("a.jcard", "jcard", "["),
            ("a.vcf", "vcard", "BEGIN:VCARD"), ("a.txt", "vcard", "BEGIN:VCARD"),
            ("csv", "vcard", "BEGIN:VCARD"),
        ])
    func endings(name: String, format: String, beginning: String) throws {
        let home = try SeededHome.home("flintstones")
        let (path, other) = (home.folder + "/" + name, home.folder + "/other")
        let exported = try home.almanac("export", "--to", path)
        let warning = "Unknown format “.txt”. The format is vcard. Use --as to set another format."
        #expect(exported.status == 0 && exported.errors.contains(warning) == (name == "a.txt"))
        #expect(exported.errors.contains("Unknown format") == (name == "a.txt"))
        #expect(try home.almanac("export", "--as", format, "--to", other).status == 0)
        #expect(String(decoding: try home.bytes(of: path), as: UTF8.self).hasPrefix(beginning))
        #expect(try home.bytes(of: path).count == home.bytes(of: other).count)
        // The option --as takes precedence over the file name.
        guard Soak.isOn || format == "json" else { return }
        #expect(try home.almanac("export", "--as", "csv", "--force", "--to", path).status == 0)
        #expect(String(decoding: try home.bytes(of: path), as: UTF8.self).hasPrefix("Name Prefix,"))
    }

    @Test(
        "The region determines the order of day and month in an imported table",
        arguments: [("US", "07-04"), ("GB", "04-07")])
    func region(region: String, date: String) throws {
        let home = try SeededHome.home()
        try home.almanac("settings", "region=\(region)")
        let imported = try home.almanac("import", try home.write("Name,Birthday\nAnn,7/4/1981\n", to: "contacts.csv"))
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try home.almanac("persons", "--columns", "birthday", "--csv").output.contains("1981-\(date)"))
    }

    @Test("C2 All CSV output except csv-raw protects cells against interpretation as formulas")
    func formulas() throws {
        let home = try SeededHome.home()
        let formulas = ["=1+1", "@x", "+1+1", "-1+1", "\t=1", "\n=1", "＝1", "'=1"]
        for formula in formulas {
            try home.almanac("new", "person", "given=Ann", "nickname=\(formula)", "phone=+33 1 23")
        }
        try home.almanac("new", "planet", "name==1+1", "type=fictional")
        for words in [
            ["persons", "--columns", "nickname,phone"], ["find", "ann"], ["show", "persons/1"], ["planets", "--all"],
            ["export", "--as", "csv"],
        ] {
            let isExport = words[0] == "export"
            let guarded = try home.run(isExport ? words : words + ["--csv"]).output
            let raw = try home.run(isExport ? ["export", "--as", "csv-raw"] : words + ["--csv-raw"]).output
            #expect(try Self.unsafeCells(guarded) == [], "\(words)")
            #expect(try isExport || !guarded.contains("'") || Self.unsafeCells(raw) != [], "\(words)")
            #expect(!isExport || raw.contains(",=1+1,") && raw.contains(",'=1,"))
        }
        let path = try home.write(try home.almanac("planets", "--all", "--csv").output, to: "planets.csv")
        let other = try SeededHome.home()
        let imported = try other.almanac("import", path)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try other.almanac("planets", "--all", "--json").json.names == ["=1+1"])
    }

    /// Returns the cells that a spreadsheet would interpret as formulas, except a known phone number.
    private static func unsafeCells(_ csv: String) throws -> [String] {
        try CSVReader.records(of: Array(csv.utf8)).flatMap(\.texts).filter { cell in
            let starts = cell.unicodeScalars.first.map("=+-@\t\r\n＝＋－＠".unicodeScalars.contains) ?? false
            return starts && cell != "+33 1 23"
        }
    }

    /// Returns the cells of each row without the ID and the version, with the values in each cell sorted.
    private static func cells(_ text: String) -> [[[String]]] {
        text.split(separator: "\r\n").map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).dropLast(2).map { cell in
                cell.split(separator: " ::: ").map(String.init).sorted()
            }
        }
    }

    @Test("C3 Guessed column mappings are shown and require confirmation")
    func guessed() throws {
        let home = try SeededHome.home()
        let path = try home.write("Rufname;Surname;Mail (privat);Schuh\nLeia;Organa;l@a.example;38\n", to: "people.csv")
        let asked = try home.almanac("import", path)
        #expect(asked.status == 2 && asked.errors.contains("Schuh = field.Schuh") && asked.errors.contains("--yes"))
        let tried = try home.almanac("import", path, "--dry-run", "--map", "Rufname=given; Mail (privat)=email.home")
        #expect(tried.status == 0 && tried.output.contains("Mail (privat)\temail.home"))
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
        let partial = "Rufname=given; Mail (privat)=email.home"
        let rest = try home.almanac("import", path, "--map", partial)
        #expect(
            rest.status == 2 && rest.errors.contains("Rufname = given") && rest.errors.contains("Schuh = field.Schuh"))
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
        let whole = partial + "; Surname=family; Schuh=field.Schuh"
        #expect(try home.almanac("import", path, "--map", whole, "--dry-run").status == 0)
        #expect(try home.almanac("import", path, "--map", whole).status == 0)
        let leia = try #require(try home.almanac("persons", "--json").rows.first)
        #expect(leia["name"]?.string == "Leia Organa")
        #expect(leia["emails"]?.array?.first?["label"]?.string == "home")
        #expect(leia["customFields"]?.array?.first?["label"]?.string == "Schuh")
        for mapping in ["x", "Nobody=given", "Rufname=planet"] {
            #expect(try home.almanac("import", path, "--map", mapping).status == 2)
        }
    }

    @Test(
        "A full export in JSON or NDJSON round-trips through an empty database", .long("planets in both formats"),
        arguments: ["json", "ndjson"])
    func everything(format: String) throws {
        let sets = ["flintstones"] + (Soak.isOn || format == "json" ? ["solar"] : [])
        let (old, new) = (try SeededHome.home(with: sets), try SeededHome.home())
        try old.write([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 2, 3], to: "face.gif")
        #expect(try old.almanac("photo", "persons/1", old.folder + "/face.gif").status == 0)
        #expect(try old.almanac("new", "group", "name=Quarry", "search=slate rock").status == 0)
        let text = try old.almanac("export", "--as", format).output
        let path = try new.write(text, to: "everything")
        let imported = try new.almanac("import", path)
        #expect(imported.status == 0 && imported.output.contains("Imported 8 persons"), "\(imported.errors)")
        #expect(try new.almanac("export", "--as", format).output == text)
        #expect(try new.almanac("check", "--deep").status == 0)
        #expect(try new.almanac("import", path).status == 1)
        #expect(try old.almanac("export", "--as", format, "persons/1").status == 2)
        #expect(try new.almanac("undo", "--yes").status == 0)
        #expect(try new.almanac("persons", "--json").rows.isEmpty)
    }
}
