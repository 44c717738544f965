@testable import Almanac
import Display
import Model
import TestSupport
import Testing

@Suite("The sky above a place")
struct SkyTests {
    private static let cologne = "sky --from 50.94,6.96 --at 2026-12-24T18:00Z"

    private func rows(_ line: String, of app: inout TestApp) async throws -> [String: Row] {
        try await app.send(line)
        let rows = try #require(app.stage.notice?.tables.first).rows
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"].words, $0) })
    }

    @Test("sky lists the Sun, the Moon, and seven planets with their risings and settings")
    func bodies() async throws {
        var app = try await TestApp()
        let rows = try await rows(Self.cologne, of: &app)
        #expect(rows.count == 9)
        let sun = try #require(rows["Sun"])
        #expect(sun["aboveHorizon"].words == "no")
        // The expected times are from PyEphem 4.2.1, for the upper limb and a refraction of 34′.
        #expect(sun["rising"].words.hasPrefix("2026-12-24T07:33"))
        #expect(sun["setting"].words.hasPrefix("2026-12-24T15:29"))
    }

    @Test("The place is a person’s position, preferably the home position, or the place in the settings")
    func places() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 position.work=1,2 position.home=50.94,6.96")
        try await app.send("sky --from persons/1 --at 2026-12-24T18:00Z")
        #expect(app.told?.contains("(home), 50.94,6.96") == true)
        let missing = try #require(try await app.failure(of: "sky --from persons/2"))
        #expect(missing.what.contains("has no position"))
        for position in ["99,999", "1,999", "50,9,6,9", "50.94"] {
            let invalid = try #require(try await app.failure(of: "sky --from \(position)"))
            #expect(invalid.what == "Invalid position “\(position)”." && invalid.next?.contains("50.94,6.96") == true)
        }
        let unknown = try #require(try await app.failure(of: "sky"))
        #expect(unknown.what == "No place is set." && unknown.next?.contains("--from") == true)
        var settings = try await app.services.settings.settings()
        settings.place = GeographicPosition("-33.87,151.21")
        try await app.services.settings.save(settings)
        try await app.send("sky")
        #expect(app.told?.contains("place=-33.87,151.21") == true)
    }

    @Test("The position at home is recognized if an earlier version stored a synonym as its label")
    func formerLabels() async throws {
        var app = try await TestApp()
        var person = Person()
        (person.name.given, person.positions) = ("Ann", [Labeled("work", "1,2"), Labeled("private", "50.94,6.96")])
        let record = try await app.services.persons.add(person)
        try await app.send("sky --from \(record.recordID) --at 2026-12-24T18:00Z")
        #expect(app.told?.contains("50.94,6.96") == true)
    }

    @Test("The position on the user’s own card is the default place")
    func ownCard() async throws {
        var app = try await TestApp()
        try await app.send("signup Wilma", "edit persons/1 position=50.94,6.96")
        let person = try #require(try await app.services.persons.named("Leia Organa").first)
        var account = try await app.services.accounts.account(named: "Wilma")
        account.card = person
        try await app.services.accounts.update(account, in: CommandContext("card", by: nil))
        try await app.send("sky")
        #expect(app.told?.contains("50.94,6.96") == true)
    }

    @Test("The host stars of favorite planets are listed after the planets, each star once")
    func hosts() async throws {
        var app = try await TestApp()
        try await app.send("signup Wilma")
        for (name, star) in [("A b", "A"), ("A c", "A"), ("B b", "B")] {
            try await app.send(
                "new planet 'name=\(name)' parent=\(star) raDeg=37.95 decDeg=89.26 starMagnitudeV=7.67",
                "favorite 'planets/\(name)'")
        }
        try await app.send("new planet 'name=C b' parent=C", "favorite 'planets/C b'")
        let rows = try await rows(Self.cologne, of: &app)
        #expect(rows.count == 11 && rows["C"] == nil)
        let star = try #require(rows["A"])
        #expect(star["aboveHorizon"].words == "always" && star["rising"] == .none && star["setting"] == .none)
        #expect(star["magnitude"] == .number(7.7))
        #expect(try await self.rows("sky --from -50.94,6.96", of: &app)["A"]?["aboveHorizon"].words == "never")
    }

    @Test("The Sun does not set in the polar summer and does not rise in the polar winter")
    func polar() async throws {
        var app = try await TestApp()
        let summer = try await rows("sky --from 78.2,15.6 --at 2026-06-21T12:00Z", of: &app)
        #expect(summer["Sun"]?["aboveHorizon"].words == "always")
        let winter = try await rows("sky --from 78.2,15.6 --at 2026-12-21T12:00Z", of: &app)
        #expect(winter["Sun"]?["aboveHorizon"].words == "never")
        let pole = try await rows("sky --from -90,0 --at 2026-12-21T12:00Z", of: &app)
        #expect(pole["Sun"]?["aboveHorizon"].words == "always")
    }

    @Test(
        "Times outside the validity period of the planetary theories are rejected",
        arguments: ["1799-12-31T23:59Z", "2050-01-01T00:00Z"])
    func period(time: String) async throws {
        var app = try await TestApp()
        let problem = try #require(try await app.failure(of: "sky --from 0,0 --at \(time)"))
        #expect(problem.what.contains("Cannot calculate the sky for"))
        for time in ["1800-01-01T00:00Z", "2049-12-31T23:59Z"] {
            try await app.send("sky --from 0,0 --at \(time)")
        }
    }

    @Test("Risings and settings are listed for the local day, which may begin on another day in UTC")
    func localDay() async throws {
        let east = Clock(offset: { _ in 13 * 3600 }) { CivilDate(daysSince1970: 20_778) }
        // 10:30 UTC on 23 December is 23:30 local time; 11:30 UTC is 00:30 on 24 December.
        let times = try [37_800, 41_400].map { second in
            let place = ObserverPlace(position: try #require(GeographicPosition("-36.85,174.76")))
            let report = try #require(
                SkyReport(place: place, seconds: 20_810 * 86_400 + second, clock: east, hosts: []))
            return try #require(report.page.tables.first).rows[0]["rising"].words
        }
        #expect(times[0].hasPrefix("2026-12-22T16:5") && times[1].hasPrefix("2026-12-23T16:5"))
    }
}
