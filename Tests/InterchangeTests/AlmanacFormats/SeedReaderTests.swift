import Interchange
import Model
import Testing

@Suite("Reading a sample data set")
struct SeedContentsTests {
    static let about = #"{"name": "n", "title": "t", "summary": "s", "license": "l", "source": "o"}"#

    private func read(_ files: [(String, String)], about: String = about) throws -> SeedContents {
        let all = [("set.json", about)] + files
        let set = all.map { SeedFile(path: "set/\($0.0)", bytes: Array($0.1.utf8)) }
        return try SeedContents(set, at: "set")
    }

    @Test func `Rows with the same key form one record across files`() throws {
        let contents = try read([
            (
                "persons-offices.csv",
                "key,label,phone.*,phone.* fax,address.*\na,Rome,1,2,Via Appia; Roma\na,Oslo,3,,\n"
            ),
            ("persons.csv", "key,given,email.work,birthday\na,Ada,a@x.example,--05-04\nb,Bea,,\na,,b@x.example,\n"),
        ])
        let ada = try #require(contents.persons.first)
        #expect(contents.persons.map(\.key) == ["a", "b"])
        #expect(ada.content.name.given == "Ada")
        #expect(ada.content.birthday == PartialDate("--05-04"))
        #expect(ada.content.emails == [Labeled("work", "a@x.example"), Labeled("work", "b@x.example")])
        #expect(ada.content.phones == [Labeled("Rome", "1"), Labeled("Rome fax", "2"), Labeled("Oslo", "3")])
        #expect(ada.content.addresses == [Labeled("Rome", PostalAddress(street: "Via Appia", locality: "Roma"))])
        #expect(ada.place == SourceLocation(file: "set/persons.csv", line: 2, column: 1))
    }

    @Test func `A planet is identified by its name and may have aliases`() throws {
        let contents = try read([
            (
                "planets.csv",
                """
                name,kind,mass_kg,rings,estimated,aliases,field.climate
                Mars,planet,6.4e23,no,mass|axis,Ares|Red Planet,cold
                """
            )
        ])
        let mars = try #require(contents.planets.first)
        #expect(mars.key == "Mars")
        #expect(mars.content.massKg == 6.4e23)
        #expect(mars.content.rings == false)
        #expect(mars.content.estimated == [.mass, .axis])
        #expect(mars.content.aliases == ["Ares", "Red Planet"])
        #expect(mars.content.customFields == [Labeled("climate", "cold")])
    }

    @Test func `Records refer to other records by key`() throws {
        let contents = try read([
            ("persons.csv", "key,given,planet\na,Ada,Mars\n"), ("groups.csv", "key,name\ng,Poets\n"),
            ("groups-members.csv", "key,member\ng,a\n"),
            ("notes.csv", "key,topic,about\nn,On Ada,persons/a\nm,Free,\n"),
        ])
        #expect(contents.persons[0].links.map(\.key) == ["Mars"])
        #expect(contents.groups[0].links.map(\.key) == ["a"])
        #expect(contents.notes.map { $0.links.map(\.kind) } == [[.person], []])
        #expect(contents.set.counts == [.person: 1, .group: 1, .note: 2])
    }

    @Test(arguments: [
        ("persons.csv", "key,given,birthday\na,Ada,tomorrow\n", 2, 7, "Birthday: invalid value “tomorrow”"),
        ("persons.csv", "key,colour\na,red\n", 1, 5, "Unknown field “colour”"),
        ("persons.csv", "given\nAda\n", 1, 1, "the column “key” is missing"),
        ("persons.csv", "key,given\n,Ada\n", 2, 1, "the row has no key"),
        ("persons.csv", "key,given\na,Ada,x\n", 2, 7, "3 fields, but the header has 2"),
        ("persons.csv", "key,given\n\na,\"Ada\n", 3, 3, "unclosed quote"),
        ("persons.csv", "key,given.first\na,Ada\n", 2, 3, "does not accept a label"),
        ("persons.csv", "key,label,phone.*\na,,1\n", 2, 4, "the row has no label"),
        ("groups.csv", "key,name\ng,\n", 2, 1, "Name is required"),
        ("groups.csv", "key,name,member\ng,Poets,nobody\n", 2, 9, "no person with the key “nobody”"),
        ("notes.csv", "key,topic,about\nn,Topic,ada\n", 2, 9, "does not have the form persons/KEY"),
        ("planets.csv", "name,kind\nMars,cube\n", 2, 6, "one of: star, planet"),
    ])
    func `An error in a data set is reported with its file, line, and column`(
        file: String, text: String, line: Int, column: Int, reason: String
    )
        throws
    {
        let problem = try #require(throws: SeedProblem.self) { try read([(file, text)]) }
        guard case .badRow(let badFile, let badLine, let badColumn, let badReason) = problem else {
            Issue.record("\(problem)")
            return
        }
        #expect((badFile, badLine, badColumn) == ("set/\(file)", line, column))
        #expect(badReason.contains(reason), "\(badReason)")
    }

    @Test(arguments: [
        (#"{"name": "n"}"#, "The string “title” is missing."),
        (
            #"{"name": "", "title": "t", "summary": "s", "license": "l", "source": "o"}"#,
            "The string “name” is missing."
        ),
    ])
    func `A data set without a complete description is rejected`(about: String, reason: String) {
        #expect(throws: SeedProblem.badSet(path: "set/set.json", reason: "\(reason)")) {
            try read([("groups.csv", "key,name\ng,G\n")], about: about)
        }
    }

    @Test func `A data set without record files is rejected`() {
        #expect(throws: SeedProblem.self) { try read([("readme.csv", "key,given\na,Ada\n")]) }
        #expect(throws: SeedProblem.self) { try SeedContents([], at: "set") }
    }
}
