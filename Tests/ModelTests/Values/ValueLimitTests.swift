import Testing

@testable import Model

@Suite("Limits of values and reports")
struct ValueLimitTests {
    private static func conventions(_ region: String? = nil) -> Conventions {
        Conventions(
            region: region.flatMap { Region(rawValue: $0) }, months: [], today: { CivilDate(daysSince1970: 20_782) })
    }

    // MARK: - Phone numbers

    @Test(
        "A phone number is valid with 6 to 14 digits after its country code and at most 15 digits in all",
        arguments: [
            ("+49 12345", nil, nil), ("+49 123456", nil, "+49123456"), ("+49 1234567890123", nil, "+491234567890123"),
            ("+49 12345678901234", nil, nil), ("+353 123456789012", nil, "+353123456789012"),
            ("+353 1234567890123", nil, nil), ("+1 202555017", nil, nil), ("+1 2025550174", nil, "+12025550174"),
            ("+1 20255501745", nil, nil), ("1202555017", "US", "+11202555017"), ("12025550174", "US", "+12025550174"),
            ("00491234", nil, nil), ("004912345", nil, nil), ("0049123456", nil, "+49123456"),
            (" +49 123456\t", nil, "+49123456"), ("030 123456", "DE", "+4930123456"), ("0 12345", "DE", nil),
        ] as [(String, String?, String?)])
    func phoneNumbers(text: String, region: String?, international: String?) {
        #expect(ParsedPhoneNumber(text, in: Self.conventions(region).region)?.international == international)
    }

    @Test(
        "A phone number without a country code is valid with 7 to 15 digits",
        arguments: [(6, false), (7, true), (15, true), (16, false)])
    func localNumbers(count: Int, isNumber: Bool) {
        #expect((ParsedPhoneNumber(String(repeating: "5", count: count), in: nil) != nil) == isNumber)
    }

    @Test(
        "Digits without separators are divided into groups of three, and the last group has two to four digits",
        arguments: [
            ("+33123456", "+33 123 456"), ("+331234567", "+33 123 4567"), ("+3312345678", "+33 123 456 78"),
            ("+33123456789", "+33 123 456 789"), ("+331234567890", "+33 123 456 7890"),
        ])
    func groups(text: String, formatted: String) {
        #expect(PhoneNumber.formatted(text, in: Self.conventions()) == formatted)
    }

    @Test(
        "A typed leading zero or country code is ignored only if at least seven digits follow it",
        arguments: [
            ("0123456", "+49 123456", false), ("01234567", "+49 1234567", true), ("0123456", "0123456", false),
            ("+1 1234567", "1234567", true), ("+1 123456", "123456", false), ("+353 1234567", "1234567", true),
        ])
    func endings(typed: String, number: String, isMatch: Bool) throws {
        #expect(try #require(PhoneNumber.Part(typed)).matches(try #require(PhoneNumber(number))) == isMatch)
    }

    @Test(
        "A phone number from an unknown region is found by its end if it has at least seven digits after leading zeros",
        arguments: [("0123456", ["0123456"], nil), ("01234567", [], "1234567")] as [(String, [String], String?)])
    func spellings(text: String, numbers: [String], ending: String?) {
        let spellings = PhoneSpellings(of: text, in: Self.conventions())
        #expect(spellings.numbers == numbers && spellings.ending == ending)
    }

    // MARK: - Other values

    @Test("A position of 200 bytes or more is rejected", arguments: [(199, true), (200, false)])
    func position(length: Int, isRead: Bool) {
        let text = "50.94,6.96" + String(repeating: " ", count: length - 10)
        #expect((GeographicPosition(text) != nil) == isRead)
    }

    @Test(
        "A UID is compared without surrounding whitespace, and a UUID without its scheme and ignoring case",
        arguments: [
            ("abc", "abc"), (" abc\n", "abc"), (" Abc ", "Abc"), ("urn:uuid:", "urn:uuid:"), ("urn:uuid:a", "a"),
            (" URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6 ", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
            ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
            ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF"),
            ("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6A", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6A"),
            ("F81D4FAE-7DEC-11D0-A7650-0A0C91E6BF6", "F81D4FAE-7DEC-11D0-A7650-0A0C91E6BF6"),
            ("G81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "G81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), (" ", ""),
        ])
    func uids(uid: String, key: String) { #expect(CardUID.key(uid) == key) }

    @Test(
        "A period longer than a hundred years is rejected",
        arguments: [
            ("36600d", true), ("36601d", false), ("5228w", true), ("5229w", false), ("1200m", true), ("1201m", false),
            ("100y", true), ("101y", false), ("0d", true),
        ])
    func periods(text: String, isValid: Bool) { #expect((TimeSpan(text) != nil) == isValid) }

    @Test(
        "Months and weekdays can be abbreviated to three or more letters, and years require four digits",
        arguments: [
            ("6 Ma", nil), ("6 Mar", "--03-06"), ("6 Marc", "--03-06"), ("6 Marcs", nil), ("last we", nil),
            ("last wed", "2026-11-18"), ("6 May 198", nil), ("6 May 1980", "1980-05-06"), ("6 May 19800", nil),
            ("1.1.198", nil), ("198/1/1", nil), ("001/1/1980", nil), ("1/001/1980", nil),
        ] as [(String, String?)])
    func words(text: String, date: String?) {
        let expected = date.flatMap { PartialDate($0) }.map(DateInput.date)
        #expect(DateInput(text, in: Self.conventions()) == expected)
    }

    @Test("A blob ID has 64 digits", arguments: [(63, false), (64, true), (65, false)])
    func blobID(length: Int, isValid: Bool) {
        #expect((BlobID(rawValue: String(repeating: "0", count: length)) != nil) == isValid)
    }

    @Test(
        "Trailing zeros of a whole number are treated as significant only up to seven digits",
        arguments: [(9_999_990.0, 7), (9_999_999, 7), (10_000_000, 1), (12_000_000, 2), (-4870, 4), (0, 1), (0.50, 1)])
    func statedDigits(number: Double, digits: Int) { #expect(number.statedDigits == digits) }

    @Test(
        "A timestamp is valid only in the database format and with a valid day and time",
        arguments: [
            ("2026-11-21T00:00:00.000Z", 1_795_219_200), ("2026-11-21T23:59:59.999Z", 1_795_305_599),
            ("2026-11-21T24:00:00.000Z", nil), ("2026-11-21T23:60:00.000Z", nil), ("2026-11-21T23:59:60.000Z", nil),
            ("2026-02-29T12:00:00.000Z", nil), ("2026-11-21T12:00:00Z", nil), ("2026-11-21 12:00:00.000Z", nil),
            ("2026-11-21T12:00:00.000", nil), ("2026-11-21T12:00:00.000Z ", nil), ("", nil),
        ] as [(String, Int?)])
    func timestamps(text: String, seconds: Int?) {
        let time = Timestamp(rawValue: text)
        #expect(time.isWellFormed == (seconds != nil) && time.secondsSince1970 == seconds)
    }

    @Test(
        "Only right ascensions from 0° to 360° are written",
        arguments: [(-0.01, ""), (0, "0h 00m 00.0s"), (359.999, "23h 59m 59.8s"), (360, "0h 00m 00.0s"), (360.01, "")])
    func rightAscensions(degrees: Double, text: String) { #expect(Sexagesimal.hours(ofDegrees: degrees) == text) }

    @Test(
        "Only declinations from −90° to 90° are written",
        arguments: [
            (-90.01, ""), (-90, "-90° 00′ 00″"), (-0.000_1, "+0° 00′ 00″"), (-0.000_2, "-0° 00′ 01″"),
            (0, "+0° 00′ 00″"), (90, "+90° 00′ 00″"), (90.01, ""),
        ])
    func declinations(degrees: Double, text: String) { #expect(Sexagesimal.degrees(degrees) == text) }

    // MARK: - Reports

    private static let record = RecordReference(id: RecordID(kind: .person, number: 1), name: "Leia")

    @Test("A dry run collects at most 100 changes", arguments: [99, 100, 101], [1, 50])
    func dryRun(count: Int, batch: Int) {
        let result = DryRunResult()
        let changes = (0..<count).map { _ in RecordChange(record: Self.record, action: .changed, fields: []) }
        for start in stride(from: 0, to: count, by: batch) {
            result.add(Array(changes[start..<min(start + batch, count)]))
        }
        #expect(result.changes?.items.count == min(count, 100) && result.changes?.hasMore == (count > 100))
        result.add([], hasMore: true)
        #expect(result.changes?.hasMore == true)
    }

    @Test(
        "Linked records are counted up to 1,000, and the count includes at least those that were fetched",
        arguments: [
            (0, .exactly(1), false), (1, .exactly(1), false), (2, .exactly(2), true), (999, .exactly(999), true),
            (1000, .exactly(1000), true), (1001, .moreThan(1000), true),
        ] as [(Int, LinkedRecords.Count, Bool)])
    func linkedRecords(counted: Int, count: LinkedRecords.Count, hasMore: Bool) {
        let records = LinkedRecords([Self.record], counted: counted)
        #expect(records.count == count && records.hasMore == hasMore)
    }

    @Test(
        "The records of a step are counted up to 10,000", arguments: [(9999, false), (10_000, false), (10_001, true)])
    func step(records: Int, hasMore: Bool) {
        let step = Step(
            id: Step.ID(rawValue: 1), time: Timestamp(secondsSince1970: 0), origin: .outside, role: .edit,
            isUndone: false, records: records)
        #expect(step.hasMoreRecords == hasMore)
    }

    @Test(
        "An undo conflict lists up to six differences, or five and the number of the others",
        arguments: [
            (5, 5, nil), (6, 6, nil), (7, 5, "2 other records also differ."), (8, 5, "3 other records also differ."),
        ]
            as [(Int, Int, String?)])
    func differences(count: Int, listed: Int, rest: String?) {
        let differences = (0..<count).map { _ in
            HistoryProblem.Difference(subject: .record(Self.record), fields: [], by: nil)
        }
        let report = HistoryProblem.changedSince(Step.ID(rawValue: 1), differences, isRedo: false).explanation
        let text = [report.what, report.why].compactMap { $0?.description }.joined()
        #expect(text.components(of: "A later change affects") == listed, "\(text)")
        #expect(text.contains("other records also differ") == (rest != nil) && text.hasSuffix(rest ?? ""))
    }
}

extension String {
    /// Returns the number of occurrences of a text.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
