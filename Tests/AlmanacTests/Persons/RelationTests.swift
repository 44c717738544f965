import Model
import TestSupport
import Testing

/// Relations between persons.
struct RelationTests {
    @Test func `A relation is shown on both persons’ pages, and related lists it`() async throws {
        var app = try await TestApp()
        try await app.send(
            "new person given=Ada family=Lovelace relation.mentor='Mary Somerville'",
            "new person given=Mary family=Somerville")
        try await app.send("show 'Ada Lovelace'")
        #expect(app.screen.contains("Mary Somerville") && app.screen.contains("mentor"))
        try await app.send("home", "related 'Ada Lovelace'")
        #expect(app.told?.contains("Mary Somerville") == true)
        try await app.send("show 'Mary Somerville'")
        #expect(app.screen.contains("Ada Lovelace") && app.screen.contains("mentee"))
        try await app.send("home", "related 'Mary Somerville'")
        #expect(app.told?.contains("mentee") == true)
        try await app.send("settings", "nameOrder=family", "save", "home", "related 'Mary Somerville'")
        #expect(app.told?.contains("Lovelace Ada") == true && app.told?.contains("mentee") == true)
    }

    @Test(
        "The related person’s page shows the inverse term",
        arguments: [
            ("child", "parent"), ("mother", "child"), ("manager", "assistant"), ("assistant", "manager"),
            ("spouse", "spouse"), ("godparent", "godchild"), ("mentor", "mentee"), ("brother", "sibling"),
            ("landlord", "has this person as landlord"), ("ex-wife", "former partner"), ("contact", "contact"),
        ])
    func inverse(label: String, inverse: String) async throws {
        var app = try await TestApp { _ in }
        try await app.send("new person given=Wilma", "new person given=Fred relation.\(label)=Wilma", "show Wilma")
        #expect(app.screen.contains("Fred") && app.screen.contains(inverse))
    }

    @Test func `Adding a relation to one person offers the inverse, and a relation in both directions is shown once`()
        async throws
    {
        var app = try await TestApp { _ in }
        try await app.send("new person given=Wilma", "new person given=Fred relation.spouse=Wilma")
        let offer = "Wilma does not list this relation. Use “edit persons/1 relation.spouse+=Fred” to add it."
        #expect(app.stage.statusLine?.description.hasSuffix(offer) == true)
        try await app.send("show Fred")
        #expect(!app.screen.contains("does not list this relation"))
        for line in ["edit persons/2 title=Foreman", "undo --yes", "edit persons/2 relation-=Wilma", "undo --yes"] {
            try await app.send(line)
            #expect(app.stage.statusLine?.description.contains("does not list") != true, "\(line)")
        }
        try await app.send("edit persons/2 relation.friend+=Wilma")
        #expect(app.stage.statusLine?.description.contains("“edit persons/1 relation.friend+=Fred”") == true)
        try await app.send("undo --yes", "edit persons/1 relation.spouse+=Fred")
        #expect(app.stage.statusLine?.description.contains("does not list") == false)
        try await app.send("show Wilma")
        #expect(app.names == ["Fred"] && !app.screen.contains("does not list this relation"))
    }

    @Test func `Each side of a custom relation can have its own term`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Fred relation.landlord=Barney", "new person given=Barney relation.lodger=Fred",
            "show Barney")
        #expect(app.names == ["Fred"] && app.screen.contains("lodger") && !app.screen.contains("has this person as"))
    }

    @Test func `A relation shows the current name of a renamed person but keeps its text`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Wilma family=Flintstone", "new person given=Fred relation.spouse='Wilma Flintstone'",
            "edit persons/1 family=Slate", "show Fred")
        #expect(app.screen.contains("Wilma Slate") && app.names == ["Wilma Slate"])
        #expect(
            try await app.services.persons.record(.init(rawValue: 2)).content.relations[0].value == "Wilma Flintstone")
    }

    @Test func `The name in a relation is matched regardless of case, even if it has accents`() async throws {
        var app = try await TestApp()
        try await app.send(
            "new person given=Ödön relation.friend='ÉVA ŐRI'", "new person given=Éva family=Őri", "show 'Éva Őri'")
        #expect(app.names == ["Ödön"] && app.screen.contains("friend"))
    }

    @Test func `A relation to a name that several persons share does not link to any of them`() async throws {
        var app = try await TestApp()
        try await app.send("new person given=Wilma title=One")
        let first = app.place
        try await app.send(
            "new person given=Wilma title=Two", "new person given=Fred relation.spouse=Wilma", "open \(first)")
        #expect(!app.screen.contains("Fred"))
        try await app.send("show Fred")
        #expect(app.names.isEmpty)
    }

    @Test func `An ID in a relation becomes the name or, if the name is ambiguous, a UUID`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Wilma", "new person given=Fred relation.spouse=persons/1",
            "new person given=Wilma title=Two", "new person given=Betty relation.friend=persons/3", "show Betty")
        let relations = { (number: Int64) in
            try await app.services.persons.record(.init(rawValue: number)).content.relations.map(\.value)
        }
        #expect(try await relations(2) == ["Wilma"])
        let uuid = try await app.services.persons.record(.init(rawValue: 3)).uuid
        #expect(try await relations(4) == ["urn:uuid:\(uuid)"])
        #expect(app.names == ["Wilma"])
        #expect(try await app.failure(of: "edit persons/4 relation.friend=persons/99") != nil)
    }

    @Test func `A relation that does not identify exactly one contact is reported`() async throws {
        var app = try await TestApp { _ in }
        try await app.send("new person given=Wilma", "new person given=Fred relation.friend=Barney")
        #expect(app.stage.statusLine?.contains("“Barney” does not identify a contact.") == true)
        try await app.send("new person given=Wilma title=Two", "edit persons/2 relation.spouse=Wilma")
        #expect(app.stage.statusLine?.contains("“Wilma” identifies several contacts") == true)
    }

    @Test func `Merging two persons removes the relations between them`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Wilma relation.spouse=Fred", "new person given=Fred relation.spouse=Wilma",
            "edit persons/2 relation.friend+=Barney", "merge persons/1 persons/2 --yes")
        let relations = try await app.services.persons.record(.init(rawValue: 1)).content.relations
        #expect(relations.map(\.value) == ["Barney"])
        try await app.send("undo --yes")
        #expect(try await app.services.persons.record(.init(rawValue: 1)).content.relations.map(\.value) == ["Fred"])
    }

    // MARK: - Filters

    /// The family for tests that do not change it.
    private static let unchangedFamily = Task { try await family() }

    private static func family() async throws -> TestApp {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Fred family=Flintstone relation.wife='Wilma Flintstone' relation.manager='George Slate'",
            "new person given=Wilma family=Flintstone relation.child='Pebbles Flintstone'",
            "new person given=Pebbles family=Flintstone relation.sibling='Stony Flintstone'",
            "new person given=Stony family=Flintstone", "new person given=George family=Slate",
            "new person given=Barney family=Rubble relation.spouse=Betty")
        return app
    }

    @Test(
        "A filter by relation finds the persons on either side",
        arguments: [
            ("related to \"Fred\"", ["Wilma Flintstone", "George Slate"]),
            ("related to 'Fred Flintstone'", ["Wilma Flintstone", "George Slate"]),
            ("spouse = wilma", ["Fred Flintstone"]), ("spouse = fred", ["Wilma Flintstone"]),
            ("spouse = betty", ["Barney Rubble"]), ("spouse ~ bet", ["Barney Rubble"]),
            ("parent = wilma", ["Pebbles Flintstone"]), ("child = pebbles", ["Wilma Flintstone"]),
            ("assistant = fred", ["George Slate"]), ("manager = slate", ["Fred Flintstone"]),
            ("has sibling", ["Pebbles Flintstone", "Stony Flintstone"]), ("related = nobody", []),
            ("related to persons/1", ["Wilma Flintstone", "George Slate"]), ("spouse = persons/2", ["Fred Flintstone"]),
        ])
    func filters(filter: String, expected: [String]) async throws {
        let app = try await Self.unchangedFamily.value
        let listed = try await app.services.persons.list(
            ListRequest(by: .created, limit: 10, where: Filter(filter, of: .person))
        ).items
        #expect(listed.map(\.title).sorted() == expected.sorted())
    }

    // MARK: - The command

    @Test func `The family is drawn as a tree with generations, with other relations next to it`() async throws {
        var app = try await Self.family()
        try await app.send("relations fred")
        let told = try #require(app.told)
        #expect(told.contains("I Fred Flintstone & Wilma Flintstone") && told.contains("II Pebbles Flintstone"))
        #expect(told.contains("II Stony Flintstone") && told.contains("George Slate: manager"))
        #expect(told.contains("edit persons/2 'relation.spouse+=Fred Flintstone'"))
        #expect(told.contains("edit persons/1 'relation.child+=Pebbles Flintstone'"))
        #expect(try await app.services.persons.record(.init(rawValue: 1)).content.relations.count == 2)
        try await app.send("relations fred --svg family.svg")
        let svg = String(decoding: try await app.services.files.read("family.svg", limit: 1_000_000), as: UTF8.self)
        #expect(svg.contains("Fred Flintstone &amp; Wilma Flintstone"))
    }

    @Test func `relations shows a message instead of a tree for a person without linked relations`() async throws {
        var app = try await Self.family()
        try await app.send("relations barney")
        #expect(app.told?.contains("Barney Rubble has no linked relations.") == true)
    }

    @Test func `Persons who are listed as each other’s parents can be drawn`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Ada relation.parent=Ben", "new person given=Ben relation.parent=Ada", "relations ada")
        #expect(app.told?.contains("Ada") == true && app.told?.contains("Ben") == true)
    }

    @Test func `A child whose parents are not partners is drawn below both, and no third parent is suggested`()
        async throws
    {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Mother relation.spouse=Stepfather", "new person given=Father",
            "new person given=Stepfather", "new person given=Child relation.parent=Mother",
            "edit persons/4 relation.parent+=Father", "new person given=Half relation.parent=Stepfather",
            "edit persons/5 relation.parent+=Mother", "relations child")
        let told = try #require(app.told)
        for row in ["I Mother & Stepfather", "II Half", "I Mother / Father"] { #expect(told.contains(row), "\(told)") }
        #expect(told.matches(of: /II Child/).count == 1, "\(told)")
        #expect(!told.contains("relation.parent+=Stepfather"), "\(told)")
        let lines = told.split(separator: "\n").map(String.init)
        let child = try #require(lines.firstIndex { $0.hasSuffix("II Child") })
        #expect(lines[child - 1].hasSuffix("Mother / Father"), "\(told)")
    }

    @Test func `Former partners are drawn like other parents who are not partners`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Mum", "new person given=Dad 'relation.ex-wife=Mum'",
            "new person given=Kid relation.parent=Dad", "edit persons/3 relation.parent+=Mum", "relations kid")
        #expect(app.told?.contains("I Dad / Mum") == true, "\(app.told ?? "")")
    }

    @Test func `A stepchild is drawn below the parent alone, and each couple is drawn once`() async throws {
        var app = try await TestApp { _ in }
        try await app.send(
            "new person given=Step", "new person given=Dad relation.spouse=Step", "new person given=Mum",
            "new person given=Kid relation.parent=Dad", "edit persons/4 relation.parent+=Mum",
            "new person given=Stepkid relation.parent=Step", "edit persons/5 relation.stepfather+=Dad",
            "relations stepkid")
        let told = try #require(app.told)
        let rows = told.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter { $0.hasPrefix("I") }
        #expect(rows.count == 5 && rows.count { $0.contains("Step") && $0.contains("Dad") } == 1, "\(told)")
        let child = try #require(rows.firstIndex { $0.hasSuffix("Stepkid") })
        #expect(rows[child - 1].hasSuffix("I Step"), "\(told)")
        #expect(!told.contains("relation.parent+=Dad"), "\(told)")
    }
}
