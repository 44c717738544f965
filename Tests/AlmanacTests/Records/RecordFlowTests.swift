import Almanac
import Display
import Model
import TestSupport
import Testing

/// Listing, opening, and editing records of every kind.
struct RecordFlowTests {
    @Test func `Persons can be listed, opened, and edited`() async throws {
        var app = try await TestApp()
        try await app.send("persons")
        #expect(app.names == ["Mara Jade", "Leia Organa", "Luke Skywalker", "Luke Skywalker", "Han Solo"])
        try await app.send("2")
        #expect(app.place == "persons/1")
        #expect(app["planet"] == "Alderaan")
        #expect(app.names == ["Rebel Alliance", "Plans", "Alderaan"])
        try await app.send("edit title=Senator 'phone.home=+1 555 0100'")
        #expect(app.place == "persons/1")
        #expect(app["title"] == "Senator")
        #expect(app["phones"] == "home: +1 555 0100")
        try await app.send("planet")
        #expect(app.place == "planets/3")
    }

    @Test func `Group members can be listed, added, and removed`() async throws {
        var app = try await TestApp()
        try await app.send("groups", "1")
        #expect(app.place == "groups/1")
        #expect(app.names == ["Leia Organa", "Luke Skywalker"])
        try await app.send("add 'Mara Jade' to groups/1")
        #expect(app.told?.hasPrefix("Added 1 person to Rebel Alliance (groups/1).") == true)
        #expect(app.names.count == 3)
        try await app.send("remove persons/5 from 'rebel alliance'")
        #expect(app.names.count == 2)
        try await app.send("edit description=Hope", "2")
        #expect(app.place == "persons/2")
    }

    @Test func `Planets can be listed, opened, and edited`() async throws {
        var app = try await TestApp()
        try await app.send("planets")
        #expect(app.names == ["Earth", "Mars", "Moon"])
        try await app.send("all")
        #expect(app.names == ["Alderaan", "Earth", "Mars", "Moon"])
        try await app.send("1")
        #expect(app.names == ["Leia Organa"])
        try await app.send("show planets/moon", "parent")
        #expect(app.place == "planets/1")
        try await app.send("edit massKg=5.97e24 aliases+=Terra", "show planets/terra")
        #expect(app.place == "planets/1")
    }

    @Test func `A planet’s page shows derived values with their formulas`() async throws {
        var app = try await TestApp()
        try await app.send("show planets/earth", "edit massKg=5.9722e24 radiusKm=6371 parent=Sun semiMajorAxisAu=1.00")
        let derived = try #require(app.stage.scene.screen.page.tables.first { $0.key == "derived" })
        let escape = try #require(derived.rows.first { $0["figure"] == .words("Escape velocity") })
        guard case .quantity(let speed) = escape["value"] else {
            Issue.record("The escape velocity is not a quantity.")
            return
        }
        #expect(abs(speed.value - 11.186) < 0.001 && speed.basis == .computed && speed.digits == 3)
        #expect(escape["formula"] == .text("sqrt(2 G M / R)"))
        let zone = try #require(derived.rows.first { $0["figure"] == .words("Habitable zone") })
        #expect(zone["value"] == .words("inside, 0.951 to 1.68 au"))
        // Derived values have no links, so they are not related records.
        let problem = try #require(try await app.failure(of: "related derived"))
        #expect(problem.sentences[0] == "No match for “derived”.")
        // Any other word is the name of a record.
        try await app.send("related earth")
        #expect(app.told?.contains("Earth") == true)
    }

    @Test func `A planet’s page shows the user’s age in years of that planet`() async throws {
        var app = try await TestApp(.account(Account.ID(rawValue: 1))) { store in
            try await SampleRecords.settle(in: store)
            let ann = try await store.accounts.add(name: "ann", passphrase: nil)
            var card = Person()
            (card.name.given, card.birthday) = ("Ann", PartialDate(year: 2000, month: 1, day: 1))
            try await store.accounts.addCard(card, of: ann.id, in: .test)
        }
        try await app.send("show planets/mars", "edit orbitalPeriodDays=687")
        let row = try #require(
            app.stage.scene.screen.page.tables.first { $0.key == "derived" }?.rows.first {
                $0["figure"] == .words("Your age there")
            })
        let days = app.services.clock.today().daysSince1970 - 10_957
        guard case .quantity(let age) = row["value"] else {
            Issue.record("The age is no figure.")
            return
        }
        #expect(abs(age.value - Double(days) / 687) < 0.01)
    }

    @Test func `A person’s page shows groups and smart groups`() async throws {
        var app = try await TestApp()
        try await app.send("new group name=Organas search=organa", "show persons/1")
        #expect(app.names == ["Rebel Alliance", "Organas", "Plans", "Alderaan"])
        #expect(app.screen.contains("Organas\tsmart"))
        try await app.send("2")
        #expect(app.place.hasPrefix("groups/"))
        #expect(app.names.contains("Leia Organa"))
    }

    @Test func `Notes can be listed, added, and edited`() async throws {
        var app = try await TestApp()
        try await app.send("notes", "sort topic", "2")
        #expect(app.place == "notes?by=topic/1")
        #expect(app["about"] == "Leia Organa")
        try await app.send("about", "note --topic Hair Buns.")
        #expect(app.place == "notes/3")
        #expect(app["text"] == "Buns.")
        #expect(app["about"] == "Leia Organa")
        try await app.send("edit 'text=Two buns.' about=", "show notes/3")
        #expect(app["about"] == "")
    }

    @Test func `web opens a record’s web page in the browser`() async throws {
        var app = try await TestApp()
        try await app.send("show planets/mars", "web")
        #expect(app.stage.visit?.description == "https://mars.example/")
        try await app.send("show planets/earth")
        #expect(app.stage.visit == nil)
        #expect(try await app.failure(of: "web")?.status == .notFound)
    }

    @Test func `Saving a form creates a record and shows it`() async throws {
        var app = try await TestApp()
        try await app.send("new group")
        #expect(app.place == "groups/new")
        #expect(try await app.failure(of: "save")?.sentences.first == "Name is required.")
        try await app.type("Jedi")
        #expect(app.question == "Description")
        try await app.send("save")
        #expect(app.place == "groups/3")
        try await app.send("back")
        #expect(app.place == "home")
    }

    @Test func `A note about the record on screen can be written in a form`() async throws {
        var app = try await TestApp()
        try await app.send("show persons/1", "note")
        #expect(app.place == "notes/new-person-1")
        try await app.type("Hair", "Buns.")
        try await app.send("save")
        #expect(app["about"] == "Leia Organa")
    }

    @Test func `An unknown field and an invalid value are both reported, and the record is unchanged`() async throws {
        var app = try await TestApp()
        let failure = try await app.failure(of: "edit persons/1 title=Senator birthday=never mass=5")
        #expect(failure?.status == .wrongUsage)
        #expect(failure?.sentences.first?.contains("Unknown field “mass”.") == true)
        #expect(failure?.sentences.first?.contains("Birthday: invalid value “never”") == true)
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).version == 1)
    }

    @Test func `The error for an unknown key that occurs in several field titles suggests those fields`() async throws {
        var app = try await TestApp()
        let failure = try await app.failure(of: "new person name=Ada")
        #expect(failure?.sentences == ["Unknown field “name”.", "Did you mean given, middle, or family?"])
    }
}
