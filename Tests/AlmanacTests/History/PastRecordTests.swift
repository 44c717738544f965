import Model
import TestSupport
import Testing

@testable import Almanac
@testable import Navigation

struct PastRecordTests {
    private static let tokyo = Clock(offset: { _ in 9 * 3600 }) { CivilDate(daysSince1970: 20_778) }

    @Test(arguments: [
        ("2026-11-20", "2026-11-20T14:59:59.999Z"), ("2026-11-20T18:00", "2026-11-20T09:00:00.000Z"),
        ("2026-11-20T03:00:30", "2026-11-19T18:00:30.000Z"), ("2026-11-20T18:00:30.250Z", "2026-11-20T18:00:30.250Z"),
        ("2026-11-20T18:00+02:00", "2026-11-20T16:00:00.000Z"),
        ("2026-11-20T18:00:30-0530", "2026-11-20T23:30:30.000Z"),
        ("2026-11-20T18:00+02", "2026-11-20T16:00:00.000Z"),
        ("2026-11-20T18:00Z", "2026-11-20T18:00:00.000Z"), ("0001-01-01", "0001-01-01T14:59:59.999Z"),
    ])
    func `A date denotes the end of the day, and a time without an offset is local`(text: String, time: String) throws {
        #expect(try Self.tokyo.time(text).rawValue == time)
    }

    @Test(arguments: [
        "", "T", "2026", "2026-11", "2026-11-31", "2026-11-20T", "2026-11-20T18", "2026-11-20T24:00",
        "2026-11-20T18:60", "2026-11-20T18:00:60", "2026-11-20T18:00:00.1", "2026-11-20Z", "2026-11-20T1:00",
        "2026-11-20T18:00T", "2026-11-20T-1:00", "2026-11-20T18:00:00.-10", "sometime", "2026-11-20T18:00:00.000.0",
        "2026-11-20T+5:00", "2026-11-20T18:00:30.+12", "2026-11-20T-0:00",
        "2026-11-20T18:00+", "2026-11-20T18:00+2", "2026-11-20T18:00+0:2:0:0", "2026-11-20T18:00+:0200",
        "2026-11-20T18:00+02:", "2026-11-20T18:00+24:00", "2026-11-20+02:00", "2026-11-20T18:00Z+02:00",
    ])
    func `Invalid times are rejected`(text: String) {
        #expect(throws: CommandProblem.self) { try Self.tokyo.time(text) }
    }

    @Test(arguments: [
        ("2026-11-20T16:03:00.000Z", "today 01:03"), ("2026-11-20T14:59:59.999Z", "20 Nov 2026 23:59"),
        ("1969-12-31T14:59:59.000Z", "31 Dec 1969 23:59"),
    ])
    func `Times are shown in local time`(time: String, words: String) {
        #expect(Self.tokyo.words(Timestamp(rawValue: time)) == words)
    }

    @Test func `Daylight saving time is applied as of the given time`() throws {
        let change = 1_774_746_000  // 29 March 2026, 01:00 UTC: Berlin goes from one hour ahead to two
        let berlin = Clock(offset: { $0 < change ? 3600 : 7200 }) { CivilDate(daysSince1970: 20_778) }
        #expect(try berlin.time("2026-03-29T01:59").rawValue == "2026-03-29T00:59:00.000Z")
        #expect(try berlin.time("2026-03-29T03:00").rawValue == "2026-03-29T01:00:00.000Z")
        #expect(try berlin.time("2026-03-28").rawValue == "2026-03-28T22:59:59.999Z")
        #expect(try berlin.time("2026-03-29").rawValue == "2026-03-29T21:59:59.999Z")
    }

    @Test(arguments: [(3600, "2026-10-25T00:30:00.000Z"), (-18_000, "2026-10-25T05:30:00.000Z")])
    func `An ambiguous hour denotes its first occurrence, and a date denotes the end of the day`(
        winter: Int, first: String
    )
        throws
    {
        let change = 1_792_890_000 + (winter > 0 ? 0 : 5 * 3600)  // 25 October 2026, 01:00 UTC, or 06:00
        let clock = Clock(offset: { $0 < change ? winter + 3600 : winter }) { CivilDate(daysSince1970: 20_778) }
        #expect(try clock.time(winter > 0 ? "2026-10-25T02:30" : "2026-10-25T01:30").rawValue == first)
        let midnight = Clock(offset: { $0 < 1_792_879_200 ? 7200 : 3600 }) { CivilDate(daysSince1970: 20_778) }
        // Clocks are set back from midnight to 23:00, so the last hour of the day occurs twice.
        #expect(try midnight.time("2026-10-24").rawValue == "2026-10-24T22:59:59.999Z")
    }

    @Test func `show --at shows a past state, even of a deleted record`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator")
        let then = try await app.services.persons.record(Person.ID(rawValue: 1)).modified.rawValue
        try await app.send("edit persons/1 title=General", "delete persons/1 --yes")
        try await app.send("show persons/1 --at \(then)")
        let page = try #require(app.stage.notice)
        #expect(page.title.hasPrefix("Leia Organa, as of "))
        #expect(page.address == "persons/1")
        #expect(app.told?.contains("title=Senator") == true && app.told?.contains("asOf=\(then)") == true)
        #expect(app.told?.contains("groups=Rebel Alliance") == true)
        #expect(try await app.failure(of: "show persons/1 --at 1999-01-01")?.status == .notFound)
        let relative = try #require(try await app.failure(of: "show persons/1 --at '20 years ago'"))
        #expect(relative.status == .notFound && !relative.sentences.joined().contains("ago"))
    }

    @Test func `show --at accepts a row number`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "show 1 --at 2999-01-01")
        #expect(app.stage.notice?.address == "persons/5")
    }

    @Test func `Fields that the history does not record are null in a past record`() throws {
        func check<Content: Presentable>(_ record: Record<Content>, _ unknown: Set<String>) throws {
            guard case .record(let past) = record.page(at: Timestamp(secondsSince1970: 0), Self.tokyo).blocks.first
            else {
                Issue.record("The page is of no record.")
                return
            }
            #expect(unknown.isSubset(of: past.map(\.key)))
            for field in past where unknown.contains(field.key) { #expect(field.value == .none, "\(field.key)") }
            let now = [Content.relatedNow?.key].compactMap(\.self)
            #expect(Content.presentOnly(of: record).union(["favorite"]).union(now) == unknown)
        }
        try check(Record<Person>.blank, ["favorite", "journal", "notes", "relatives", "smartGroups"])
        try check(Record<Planet>.blank, ["favorite", "notes", "residents", "siblings", "smartGroups"])
        try check(Record<Note>.blank, ["favorite"])
        try check(Record<Group>.blank, ["favorite", "notes"])
        var group = Record<Group>.blank
        group.content.search = "leia"
        try check(group, ["favorite", "notes", "members", "memberCount", "linkedPlanets"])
    }
}
