import AlmanacStore
import FoundationEssentials
import Model
import TestSupport
import Testing

@Suite("Checklist: completion", .childProcesses)
struct CompletionTests {
    /// Returns a home in which several names have a common prefix.
    private static func bedrock() throws -> Home { try Home(as: snapshot.get()) }

    private static let snapshot = Result {
        let home = try HomeFixture.home()
        try home.almanac(
            input: """
                new person given=Élodie family=Durand
                new person given='=odd'
                new planet name=Alderaan kind=fictional
                new group name='Rebel Alliance'
                new group name='Rebel Guard'
                new group name="Pilot's Club"
                new person given=Zwilling nickname=one
                new person given=Zwilling nickname=two
                remote add cloud /srv

                """)
        return try HomeSnapshot(of: home)
    }

    @Test("C34 Tab completes a word, ignoring case and accents, and adds quotes where needed")
    func table() throws {
        let session = try TerminalSession(try Self.bedrock(), until: "almanac ›")
        for (typed, completed) in Self.completions {
            session.terminal.type("\u{15}" + typed + "\t|")
            let isCompleted = session.terminal.wait { terminal in
                let line = terminal.screen.text.split(separator: "\n").first { $0.contains("|") } ?? ""
                return line.hasPrefix("almanac › " + completed)
            }
            #expect(isCompleted, "\(typed): \(session.terminal.screen.text)")
        }
    }

    /// Typed words and the beginning of the completed lines.
    private static let completions: [(typed: String, completed: String)] = [
        ("fav", "favorite"), ("show betty", "show 'Betty Rubble' "), ("show Betty r", "show 'Betty Rubble' "),
        ("show 'bet", "show 'Betty Rubble' "), ("show \"betty ru", "show 'Betty Rubble' "),
        ("show elod", "show 'Élodie Durand' "), ("show ÉLODIE", "show 'Élodie Durand' "),
        ("show =o", "show persons/"), ("show duran", "show 'Élodie Durand' "),
        ("show persons/betty", "show persons/5 "),
        ("delete betty", "delete 'Betty Rubble' "),
        ("delete 'betty rubble' wilma", "delete 'betty rubble' 'Wilma Flintstone' "),
        ("add betty rubble to reb", "add betty rubble to 'Rebel "),
        ("edit planets/1 massk", "edit planets/1 massKg="), ("edit groups/1 desc", "edit groups/1 description="),
        ("edit 'fred flintstone' planet=al", "edit 'fred flintstone' planet=Alderaan "),
        ("edit 'fred flintstone' phone.h", "edit 'fred flintstone' phone.home="),
        ("new note top", "new note topic="), ("new pl", "new planet "),
        ("new planet type=fic", "new planet type=fictional "),
        ("persons --so", "persons --sort "), ("persons --sort na", "persons --sort name "),
        ("persons --sort -na", "persons --sort -name "), ("persons --sort=na", "persons --sort=name "),
        ("persons --format js", "persons --format json "), ("help mig", "help migrate "),
        ("backup /etc/host", "backup /etc/host"), ("import ~/.loc", "import ~/.local/"),
        ("find alder", "find Alderaan "), (":favo", ":favorite"),
        ("plot hab", "plot habitable "), ("plot dist", "plot distance "), ("plot distance:l", "plot distance:ly "),
        ("plot mass radius:rj", "plot mass radius:rjup "), ("plot mass wh", "plot mass where "),
        ("planets --columns name,radius:b", "planets --columns name,radius:bar "),
        ("planets --columns moo", "planets --columns moons "),
        ("remote rem", "remote remove "), ("remote app", "remote approve "),
        ("remote default cl", "remote default cloud "),
        ("sync clo", "sync cloud "), ("sync st", "sync status "),
        ("resolve 1 --keep th", "resolve 1 --keep theirs "),
        ("remote add home /srv --group reb", "remote add home /srv --group 'Rebel "),
        ("plot sky where starr", "plot sky where starradius "),
        ("export --where 'group = Pil", "export --where 'group = Pil|"), ("plot mass ra", "plot mass ra|"),
    ]

    @Test("C34 After “sort”, Tab completes fields for ascending and descending order")
    func orders() throws {
        let session = try TerminalSession(try Self.bedrock(), until: "almanac ›")
        try session.enter("planets", until: "planets ›")
        session.terminal.type("sort startemp\t|")
        #expect(session.terminal.wait { $0.screen.text.contains("sort startemperature |") })
        session.terminal.type("\u{15}sort -dens\t|")
        #expect(session.terminal.wait { $0.screen.text.contains("sort -density |") })
    }

    @Test(
        "C34 Tab and Shift-Tab cycle through the candidates, and Enter accepts a candidate without running the line"
    )
    func menu() throws {
        let session = try TerminalSession(try Self.bedrock(), until: "almanac ›")
        try session.press("show zwil\t", until: "2 choices")
        try session.press("\t", until: "1 of 2")
        try session.press("\t", until: "2 of 2")
        #expect(session.output.contains("›Zwilling"))
        try session.press("\u{1B}[Z", until: "1 of 2")
        let before = session.terminal.received.count
        try session.press("\r", until: "almanac › show persons/")
        #expect(!String(decoding: session.terminal.received[before...], as: UTF8.self).contains("Zwilling"))
        try session.enter("", until: "persons › Zwilling ›")
        #expect(session.quit() == 0)
    }

    @Test("C34 The completion menu, suggestions, and colors can be disabled")
    func switches() throws {
        let home = try Self.bedrock()
        let open = try TerminalSession(home, until: "almanac ›")
        try open.enter("groups", until: "groups ›")
        try open.press("gr", until: "groups › groups")
        try open.press("\u{3}", until: "groups ›")
        try open.press("show", until: "show")
        try open.press("\u{3}", until: "show\ngroups ›")
        #expect(open.terminal.text.contains("\u{1B}[1ms"))
        #expect(open.quit() == 0)

        try home.write("suggestions = no\ncompletionMenu = no\n", to: ".config/almanac/config")
        let closed = try TerminalSession(home, ["--color=never", "open", "home"], until: "almanac ›")
        try closed.press("show zwil\t\t|", until: "|")
        #expect(!closed.output.contains("Zwilling · persons"))
        try closed.press("\u{3}gr", until: "› gr")
        try closed.press("|", until: "› gr|")
        #expect(!closed.terminal.text.contains("\u{1B}[1m"))
        try closed.press("\u{3}", until: "almanac ›")
        #expect(closed.quit() == 0)
    }

    @Test("C34 Name completion executes only two SELECT statements")
    func oneStatement() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let watch = StatementRecorder(folder)
        let store = try await Store.open(at: StoreLocation(folder + "/almanac.db"), mode: .createIfMissing)
        defer { store.close() }
        for number in 1...30 {
            var group = Group()
            group.name = "Group \(number)"
            _ = try await store.groups.add(group)
        }
        let statements = try await watch.statements {
            let names = try await store.search.names(beginningWith: "GROUP", of: [.group], limit: 5)
            #expect(names.references.count == 5 && names.total == 30 && !names.isCapped)
        }
        #expect(
            statements.filter { $0.contains("SELECT") }.count == 2, "The names, and how they are written: \(statements)"
        )
    }

    @Test("C34 A path is completed in a folder with thousands of files")
    func largeFolder() throws {
        let home = try SeededHome.home()
        for number in 0..<2000 { try home.write("", to: "cards/a\(number).vcf") }
        try home.write("", to: "cards/zz.vcf")
        let session = try TerminalSession(home, until: "almanac ›")
        session.terminal.type("import ~/cards/z\t|")
        #expect(session.terminal.wait { $0.screen.text.contains("import ~/cards/zz.vcf |") })
    }
}
