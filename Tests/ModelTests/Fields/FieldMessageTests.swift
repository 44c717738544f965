import TestSupport
import Testing

@testable import Model

@Suite("Messages about fields and typed values")
struct FieldMessageTests {
    // Today is 25 November 2026.
    private static let conventions = Conventions(today: { CivilDate(daysSince1970: 20_782) })

    // MARK: - Typed values

    @Test(arguments: [
        (ValueFormat.email, "leia", "Field: “leia” is not an email address.", "leia@alderaan.example"),
        (.phone, "none", "Field: “none” does not contain a digit.", "none 1"),
        (.webAddress, "https://a b", "Field: “https://a b” contains a space.", "https://a"),
        (
            .position, "north", "Field: “north” is not a latitude and a longitude such as 50.94,6.96.",
            "50.94,6.96"
        ),
    ])
    func `The warning about an unusual value names the field and quotes the value`(
        format: ValueFormat, text: String, warning: String, usual: String
    ) {
        #expect(format.warning(about: text, of: "Field")?.description == warning)
        #expect(format.warning(about: usual, of: "Field") == nil)
        #expect(ValueFormat.text.warning(about: text, of: "Field") == nil)
        let reading = format.read(text, of: "Field", in: Self.conventions)
        #expect(reading == .unusual(text, "\(warning)"))
        #expect(format.read(usual, of: "Field", in: Self.conventions) == .value(usual))
    }

    @Test(arguments: [
        (
            ValueFormat.day(.past), "tomorrow",
            ValueFormat.Reading.unusual("2026-11-26", "Last contact: 2026-11-26 is in the future.")
        ),
        (.day(.past), "today", .value("2026-11-25")), (.day(.any), "tomorrow", .value("2026-11-26")),
        (.day(.coming), "6 May", .value("2027-05-06")), (.day(.any), "6 May", .value("2026-05-06")),
        (.day(.any), "5/6/1980", .ambiguous(["1980-06-05", "1980-05-06"])),
        (.date, "5/6/1980", .ambiguous(["1980-06-05", "1980-05-06"])), (.date, "tomorrow", .value("tomorrow")),
        (.day(.any), "soon", .value("soon")), (.text, " tomorrow ", .value(" tomorrow ")),
        (
            .postalAddress, "Hauptstraße 1, Berlin",
            .unusual(
                "Hauptstraße 1; Berlin",
                """
                Last contact: “Hauptstraße 1, Berlin” may be split incorrectly: street “Hauptstraße 1”, city “Berlin”.
                """)
        ),
        (
            .postalAddress, "Hauptstraße 1, 10115 Berlin, Germany",
            .value("Hauptstraße 1; Berlin; ; 10115; Germany")
        ),
    ])
    func `A typed value is read, or is reported as unusual or ambiguous`(
        format: ValueFormat, text: String, reading: ValueFormat.Reading
    ) {
        #expect(format.read(text, of: "Last contact", in: Self.conventions) == reading)
    }

    // MARK: - Assignments

    private static let date = FieldAssignment(key: "birthday", value: "5/6/1980")

    @Test(arguments: [
        (
            FieldProblem.ambiguous(date, field: "Birthday", values: ["1980-06-05", "1980-05-06"]),
            "Birthday: “5/6/1980” can mean 1980-06-05 or 1980-05-06. Use one of them."
        ),
        (
            .unreadable(field: "Birthday", value: "soon", expected: "a date"),
            "Birthday: invalid value “soon”; expected a date."
        ),
        (
            .severalValues(date, field: "Phone", values: [Labeled("home", "+1 1"), Labeled("", "+1 2")]),
            "Phone has 2 values: home: +1 1, +1 2."
        ),
        (.invalidLine("x"), "Invalid line “x”: expected “field: value”."),
        (.required(field: "Name"), "Name is required."),
        (.repeated(field: "Name"), "Name accepts only one value. Remove the others."),
        (.setTwice(date, field: "Birthday"), "Birthday is set twice."),
        (
            .severalAddresses(field: "Address"),
            "Address: several postal addresses match. Specify a label that only one of them has."
        ),
    ])
    func `The error for an invalid assignment describes the problem`(problem: FieldProblem, message: String) {
        #expect(problem.description == message)
    }

    @Test(arguments: [
        ("where=in here", "Filter: invalid filter “in here”. Expected “any group”, found “here”. Use “in any group”."),
        ("planets=mass >", "Planets: invalid filter “mass >”. The filter is incomplete: expected a number."),
        (
            "where=favorite",
            """
            Filter: invalid filter “favorite”. Expected a field, found “favorite”. Each account has its own favorites. \
            Use “where favorite” in a list instead.
            """
        ),
    ])
    func `The error for an invalid group filter quotes the filter and describes its problem`(
        word: String, message: String
    ) throws {
        var group = Group.example
        let word = try #require(FieldAssignment(word))
        let problems = try #require(throws: FieldProblems.self) { try Group.fields.apply([word], to: &group) }
        #expect(problems.sentences.description == message)
    }

    @Test func `The error for an invalid uncertainty quotes its label and value`() throws {
        var planet = Planet()
        (planet.name, planet.massKg) = ("Vulcan", 6e24)
        let word = FieldAssignment(key: "uncertainty", label: "massKg", value: "high")
        let problems = try #require(throws: FieldProblems.self) { try Planet.fields.apply([word], to: &planet) }
        #expect(
            problems.sentences.description == """
                Uncertainty: invalid value “massKg: high”; expected ±0.2 or +0.3 -0.2, labeled with a numeric field such \
                as massKg.
                """)
    }

    // MARK: - Records

    @Test(arguments: [(Kind.person, "where"), (.planet, "planets")])
    func `The hint for an invalid smart group filter names the filter field`(kind: Kind, key: String) {
        let address = RecordID(kind: .group, number: 3)
        let problem = RecordProblem.badFilter(address, of: kind, filter: "x", reason: "A value is missing.")
        #expect(problem.explanation.next == "Use “edit groups/3 \(key)=…” to fix it.")
    }
}
