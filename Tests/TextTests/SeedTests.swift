import Embedded
import TestSupport
import Testing
import Text

/// The sample data sets as documented in `Seeds/SOURCES.md`, checked without a database.
@Suite struct SeedTests {
    /// Returns the rows of one kind in all files of a set, by column name.
    static func rows(_ set: String, _ kind: String) throws -> [[String: String]] {
        try EmbeddedFilesTests.embedded.filter { $0.path.hasPrefix("Seeds/\(set)/\(kind)") }.flatMap { file in
            let records = try CSVReader.records(of: file.bytes)
            let header = try #require(records.first).texts
            return try records.dropFirst().map { record in
                try record.requireCount(header.count)
                return Dictionary(uniqueKeysWithValues: zip(header, record.texts))
            }
        }
    }

    static func keys(_ set: String, _ kind: String) throws -> Set<String> { keys(of: try rows(set, kind)) }

    private static func keys(of rows: [[String: String]]) -> Set<String> {
        Set(rows.compactMap { $0["key"] ?? $0["name"] })
    }

    @Test(arguments: [
        ("flintstones", 8, 5, 16, 0, 8), ("swapi", 82, 42, 192, 59, 0), ("congress", 537, 61, 1_611, 0, 0),
        ("solar", 0, 0, 0, 110, 0), ("exoplanets", 0, 0, 0, 6_540, 0),
    ])
    func `A data set has the documented number of records`(
        set: String, persons: Int, groups: Int, memberships: Int, planets: Int, notes: Int
    ) throws {
        #expect(try Self.keys(set, "persons").count == persons)
        #expect(try Self.keys(set, "groups").count == groups)
        #expect(try Self.rows(set, "groups").compactMap { $0["member"] }.count == memberships)
        let bodies = try Self.rows(set, "planets")
        #expect(bodies.count == planets && Self.keys(of: bodies).count == planets)
        #expect(try Self.keys(set, "notes").count == notes)
    }

    @Test(arguments: ["flintstones", "swapi", "congress", "solar", "exoplanets"])
    func `Every reference in a data set refers to a record in the same set`(set: String) throws {
        let persons = try Self.keys(set, "persons")
        let planets = try Self.keys(set, "planets")
        let named = try Self.rows(set, "groups").filter { $0["name"] != nil }.compactMap { $0["key"] }
        for row in try Self.rows(set, "groups") {
            #expect(named.contains(row["key", default: ""]))
            if let member = row["member"] { #expect(persons.contains(member)) }
        }
        for row in try Self.rows(set, "persons") {
            if let planet = row["planet"], !planet.isEmpty { #expect(planets.contains(planet)) }
        }
        let addresses = persons.map { "persons/\($0)" } + named.map { "groups/\($0)" } + planets.map { "planets/\($0)" }
        let places = Set(addresses + [""])
        for note in try Self.rows(set, "notes") {
            #expect(places.contains(note["about", default: "no column"]))
        }
    }

    @Test(arguments: ["flintstones", "swapi", "congress", "solar", "exoplanets"])
    func `A data set has a complete description`(set: String) throws {
        let file = try #require(EmbeddedFilesTests.embedded.first { $0.path == "Seeds/\(set)/set.json" })
        let meta = try JSONReader.value(of: file.bytes)
        #expect(meta.members?.map(\.key) == ["name", "title", "summary", "license", "source"])
        #expect(meta["name"]?.string == set)
        #expect(meta.members?.allSatisfy { $0.value.string?.isEmpty == false } == true)
    }

    @Test func `Offices in the data set “congress” have five-part postal addresses and labels unique per person`()
        throws
    {
        let offices = try Self.rows("congress", "persons-offices")
        #expect(offices.count == 1_312)
        #expect(Set(offices.map { [$0["key"], $0["label"]] }).count == 1_312)
        #expect(try Set(offices.compactMap { $0["key"] }).isSubset(of: Self.keys("congress", "persons")))
        #expect(
            offices.allSatisfy { $0["address.*"]?.split(separator: ";", omittingEmptySubsequences: false).count == 5 })
    }
}
