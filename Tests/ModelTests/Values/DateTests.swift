import Model
import TestSupport
import Testing

@Suite("Dates")
struct DateTests {
    @Test func `Day numbers round-trip in every seventh year through 9999`() {
        var expected = CivilDate(year: 1, month: 1, day: 1)?.daysSince1970 ?? 0
        for year in stride(from: 1, through: 9999, by: 7) {
            expected = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0
            for month in 1...12 {
                for day in 1...CivilDate.days(inMonth: month, of: year) {
                    let date = CivilDate(year: year, month: month, day: day)
                    #expect(date?.daysSince1970 == expected)
                    if date != CivilDate(daysSince1970: expected) { Issue.record("day \(expected)") }
                    expected += 1
                }
            }
            #expect(CivilDate(year: year + 1, month: 1, day: 1)?.daysSince1970 == expected)
        }
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 11_016), ("1969-12-31", -1), ("2026-11-21", 20_778), ("0001-01-01", -719_162),
    ])
    func `Dates are converted to day numbers`(text: String, number: Int) throws {
        let date = try #require(PartialDate(text).flatMap { CivilDate($0) })
        #expect(date.daysSince1970 == number)
        #expect(date.description == text)
    }

    @Test(arguments: [
        (2023, 2, 29), (2024, 2, 30), (1900, 2, 29), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
    ])
    func `Invalid dates are rejected`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    // MARK: - Partial dates

    @Test func `Partial dates round-trip through text`() {
        var chance = SeededGenerator(seed: 4)
        for _ in 0..<5000 {
            let date = PartialDate(
                year: chance.happens(oneIn: 2) ? chance.number(below: 10_000) : nil,
                month: chance.happens(oneIn: 2) ? 1 + chance.number(below: 12) : nil,
                day: chance.happens(oneIn: 2) ? 1 + chance.number(below: 31) : nil)
            guard let date else { continue }
            #expect(PartialDate(date.description) == date)
        }
    }

    @Test(arguments: ["1977-05-25", "1977-05", "1977", "--05-25", "--05", "---25", "--02-29", "---31"])
    func `Dates in the extended format round-trip`(text: String) {
        #expect(PartialDate(text)?.description == text)
    }

    @Test(arguments: [("19770525", "1977-05-25"), ("--0525", "--05-25")])
    func `Dates in the basic format are accepted`(text: String, extended: String) {
        #expect(PartialDate(text)?.description == extended)
    }

    @Test(arguments: [
        "", "-", "--", "---", "1977-13", "1977-00-01", "1977-02-29", "--02-30", "--13", "---32", "---00", "77",
        "1977-5-2",
        "1977-05-25T00:00", "٠١٢٣", "1977--25", "197a", "+977", " 1977", "1977-05-25 ", "१९७७", "--5-4",
    ])
    func `Invalid date text is rejected`(text: String) {
        #expect(PartialDate(text) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, nil, false), (1977, nil, 25, false), (-1, 1, 1, false), (0, 1, 1, true), (9999, 12, 31, true),
            (10_000, 1, 1, false), (1977, 0, nil, false), (1977, 13, nil, false), (nil, 12, nil, true),
            (nil, nil, 0, false), (nil, nil, 31, true), (nil, nil, 32, false), (nil, 2, 29, true), (nil, 2, 30, false),
            (1977, 2, 29, false), (1976, 2, 29, true), (nil, 4, 31, false), (1977, nil, nil, true),
        ] as [(Int?, Int?, Int?, Bool)])
    func `A partial date has at least one part and only valid parts, and a year and a day require a month`(
        year: Int?, month: Int?, day: Int?, isValid: Bool
    ) { #expect((PartialDate(year: year, month: month, day: day) != nil) == isValid) }

    @Test(arguments: [
        ("1977-05-25", "2026-11-21", "1977-05-25"), ("--11-21", "2026-11-21", "2026-11-21"),
        ("--11-22", "2026-11-21", "2025-11-22"), ("--02-29", "2025-03-01", "2024-02-29"),
        ("--02-29", "2026-03-01", "2024-02-29"), ("--02-29", "1904-02-28", "1896-02-29"),
        ("1977", "2026-11-21", nil), ("2027-01-01", "2026-11-21", "2027-01-01"), ("--05", "2026-11-21", nil),
    ])
    func `A date without a year gets the most recent year in which the day occurred`(
        text: String, last: String, date: String?
    ) throws {
        let last = try #require(CivilDate(last))
        #expect(try #require(PartialDate(text)).completed(upTo: last) == date.flatMap { CivilDate($0) })
    }

    @Test(arguments: [
        ("--11-21", "2026-11-21", "2026-11-21"), ("--11-20", "2026-11-21", "2027-11-20"),
        ("--02-29", "2026-11-21", "2027-03-01"), ("--02-29", "2027-11-21", "2028-02-29"),
        ("1977-12-31", "2026-11-21", "2026-12-31"), ("2027-01-01", "2026-11-21", "2027-01-01"),
        ("2028-01-01", "2026-11-21", nil), ("2026-11-20", "2026-11-21", "2027-11-20"), ("1977-05", "2026-11-21", nil),
        ("---05", "2026-11-21", nil),
    ])
    func `The next occurrence of a day is on or after the given date, and not before its first year`(
        text: String, first: String, date: String?
    ) throws {
        let first = try #require(CivilDate(first))
        #expect(try #require(PartialDate(text)).next(from: first) == date.flatMap { CivilDate($0) })
    }

    // MARK: - Timestamps

    @Test(arguments: [
        (0, 0, "1970-01-01T00:00:00.000Z"), (951_782_399, 999, "2000-02-28T23:59:59.999Z"),
        (-1, 5, "1969-12-31T23:59:59.005Z"), (-86_400, 0, "1969-12-31T00:00:00.000Z"),
        (1_795_231_080, 7, "2026-11-21T03:18:00.007Z"),
    ])
    func `Timestamps are written in UTC with milliseconds`(seconds: Int64, milliseconds: Int, text: String) {
        #expect(Timestamp(secondsSince1970: seconds, milliseconds: milliseconds).rawValue == text)
    }

    @Test func `Timestamps sort chronologically, and the day of a timestamp is the UTC day`() {
        var chance = SeededGenerator(seed: 9)
        let seconds = (0..<500).map { _ in Int64(chance.number(below: 4_000_000_000)) - 2_000_000_000 }.sorted()
        let stamps = seconds.map { Timestamp(secondsSince1970: $0) }
        #expect(stamps == stamps.sorted())
        let days = seconds.map { Int(($0 - (($0 % 86_400) + 86_400) % 86_400) / 86_400) }
        #expect(stamps.map(\.day?.daysSince1970) == days)
    }
}
