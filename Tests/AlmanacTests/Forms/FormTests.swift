import Almanac
import Display
import Model
import TestSupport
import Testing

struct FormTests {
    private func form(_ address: String = "persons/1/edit") async throws -> TestApp {
        var app = try await TestApp()
        try await app.send("open \(address)")
        return app
    }

    @Test func `A form asks each question once, and skipping leaves the form unchanged`() async throws {
        var app = try await form()
        var titles: [String] = []
        for _ in 1...2 {
            while let question = app.stage.scene.screen.question {
                titles.append(question.title.description)
                #expect(question.line(for: question.value) == "skip" || question.title.hasPrefix("Another"))
                try await app.send("skip")
            }
            if !titles.contains("Prefix") { try await app.send("more") }
        }
        #expect(
            titles.prefix(9) == [
                "Given name", "Family name", "Phone", "Email · work", "Another email", "Organization",
                "Birthday", "New note", "Prefix",
            ])
        #expect(titles.last == "Home planet")
        #expect(Set(titles).count == titles.count)
        #expect(!app.stage.scene.screen.isUnsaved)
    }

    @Test func `After the last question of a form, “up” returns to that question`() async throws {
        var app = try await form("persons/new")
        try await app.send("more")
        while app.question != "Home planet" { try await app.send("skip") }
        try await app.type("Mars")
        #expect(app.question == nil)
        try await app.send("up")
        #expect(app.question == "Home planet")
        try await app.send("up")
        #expect(app.question == "Card language")
    }

    @Test func `After the last question, removing a value does not reopen a question`() async throws {
        var app = try await form("persons/new")
        try await app.send("set phone=+1-555-0100", "more")
        while app.question != nil { try await app.send("skip") }
        try await app.send("remove phone 1")
        #expect(app.question == nil)
        try await app.send("up")
        #expect(app.question == "Home planet")
    }

    @Test(arguments: [
        ("persons/1/edit", ["", "Name", "Work", "Dates", "Contact", "Other"]),
        ("planets/1/edit", ["", "General", "Values", "Discovery", "Star", "Other"]), ("groups/1/edit", [""]),
        ("notes/1/edit", [""]), ("settings", [""]),
    ])
    func `A form with several sections shows their titles`(address: String, titles: [String]) async throws {
        var app = try await form(address)
        var asked: [String] = []
        try await app.send("fill")
        while let question = app.stage.scene.screen.question {
            if asked.isEmpty || !question.section.isEmpty { asked.append(question.section) }
            try await app.send("skip")
            if app.question == nil, asked == [""], titles.count > 1 { try await app.send("more") }
        }
        #expect(asked == titles)
        #expect(app.fields.map(\.section).unique == titles)
    }

    @Test func `A form shows placeholders for empty fields, except for fields that accept any text`() async throws {
        var app = try await form()
        try await app.send("review")
        let placeholders = app.fields.compactMap { field -> String? in
            if case .placeholder(let text, _) = field.value { "\(field.key) \(text)" } else { nil }
        }
        #expect(
            placeholders.contains("anniversary 1977-05-25") && placeholders.contains("phone value, or label: value"))
        #expect(!placeholders.contains { $0.hasPrefix("prefix ") || $0.hasPrefix("email ") })
    }

    @Test(arguments: ["persons/new", "groups/new", "notes/new", "notes/new-person-1"])
    func `Saving an empty form does not create a record`(address: String) async throws {
        var app = try await form(address)
        #expect(try await app.failure(of: "save")?.status == .wrongUsage)
        #expect(app.place == address)
    }

    @Test func `Answers change the record only when the form is saved`() async throws {
        var app = try await form()
        try await app.type("Leia", "Organa Solo")
        #expect(app.question == "Phone")
        try await app.send("more")
        try await app.type("Princess")
        #expect(app.question == "Middle name")
        #expect(app.stage.scene.screen.isUnsaved)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).version == 1)
        try await app.send("save")
        #expect(app.place == "persons/1")
        let leia = try await app.services.persons.record(Person.ID(rawValue: 1))
        #expect(leia.name.prefix == "Princess" && leia.name.family == "Organa Solo" && leia.version == 2)
    }

    @Test func `A form asks for each labeled value and then for a new value`() async throws {
        var app = try await form()
        while app.question != "Email · work" { try await app.send("skip") }
        try await app.type("senator@alderaan.example")
        #expect(app.question == "Another email")
        try await app.type("home: leia@home.example")
        #expect(app.question == "Another email")
        try await app.type("")
        #expect(app.question == "Organization")
        try await app.send("up")
        #expect(app.question == "Another email")
        try await app.send("up", "up")
        #expect(app.question == "Email · work")
        try await app.type("")
        try await app.send("save")
        #expect(app["emails"] == "home: leia@home.example")
    }

    @Test func `Another field can be set during a question`() async throws {
        var app = try await form()
        try await app.send("title=Senator birthday=1977-12-01")
        #expect(app.question == "Given name")
        try await app.send("review")
        #expect(app.question == nil)
        try await app.send("fill")
        #expect(app.question == "Given name")
        #expect(app["title"] == "Senator")
    }

    @Test func `An invalid value is an error, and the form asks the same question again`() async throws {
        var app = try await form()
        while app.question != "Birthday" { try await app.send("skip") }
        #expect(try await app.failure(of: "birthday=never")?.status == .wrongUsage)
        #expect(app.question == "Birthday")
        try await app.type("1977-12-01")
        #expect(app.question == "New note" && app["birthday"] == "1977-12-01")
    }

    @Test func `A form shows the usual fields, and other fields after “more” or if they are not empty`()
        async throws
    {
        var app = try await form("persons/new")
        try await app.send("nickname=Lelila", "review")
        let shown = { (app: TestApp) -> [String] in
            app.fields.filter { $0.audience == .everybody }.map(\.key)
        }
        #expect(shown(app) == Person.mainFields + ["nickname"])
        #expect(app.screen.contains("Type `more` for the other fields: Prefix, Middle name, Suffix, Phonetic name"))
        #expect(app.fields.count == Person.enteredFields.count)
        try await app.send("more")
        #expect(app.question == "Prefix" && shown(app).count == Person.enteredFields.count)
        try await app.send("up")
        #expect(app.question == "New note")
        #expect(try await app.failure(of: "open groups/1/edit") == nil)
        #expect(try await app.failure(of: "more")?.status == .wrongUsage)
    }

    @Test(arguments: [
        ("phone=+49 30 1234567", "phone", "+49 30 1234567"),
        ("E-mail.work=leia@x.example", "email", "work: leia@x.example"),
        ("EMAIL=leia@x.example", "email", "leia@x.example"),
        ("given=Leia Amidala family=Organa", "given", "Leia Amidala"),
        ("Postal address=Hauptstraße 1, 10115 Berlin", "address", "Hauptstraße 1; Berlin; ; 10115"),
        ("Given name=Leia Amidala", "given", "Leia Amidala"), ("home planet=mars", "planet", "planets/2"),
        ("'Family name=Organa Solo'", "family", "Organa Solo"), ("Contact interval=2 weeks", "contact", "2w"),
        ("'Postal address.home.city=Berlin'", "address", "; Berlin"),
    ])
    func `A field can be named by its label, and its value does not require quotation marks`(
        line: String, key: String, value: String
    ) async throws {
        var app = try await form("persons/new")
        try await app.send(line, "review")
        let field = try #require(app.fields.first { $0.key == key })
        #expect(field.value.words.replacing("\n", with: ", ").contains(value), "\(field.value.words)")
        #expect(try await app.failure(of: "Nonsense label=x") != nil)
    }

    @Test(arguments: ["persons/new", "persons/1/edit"])
    func `A person’s form adds a note in the same step as other changes`(address: String) async throws {
        var app = try await form(address)
        let before = try await app.services.notes.count(.all)
        try await app.send("title=Senator contact=30d", "note='Likes spice.'", "review")
        #expect(app.screen.contains("Unsaved: New note, Title, Contact interval."))
        try await app.send("save")
        #expect(app.names.contains("Likes spice.") && app["title"] == "Senator")
        #expect(!app["lastContact"].isEmpty)
        try await app.send("undo --yes")
        #expect(try await app.services.notes.count(.all) == before)
    }

    @Test func `Questions about several values name their field and their label or number`() async throws {
        var app = try await form()
        try await app.send(
            "email.work+=senator@alderaan.example", "email+=leia@rebels.example", "address.home.city=Berlin")
        var titles: [String] = []
        for line in ["fill", "more"] {
            try await app.send(line)
            while let question = app.question {
                titles.append(question)
                try await app.send("skip")
            }
        }
        #expect(
            titles.filter { $0.contains("mail") } == [
                "Email · work (1)", "Email · work (2)", "Email · 3", "Another email",
            ])
        #expect(titles.contains("Address · home · City"), "\(titles)")
    }

    @Test func `Commands that do not apply to a form are errors`() async throws {
        var app = try await form("groups/1/edit")
        #expect(
            try await app.failure(of: "more")?.sentences.map(\.description) == [
                "This form has no other fields.", "Use “fill” or “save”.",
            ])
        try await app.send("cancel", "open persons/1/edit", "review")
        for line in ["remove", "label work", "remove phone"] {
            let failure = try #require(await app.failure(of: line), "\(line)")
            #expect(failure.what.description == "No value is selected.", "\(line)")
        }
        #expect(try await app.failure(of: "remove email 0")?.status == .notFound)
        #expect(try await app.failure(of: "remove email 2")?.status == .notFound)
        #expect(try await app.failure(of: "move email 1 2")?.status == .notFound)
        #expect(try await app.failure(of: "remove email 1") == nil)
    }

    @Test(arguments: ["cancel", "save", "back", "quit"])
    func `A command without a colon is not saved as a name`(word: String) async throws {
        var app = try await TestApp()
        try await app.send("new person")
        let problem = try #require(app.stage.scene.screen.problem(answering: word)?.explanation)
        #expect(problem.what.description == "“\(word)” is a command.")
        #expect(
            problem.next?.description == "Use “:\(word)” to run it, or “:set given=\(word)” to enter it as a value.")
        try await app.send("set given=\(word)")
        #expect(app["given"] == word)
    }

    @Test(arguments: [
        "email.work=a@b.example", "Postal address=Hauptstraße 1, 10115 Berlin", "title=Boss", "phone+=555",
    ])
    func `An assignment without a colon is not saved as a name`(word: String) async throws {
        var app = try await TestApp()
        for line in ["new person", "edit persons/1"] {
            try await app.send(line)
            let question = try #require(app.stage.scene.screen.question)
            for answer in [word, question.value + word] {
                let problem = try #require(app.stage.scene.screen.problem(answering: answer)?.explanation)
                let next = try #require(problem.next?.description)
                #expect(next.hasPrefix("Use “:\(word)” to set that field"), "\(next)")
                #expect(next.contains(question.line(for: answer)), "\(next)")
            }
            #expect(app.stage.scene.screen.problem(answering: "https://x.example/?email=1") == nil)
            try await app.send(word, "cancel")
        }
    }

    @Test func `The form for a new person shows all usual fields, and saving reports the added person`() async throws {
        var app = try await TestApp()
        try await app.send("new person", "given=Wedge note=Pilot", "review")
        let fields = app.stage.scene.screen.page.blocks.flatMap { block in
            if case .record(let fields) = block { fields } else { [Field]() }
        }
        for key in ["family", "phone", "email", "organization", "birthday"] {
            let value = fields.first { $0.key == key }?.value
            let isPlaceholder = if case .placeholder? = value { true } else { false }
            #expect(isPlaceholder, "\(key)")
        }
        try await app.send("save")
        let line = try #require(app.stage.statusLine?.description)
        #expect(line.contains("Added Wedge (persons/6).") && !line.contains("Changed"), "\(line)")
    }

    @Test func `If an invalid answer is the name of a command, the error explains how to run the command`() async throws
    {
        var app = try await form()
        while app.question != "Birthday" { try await app.send("skip") }
        let screen = app.stage.scene.screen
        #expect(screen.problem(answering: "more")?.explanation.next == "Use “:more” to run the command.")
        #expect(screen.problem(answering: "moore")?.explanation.next != "Use “:moore” to run the command.")
        #expect(screen.problem(answering: "2001-02-03") == nil)
    }

    @Test func `edit adds a note without changing the person`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 note='Likes spice.'", "show persons/1")
        #expect(app.names.contains("Likes spice."))
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).version == 1)
        try await app.send("edit --where 'given = Leia' note='Met again.' --yes", "show persons/1")
        #expect(app.names.contains("Met again."))
        let merge = "merge persons/1 persons/2 note=x --keep persons/1"
        #expect(try await app.failure(of: merge)?.status == .wrongUsage)
    }

    @Test func `edit with part of a name opens the form of the only matching person`() async throws {
        var app = try await TestApp()
        try await app.send("edit leia")
        #expect(app.place == "persons/1/edit")
        try await app.send("cancel", "edit leia title=General")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "General")
    }

    @Test func `A form lists a field as unsaved only if its value differs`() async throws {
        var app = try await form()
        try await app.send("given=Leia", "title=Senator", "review")
        #expect(app.screen.contains("Unsaved: Title."))
        try await app.send("title=", "review")
        #expect(!app.screen.contains("Unsaved"))
    }

    @Test func `A name is accepted as the value of a reference`() async throws {
        var app = try await form()
        try await app.send("planet=earth", "save")
        #expect(app["planet"] == "Earth")
    }

    @Test func `An answer can contain special characters`() async throws {
        for answer in ["--05-04", "it's", "a=b", "' \u{301}", "\\", "a  b"] {
            var app = try await form("notes/new")
            try await app.type(answer, answer)
            try await app.send("save")
            #expect(app["topic"] == answer)
            #expect(app["text"] == answer)
        }
    }

    @Test func `Cancelling discards the draft and goes back`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "edit", "title=Senator", "cancel")
        #expect(app.place == "persons/1")
        try await app.send("edit")
        #expect(!app.stage.scene.screen.isUnsaved)
        #expect(app["title"] == "")
    }

    @Test func `The settings form does not ask questions, and settings change only when it is saved`() async throws {
        var app = try await TestApp()
        try await app.send("settings")
        #expect(app.question == nil)
        #expect(try await app.failure(of: "pageSize=3")?.status == .wrongUsage)
        try await app.send("color=never pageSize=20")
        #expect(try await app.services.settings.settings() == Settings())
        try await app.send("save")
        #expect(try await app.services.settings.settings().pageSize == 20)
        #expect(try await app.services.settings.settings().color == .never)
        #expect(!app.stage.scene.screen.isUnsaved)
    }

    @Test func `Saving the settings form changes the order of names on other screens`() async throws {
        var app = try await TestApp()
        let title = try await app.services.persons.record(Person.ID(rawValue: 1)).title
        try await app.send("settings", "nameOrder=family", "save")
        #expect(try await app.services.settings.settings().names.order == .family)
        #expect(app.told == "Settings saved.")
        try await app.send("show persons/1")
        let words = title.split(separator: " ").map(String.init)
        #expect("\(app.stage.scene.screen.page.title)" == words.reversed().joined(separator: " "))
        try await app.send("settings")
        #expect(try await app.failure(of: "sortLanguage=xx")?.status == .wrongUsage)
    }

    @Test func `The form for an exoplanet uses the title “Equilibrium temperature”`() async throws {
        var app = try await TestApp()
        try await app.send("new planet name=Yavin type=exoplanet", "edit", "'Equilibrium temperature=900'")
        #expect(app.screen.contains("Unsaved: Equilibrium temperature."))
        #expect(app.fields.contains { $0.title == "Equilibrium temperature" })
        try await app.send("type=planet")
        #expect(app.fields.contains { $0.title == "Mean temperature" })
    }
}
