import Model
import TestSupport
import Testing

struct OccasionTests {
    /// Days in five years: every eleventh day, and all days near the end of a year or of February.
    private static let days = (0..<1830).map { CivilDate(daysSince1970: 20_600 + $0) }.filter { day in
        let key = day.description.suffix(5)
        return day.daysSince1970 % 11 == 0 || key >= "12-29" || key <= "01-03" || "02-26"..."03-03" ~= key
    }
    private static let keys = (0..<366).map { String(CivilDate(daysSince1970: 10_957 + $0).description.suffix(5)) }
    private static let dates = keys.compactMap { key in PartialDate("--" + key).map { (key, $0) } }

    @Test func `A full-year span contains every day once in chronological order`() throws {
        for today in Self.days {
            let ranges = YearlySpan(from: today).ranges
            let order = ranges.flatMap { range in Self.keys.filter(range.contains) }
            #expect(order.sorted() == Self.keys, "\(today)")
            let next = order.compactMap { PartialDate("--" + $0)?.next(from: today) }
            #expect(next == next.sorted() && next.count == 366, "\(today)")
        }
    }

    @Test(.long("every day and date"), arguments: Soak.sample([365, 0, 1, 30, 100, 364, 366, 10_000], 2))
    func `A yearly span contains exactly the dates that recur within it`(length: Int) throws {
        for today in Self.days {
            let span = YearlySpan(from: today, days: length)
            let ranges = span.ranges
            let wrong = Self.dates.filter { key, date in
                let isWithin = date.next(from: today).map { $0.daysSince1970 - today.daysSince1970 <= length }
                return ranges.contains { $0.contains(key) } != isWithin
            }
            #expect(wrong.isEmpty, "\(wrong) from \(today)")
        }
    }

    @Test func `February 29 becomes March 1 in common years`() throws {
        let born = try #require(PartialDate("2000-02-29"))
        #expect(born.next(from: try #require(CivilDate(year: 2027, month: 2, day: 28)))?.description == "2027-03-01")
        #expect(born.next(from: try #require(CivilDate(year: 2027, month: 3, day: 2)))?.description == "2028-02-29")
    }

    @Test(arguments: ["1977", "1977-05", "--05", "---25"])
    func `A date that lacks a month or a day does not recur`(date: String) throws {
        #expect(try #require(PartialDate(date)).next(from: CivilDate(daysSince1970: 0)) == nil)
    }

    @Test(arguments: [
        ("2026-12-24", "2026-12-24"), ("2027-05-20", "2027-05-20"), ("2027-12-24", nil), ("2028-02-29", nil),
        ("2030-05-06", nil),
    ])
    func `A future date does not recur before the date itself`(
        date: String, next: String?
    ) throws {
        let today = try #require(CivilDate(year: 2026, month: 5, day: 25))
        #expect(try #require(PartialDate(date)).next(from: today)?.description == next)
    }

    @Test(arguments: [("1977-05-25", 49), ("--05-25", nil), ("2026-05-25", 0), ("2027-05-25", nil)])
    func `The age is reported only if the year is known and not in the future`(date: String, years: Int?) throws {
        let occasion = Occasion(
            Occasion.ID(.birthday, of: Person.ID(rawValue: 1)), name: "Leia", date: try #require(PartialDate(date)),
            uuid: "", modified: Timestamp(rawValue: ""))
        #expect(occasion.years(on: try #require(CivilDate(year: 2026, month: 5, day: 25))) == years)
    }
}
