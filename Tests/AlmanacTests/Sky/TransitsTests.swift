import Display
import Model
import TestSupport
import Testing

@testable import Almanac

@Suite("Transits of planets")
struct TransitsTests {
    /// Returns an app with three planets of different stars. “C b” has no transit midpoint.
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

    @Test("With a place, the list shows daylight or night and, if the position of the star is known, its altitude")
    func place() async throws {
        var app = try await app()
        let rows = try await rows(
            "transits where 'type = exoplanet' --at 2026-11-21T00:00Z --within 3d --from 50.94,6.96", of: &app)
        let (known, other) = try (
            #require(rows.first { $0["name"].words == "A b" }), #require(rows.first { $0["name"].words == "B b" })
        )
        #expect(other["altitudeDeg"] == .none && other["observablePart"] == .none && other["light"].words == "day")
        #expect(known["altitudeDeg"] != .none && known["direction"] != .none)
        let ends = [known["ingress"].words, known["midpoint"].words, known["egress"].words]
        #expect(ends == ends.sorted() && Set(ends).count == 3)
    }

    @Test("With a place, the list is sorted by the observable part, and limits omit transits that cannot be observed")
    func quality() async throws {
        var app = try await app()
        let line = "transits where 'type = exoplanet' --at 2026-11-21T00:00Z --within 20d --from 50.94,6.96"
        let parts = try await rows(line, of: &app).map { row -> Double in
            if case .quantity(let part) = row["observablePart"] { part.value } else { 0 }
        }
        #expect(parts == parts.sorted(by: >) && parts.contains(0) && parts.contains { $0 > 0 })
        let observable = try await rows("\(line) --min-altitude 10 --twilight civil", of: &app)
        #expect(!observable.isEmpty && observable.count < parts.count)
        #expect(observable.allSatisfy { $0["name"].words == "A b" })
        let failure = try #require(
            try await app.failure(of: "transits where 'type = exoplanet' --min-altitude 10"))
        #expect(failure.what == "--min-altitude and --twilight require a place.")
        #expect(try await app.failure(of: "\(line) --min-altitude 90") != nil)
    }

    @Test(
        "With several places, each transit is listed once for each place, and each calendar event describes all places"
    )
    func places() async throws {
        var app = try await app()
        let line = "transits --of 'A b' --at 2026-11-21T00:00Z --within 20d"
        let (north, south) = ("--from 50.94,6.96", "--from -30.24,-70.74")
        let all = try await rows("\(line) \(north) \(south) \(north)", of: &app)
        let table = try #require(app.stage.notice?.tables.first)
        #expect(table.columns.map(\.key).contains("place") && table.total == all.count)
        var expected: [String: Row] = [:]
        for place in [north, south] {
            for row in try await rows("\(line) \(place)", of: &app) {
                expected["\(row["place"].words) \(row["midpoint"].words)"] = row
            }
            #expect(app.stage.notice?.tables.first?.columns.map(\.key).contains("place") == false)
        }
        #expect(all.count == 20 && expected.count == 20)
        for row in all {
            #expect(expected["\(row["place"].words) \(row["midpoint"].words)"]?.fields == row.fields)
        }
        let best = try await rows("\(line) \(north) \(south) --limit 3", of: &app)
        #expect(best.map(\.fields) == all.prefix(3).map(\.fields))
        #expect(app.stage.notice?.tables.first?.total == 20)
        try await app.send("\(line) \(north) \(south) --save a.ics")
        let text = String(decoding: try await app.services.files.read("a.ics", limit: 20_000), as: UTF8.self)
        let unfolded = text.replacing("\r\n ", with: "").split(separator: "\r\n")
        let descriptions = unfolded.filter { $0.hasPrefix("DESCRIPTION:") }
        #expect(descriptions.count == 10)
        #expect(descriptions.allSatisfy { $0.contains("50.94") && $0.contains("-30.24") && $0.contains("-70.74") })
        #expect(try await app.failure(of: "\(line) \(north) --from 95,0")?.what == "Invalid position “95,0”.")
    }

    @Test(
        "Times are as precise as the error of the period allows, and a transit that is too uncertain is listed without a time"
    )
    func uncertainty() async throws {
        var app = try await app()
        let line = "transits --of 'A b' --at 2026-11-21T00:00Z --within 6d"
        try await app.send("edit 'A b' transitMidpoint=2461165.25")
        // The last transit is 100 orbits after the midpoint.
        let cases = [("0.0001", "15 min"), ("0.001", "2.5 h"), ("0.004", "9.9 h !"), ("0.008", "19 h !")]
        for (error, words) in cases {
            try await app.send("edit 'A b' uncertainty.orbitalPeriodDays=\(error)")
            let rows = try await rows(line, of: &app)
            let last = try #require(rows.last)
            guard case .date(_, let midpoint) = last["midpoint"] else {
                Issue.record("\(last)")
                return
            }
            let isPredictable = error != "0.008"
            #expect(last["uncertainty"].words == words && last["isPredictable"] == .flag(isPredictable))
            #expect(rows.count == (isPredictable ? 3 : 1))
            #expect(
                midpoint.contains(":") == (error == "0.0001")
                    && midpoint.contains("~") == (isPredictable && error.count == 5))
            #expect((midpoint == "too uncertain") == !isPredictable)
        }
        try await app.send("\(line) --save b.ics")
        #expect(app.told?.contains("Wrote") != true)
    }

    @Test("A planet that does not transit its star is not listed, even if its midpoint is known")
    func conjunction() async throws {
        var app = try await app()
        try await app.send("edit 'A b' transiting=no")
        let rows = try await rows("transits where 'type = exoplanet' --at 2026-11-21T00:00Z --within 6d", of: &app)
        #expect(Set(rows.map { $0["name"].words }) == ["B b"])
        let failure = try #require(try await app.failure(of: "transits --of 'A b'"))
        #expect(failure.what == "A b does not transit its star.")
    }

    @Test("transits PLANET draws the altitude of the star on the night of the next observable transit")
    func curve() async throws {
        var app = try await app()
        let line = "transits 'A b' --at 2026-11-21T00:00Z --from 50.94,6.96"
        try await app.send(line)
        let blocks = try #require(app.stage.notice).blocks
        let plot = try #require(
            blocks.compactMap { if case .picture(.plot(let plot)) = $0 { plot } else { nil } }.first)
        #expect(plot.title.hasPrefix("Transit of A b, ") && plot.title.hasSuffix("% observable"))
        let labels = plot.classes.flatMap(\.marks).map(\.label).map { String($0.prefix { $0 != " " }) }
        #expect(labels == ["ingress", "midpoint", "egress"])
        #expect(plot.guides.map(\.name) == ["dark sky", "limit 20°", "A"])
        try await app.send("\(line) --svg a.svg")
        let svg = String(decoding: try await app.services.files.read("a.svg", limit: 100_000), as: UTF8.self)
        #expect(svg.contains("Transit of A b"))
        #expect(try await app.failure(of: "transits 'A b'")?.what == "No place is set.")
        #expect(try await app.failure(of: "transits --svg b.svg") != nil)
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

    @Test("Without a filter, the transits of favorite planets are listed")
    func favorites() async throws {
        var app = try await app()
        let none = try #require(try await app.failure(of: "transits"))
        #expect(none.what == "You have no favorite planets.")
        try await app.send("signup Wilma", "favorite 'planets/B b'")
        let rows = try await rows("transits --at 2026-11-21T00:00Z --within 3d", of: &app)
        #expect(rows.map { $0["name"].words } == ["B b"])
    }

    @Test("An empty list of transits shows a placeholder")
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
