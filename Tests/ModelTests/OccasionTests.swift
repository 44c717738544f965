import Model
import Testing

struct OccasionTests {
    /// From the middle of a common year to that of the second leap year behind it.
    private static let days = (0..<1830).map {
        CivilDate(daysSince1970: 20_600 + $0)
    }
    private static let keys = (0..<366).map { String(CivilDate(daysSince1970: 10_957 + $0).description.suffix(5)) }

    @Test func `every day of the year comes round once, in the order in which it comes next`() throws {
        for today in Self.days {
            let ranges = YearlySpan(from: today).ranges
            let order = ranges.flatMap { range in Self.keys.filter(range.contains) }
            #expect(order.sorted() == Self.keys, "\(today)")
            let next = order.compactMap { PartialDate("--" + $0)?.next(from: today) }
            #expect(next == next.sorted() && next.count == 366, "\(today)")
        }
    }

    @Test(arguments: [0, 1, 30, 100, 364, 365, 366, 10_000])
    func `a span has the days that come within it`(length: Int) throws {
        for today in Self.days {
            let span = YearlySpan(from: today, days: length)
            for key in Self.keys {
                let next = try #require(PartialDate("--" + key)?.next(from: today))
                let isWithin = next.daysSince1970 - today.daysSince1970 <= length
                #expect(span.ranges.contains { $0.contains(key) } == isWithin, "\(key) from \(today)")
            }
        }
    }

    @Test func `29 February comes on 1 March in a common year`() throws {
        let born = try #require(PartialDate("2000-02-29"))
        #expect(born.next(from: try #require(CivilDate(year: 2027, month: 2, day: 28)))?.description == "2027-03-01")
        #expect(born.next(from: try #require(CivilDate(year: 2027, month: 3, day: 2)))?.description == "2028-02-29")
    }

    @Test(arguments: ["1977", "1977-05", "--05", "---25"])
    func `what has no month and day never comes round`(date: String) throws {
        #expect(try #require(PartialDate(date)).next(from: CivilDate(daysSince1970: 0)) == nil)
    }

    @Test(arguments: [("1977-05-25", 49), ("--05-25", nil), ("2026-05-25", 0), ("2027-05-25", nil)])
    func `years are told where they are known`(date: String, years: Int?) throws {
        let occasion = Occasion(
            Occasion.ID(.birthday, of: Person.ID(rawValue: 1)), name: "Leia", date: try #require(PartialDate(date)),
            uuid: "", modified: Timestamp(rawValue: ""))
        #expect(occasion.years(on: try #require(CivilDate(year: 2026, month: 5, day: 25))) == years)
    }
}
