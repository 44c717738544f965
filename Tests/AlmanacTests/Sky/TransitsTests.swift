import Display
import Model
import TestSupport
import Testing

@testable import Almanac

@Suite("Transits of planets")
struct TransitsTests {
    /// Returns an app with three planets of two stars. “C b” has no transit midpoint.
    private func app() async throws -> TestApp {
        try await TestApp { store in
            for (name, period, midpoint) in [("A b", 2, 2_461_365.25), ("B b", 3, 2_461_366), ("C b", 4, nil)]
                as [(String, Double, Double?)]
            {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = (name, .exoplanet, String(name.prefix(1)))
                (planet.orbitalPeriodDays, planet.transitMidpoint) = (period, midpoint)
                (planet.transitDuration, planet.starMagnitudeV) = (name == "A b" ? 2.5 : nil, 7.67)
                if name == "A b" { (planet.raDeg, planet.decDeg) = (300.18, 22.71) }
                _ = try await store.planets.add(planet)
            }
        }
    }

    private func rows(_ line: String, of app: inout TestApp) async throws -> [Row] {
        try await app.send(line)
        return try #require(app.stage.notice?.tables.first).rows
    }

    @Test("The transits of planets that match a filter are listed in chronological order")
    func list() async throws {
        var app = try await app()
        // The Julian date 2461365.5 is 21 November 2026, 0:00 UTC.
        let rows = try await rows("transits where 'type = exoplanet' --at 2026-11-21T00:00Z --within 6d", of: &app)
        #expect(rows.map { $0["name"].words } == ["B b", "A b", "B b", "A b", "A b"])
        let times = rows.map { $0["midpoint"].words }
        #expect(times == times.sorted())
        // BJD 2461366 without the light time to the barycenter, minus 69.5 s between dynamical and universal time.
        #expect(times[0] == "2026-11-21T11:58:51.000Z")
        #expect(rows[0]["altitudeDeg"] == .none && rows[0]["light"] == .none)
        #expect(rows[1]["durationHours"].words == "2.5 h" && rows[1]["magnitude"].words == "7.67")
    }

    @Test("With a place, the list contains the light and, if the position of the star is known, its altitude")
    func place() async throws {
        var app = try await app()
        let rows = try await rows(
            "transits where 'type = exoplanet' --at 2026-11-21T00:00Z --within 3d --from 50.94,6.96", of: &app)
        #expect(rows[0]["altitudeDeg"] == .none && rows[0]["light"].words == "day")
        #expect(rows[1]["altitudeDeg"] != .none && rows[1]["direction"] != .none)
    }

    @Test("--of lists the transits of one planet, and --limit shortens the list")
    func one() async throws {
        var app = try await app()
        let rows = try await rows("transits --of 'A b' --at 2026-11-21T00:00Z --limit 3", of: &app)
        #expect(rows.map { $0["name"].words } == ["A b", "A b", "A b"])
        let filtered = try await self.rows(
            "transits where 'type = exoplanet' --at 2026-11-21T00:00Z --within 6d --limit 2", of: &app)
        #expect(filtered.map { $0["name"].words } == ["B b", "A b"])
        #expect(app.stage.notice?.tables.first?.total == nil)
        let unknown = try #require(try await app.failure(of: "transits --of 'C b'"))
        #expect(unknown.what == "No transits of C b are known.")
    }

    @Test("Without a filter, the favorite planets are used")
    func favorites() async throws {
        var app = try await app()
        let none = try #require(try await app.failure(of: "transits"))
        #expect(none.what == "You have no favorite planets.")
        try await app.send("signup Wilma", "favorite 'planets/B b'")
        let rows = try await rows("transits --at 2026-11-21T00:00Z --within 3d", of: &app)
        #expect(rows.map { $0["name"].words } == ["B b"])
    }

    @Test("An empty list has a placeholder")
    func empty() async throws {
        var app = try await app()
        try await app.send("transits where 'type = moon'")
        #expect(app.told?.contains("No transits found.") == true)
    }

    @Test("Transits are written as iCalendar events that begin half a duration before the midpoint")
    func calendar() async throws {
        var app = try await app()
        let line = "transits --of 'A b' --at 2026-11-22T00:00Z --within 2d --from 50.94,6.96 --save a.ics"
        try await app.send(line)
        let text = String(decoding: try await app.services.files.read("a.ics", limit: 10_000), as: UTF8.self)
        let lines = text.split(separator: "\r\n").map(String.init)
        #expect(lines.count { $0 == "BEGIN:VEVENT" } == 1 && lines.last == "END:VCALENDAR")
        #expect(lines.contains("SUMMARY:Transit of A b") && lines.contains("DURATION:PT9000S"))
        #expect(lines.contains { $0.hasPrefix("DESCRIPTION:Altitude ") })
        let start = try #require(lines.first { $0.hasPrefix("DTSTART:") })
        #expect(start.hasPrefix("DTSTART:20261122T16") && start.hasSuffix("Z"))
    }
}
