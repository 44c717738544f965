import Almanac
import Navigation
import TestSupport
import Testing

struct HelpTests {
    @Test func `help lists each available command once, beginning with the commands of the screen`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "help commands")
        let rows = try #require(app.stage.notice).tables.dropLast().flatMap(\.rows)
        let names = rows.map { $0["name"].words }
        #expect(names.firstIndex(of: "planet") ?? .max < names.firstIndex(of: "find") ?? 0)
        #expect(names.contains("quit"))
        #expect(Set(names).count == names.count)
        #expect(rows.first { $0["name"].words == "edit" }?["usage"].words.hasPrefix("edit [") == true)
    }

    @Test func `help shows the syntax of a command`() async throws {
        var app = try await TestApp()
        try await app.send("help add")
        #expect(app.told?.contains("add [ID…] to GROUP") == true)
        #expect(app.told?.contains("add persons/7 to groups/3") == true)
    }

    @Test(arguments: ["import", "log", "transits", "graph", "birthdays", "add-email"])
    func `Examples that redirect input or output are shell commands, even at the prompt`(name: String) async throws {
        var app = try await TestApp()
        try await app.send("help \(name)")
        let lines = try #require(app.told).split(separator: "\n").filter { ShellWords.needsShell(String($0)) }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("almanac \(name) ") }, "\(lines)")
        #expect(app.told?.contains("\n\(name) ") == true || name == "graph")
    }

    @Test(arguments: [
        "persons > list.csv", "persons | grep Leia", "birthdays --ics > b.ics", "favorites | cat", "show leia > x.txt",
        "> x", "export > a.vcf",
    ])
    func `A redirection at the prompt is answered with the way to do it in a shell`(line: String) async throws {
        var app = try await TestApp()
        let sentences = try #require(await app.failure(of: line)?.sentences.map(\.description))
        #expect(sentences.last?.contains("Use “almanac …” in a shell") == true, "\(sentences)")
    }

    @Test(arguments: ["planets mass > 1", "persons leia"])
    func `The hint about redirection does not replace the hint about a filter`(line: String) async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: line)?.sentences.last?.description.contains("in a shell") == false)
    }

    @Test func `Every command has a summary and a help page`() async throws {
        var app = try await TestApp()
        var names: Set<String> = []
        for address in ["home", "persons", "persons/1", "persons/1/edit", "found?leia", "settings"] {
            try await app.send("open \(address)")
            for command in app.stage.scene.commands where names.insert(command.name).inserted {
                #expect(!command.summary.isEmpty && !command.summary.hasSuffix("."))
                try await app.send("help \(command.name)")
            }
        }
    }

    @Test(arguments: [
        ("perons", "persons"), ("shwo persons/1", "show"), ("delte persons/1 --yes", "delete"), ("hlep", "help"),
        ("plan", "planets"),
    ])
    func `A correction of a mistyped command is suggested but not run`(line: String, suggestion: String) async throws {
        var app = try await TestApp()
        let failure = try #require(await app.failure(of: line))
        #expect(failure.status == .wrongUsage)
        #expect(failure.sentences.contains { $0.description.contains(suggestion) })
        #expect(app.place == "home")
        #expect(try await app.services.persons.count(.all) == 5)
    }

    @Test func `The error for an unknown command suggests help`() async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: "?!")?.sentences.last == "Use “help commands” to list commands.")
        #expect(try await app.failure(of: "help xyzzyxyzzy")?.status == .wrongUsage)
    }

    @Test(arguments: [
        ("search leia", "find"), ("ls", "persons"), ("list", "persons"), ("rm persons/1", "delete"),
        ("remove-record persons/1", "delete"), ("create person", "new"), ("tag persons/1", "add"),
        ("rename leia", "edit"), ("call leia", "phone"), ("qr leia", "share"), ("send leia", "share"),
        ("copy leia", "export"), ("remind leia", "due"), ("guest", "logout"), ("postaddress leia", "postal?"),
        ("details leia", "show?"), ("star leia", "favorite?"), ("move leia", "edit?"), ("label leia", "postal?"),
        ("print", "export?"), ("addressbooks", "remotes?"), ("template", "new?"), ("empty-trash", "purge --all?"),
        ("convert", "import or export?"), ("help list", "mean persons?"), ("help khard", "mean import?"),
        ("skywalker", "find skywalker"), ("Luke Skywalker", "find 'Luke Skywalker'"),
    ])
    func `The error for an unknown word suggests the intended command`(line: String, suggestion: String) async throws {
        var app = try await TestApp()
        let failure = try #require(await app.failure(of: line))
        #expect(failure.sentences.last?.contains(suggestion) == true, "\(failure.sentences)")
    }

    @Test(arguments: ["people", "contacts"])
    func `people and contacts are aliases of persons`(alias: String) async throws {
        var app = try await TestApp()
        try await app.send(alias)
        #expect(app.place == "persons")
        try await app.send("show \(alias)/1")
        #expect(app.place == "persons/1")
        try await app.send("new \(alias) given=Wedge", "new \(alias == "people" ? alias : "contact") given=Biggs")
        #expect(app["given"] == "Biggs")
        try await app.send("home", "open \(alias)/1")
        #expect(app.place == "persons/1")
    }

    @Test func `An assignment outside a form is an error that suggests edit`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1")
        let failure = try #require(await app.failure(of: "title=Senator"))
        #expect(failure.status == .wrongUsage)
        #expect(failure.sentences.first?.contains("title=Senator") == true)
        #expect(failure.sentences.last?.contains("edit title=Senator") == true)
    }

    @Test(arguments: [
        ("show", "“show” requires the argument ID."), ("home away", "“home” does not accept “away”."),
        ("persons --lim 3", "“persons” has no option --lim."),
        ("persons -l 3", "“persons” has no option -l. Did you mean --limit?"),
        ("persons --group x", "“persons” has no option --group. Did you mean --of?"),
        ("birthdays --group x", "“birthdays” has no option --group. Did you mean --of?"),
        ("export --of x", "“export” has no option --of. Did you mean --group?"),
        ("email -p leia", "“email” has no option -p. Use one of: --only, or “--” before text such as “-p”."),
        ("phone leia -p", "“phone” has no option -p."), ("query -x leia", "“query” has no option -x."),
        ("show -f persons/1", "“show” has no option -f."), ("touch persons/1 -x", "“touch” has no option -x."),
        ("edit leia -p x", "“edit” has no option -p."), ("new person -i foo.yaml", "“new” has no option -i."),
        ("edit persons/1 title=Dr. -x", "“edit” has no option -x."), ("note persons/1 -x", "“note” has no option -x."),
        ("edit persons/1 street=x", "Unknown field “street”. Did you mean address.street?"),
        ("edit persons/1 zip=x", "Unknown field “zip”. Did you mean address.postalCode?"),
        ("new person tel=1", "Unknown field “tel”. Did you mean phone?"),
        ("edit persons/1 Cell=1", "Unknown field “Cell”. Did you mean phone.mobile?"),
        ("edit persons/1 company=x", "Unknown field “company”. Did you mean organization?"),
        ("edit persons/1 web=x", "Unknown field “web”. Did you mean url?"),
        ("edit persons/1 group=Friends", "Unknown field “group”. Use “add ID to GROUP” to add a record to a group."),
        ("edit planets/1 tags=x", "Unknown field “tags”. Use “add ID to GROUP” to add a record to a group."),
        ("edit notes/1 group=x", "Unknown field “group”. Use one of: topic,"),
        ("edit planets/1 street=x", "Unknown field “street”. Use one of: name,"),
        ("edit persons/1 Geburtstag=x", "Unknown field “Geburtstag”. Did you mean birthday?"),
        ("edit persons/1 Kontakt=x", "Unknown field “Kontakt”. Did you mean given, middle, or family?"),
        ("edit persons/1 Postfach=1", "Unknown field “Postfach”. Did you mean address?"),
        ("persons where ville = x", "Expected a field, found “ville”. Did you mean city?"),
        ("persons where skype = x", "Expected a field, found “skype”. Did you mean im?"),
        ("export persons/1 ./x.ods", "Unknown format “.ods”. Use “--as FORMAT” with one of: vcard,"),
        ("persons where tel = 1", "Expected a field, found “tel”. Did you mean phone?"),
        ("export list.xlsx", "Unknown format “.xlsx”. Use “--as FORMAT” with one of: vcard,"),
        ("export persons/1 x.ods", "Unknown format “.ods”. Use “--as FORMAT” with one of: vcard,"),
        ("export csv", "No match for “csv”. Use “export --as csv” to set the format."),
        ("export vcf", "No match for “vcf”. Use “export --as vcard” to set the format."),
        ("export out/", "No match for “out/”. Use “export --to out/” to write files."),
        ("persons --all=yes", "The option --all does not take a value."),
        ("persons --limit", "The option --limit requires a value."),
        ("new star name=x", "Unknown kind “star”."), ("new person", "No fields to save."),
        ("add persons/1 groups/1", "“add” requires"),
        ("add persons/1 and groups/1", "“add” requires the word “to”."),
        ("edit persons/1 title", "Invalid assignment “title”."),
        ("edit persons/1", "No fields to change."),
        ("new Leia Organa", "Unknown kind “Leia”. Use one of: person, group, planet, note, as in “new person Leia …”."),
        ("photo persons/1", "“photo” requires the argument FILE"),
    ])
    func `A usage error describes the mistake`(line: String, sentence: String) async throws {
        var app = try await TestApp(isInteractive: false)
        let failure = try #require(await app.failure(of: line))
        #expect(failure.status == .wrongUsage)
        #expect(failure.sentences.joined(separator: " ").hasPrefix(sentence), "\(failure.sentences)")
    }

    @Test func `note with a topic but without text is an error`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1")
        #expect(try await app.failure(of: "note --topic Plans")?.sentences.first == "A note requires text.")
        #expect(
            try await app.failure(of: "note planets/1 --topic Plans")?.sentences.last == "Use “note planets/1 TEXT”.")
    }
}
