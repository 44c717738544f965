import Model
import Testing

@Suite("Periods and contact reminders")
struct TimeSpanTests {
    @Test(arguments: [
        ("30", "30d", "30 days"), ("1 day", "1d", "1 day"), ("7d", "1w", "1 week"), ("2 weeks", "2w", "2 weeks"),
        ("3m", "3m", "3 months"), ("12m", "1y", "1 year"), ("18 months", "18m", "18 months"),
        ("100y", "100y", "100 years"),
    ])
    func `A period is written in the largest unit that divides it evenly`(text: String, written: String, words: String)
        throws
    {
        let span = try #require(TimeSpan(text))
        #expect(span.description == written && span.words.description == words)
        #expect(TimeSpan(written) == span)
    }

    @Test(arguments: ["", "d", "-1d", "1.5d", "1 fortnight", "2027", "36601", "101y", "99999999999999999999d"])
    func `Text that is not a valid period is rejected`(text: String) { #expect(TimeSpan(text) == nil) }

    @Test func `Periods round-trip through text, and longer periods have more days on average`() throws {
        for number in 0...1000 {
            for unit in ["d", "w", "m", "y"] {
                guard let span = TimeSpan("\(number)\(unit)"), let next = TimeSpan("\(number + 1)\(unit)") else {
                    continue
                }
                #expect(TimeSpan(span.description) == span)
                #expect(span.averageDays < next.averageDays)
            }
        }
    }

    @Test(arguments: [
        ("30d", "2026-01-31", "2026-03-02"), ("1m", "2026-01-31", "2026-02-28"), ("1y", "2024-02-29", "2025-02-28"),
        ("2w", "2026-12-25", "2027-01-08"),
    ])
    func `The next contact is due one interval after the last one`(span: String, last: String, due: String) throws {
        var person = Person()
        #expect(person.nextContact == nil)
        person.contact = TimeSpan(span)
        #expect(person.nextContact == .now)
        person.lastContact = CivilDate(last)
        #expect(person.nextContact == .due(try #require(CivilDate(due))))
        #expect(person.withoutReminder == Person())
    }

    @Test(arguments: [
        ("contact=30d", "30d"), ("contact=2 weeks", "2w"), ("contact=", nil), ("contact=0d", "!"),
        ("contact=soon", "!"),
    ])
    func `The contact interval must be at least one day`(word: String, value: String?) throws {
        var person = Person()
        let isValid = (try? Person.fields.apply([try #require(FieldAssignment(word))], to: &person)) != nil
        #expect(isValid == (value != "!"))
        #expect(!isValid || person.contact?.description == value)
    }

    @Test(arguments: [
        ("yesterday", "2026-11-20"), ("25 May", "2026-05-25"), ("25 Dec", "2025-12-25"), ("2026-11-21", "2026-11-21"),
        ("3 days ago", "2026-11-18"),
    ])
    func `The date of the last contact can be relative or lack the year`(text: String, date: String) throws {
        let field = try #require(Person.fields.first { $0.key == "lastContact" })
        let conventions = Conventions(today: { CivilDate(daysSince1970: 20_778) })
        let word = try #require(FieldAssignment("lastContact=\(text)"))
        let reading = try field.reading(word, over: Person(), in: conventions)
        #expect(reading.assignment.value == date && reading.warning == nil)
        for future in ["tomorrow", "2026-11-22", "9999-12-31"] {
            let reading = try field.reading(word.withValue(future), over: Person(), in: conventions)
            #expect(reading.warning?.sentence.description.hasSuffix("is in the future.") == true, "\(future)")
        }
        for invalid in ["1977", "May 1977", "soon"] {
            let read = try field.reading(word.withValue(invalid), over: Person(), in: conventions).assignment
            var person = Person()
            #expect(throws: FieldProblem.self) { try field.apply(read, to: &person) }
        }
    }

    @Test func `Merging keeps the later date of the last contact and reports different intervals`() throws {
        var (one, other) = (Person(), Person())
        (one.lastContact, other.lastContact) = (CivilDate("2026-01-02"), CivilDate("2026-03-04"))
        one.contact = TimeSpan("30d")
        for (first, second) in [(one, other), (other, one)] {
            let merge = PersonMerge(first, second) { lines, _ in lines }
            #expect(merge.content.lastContact == other.lastContact && merge.content.contact == one.contact)
            #expect(merge.differences == [])
            #expect(merge.preferringSecond(second).lastContact == other.lastContact)
        }
        other.contact = TimeSpan("1y")
        let merge = PersonMerge(one, other) { lines, _ in lines }
        #expect(merge.differences.map(\.key) == ["contact"])
        #expect(merge.preferringSecond(other).contact == other.contact)
    }
}
