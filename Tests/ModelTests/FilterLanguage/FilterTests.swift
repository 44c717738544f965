import TestSupport
import Testing

@testable import Model

@Suite("The filter language")
struct FilterTests {
    // MARK: - Properties

    @Test(.long("random filters"), arguments: Kind.allCases)
    func `Filters round-trip through text`(kind: Kind) throws {
        var chance = SeededGenerator(seed: 6)
        let random = RandomFilter(over: FilterField.all(of: kind), value: Self.value)
        for _ in 0..<(try Soak.times(atLeast: 200, byDefault: 60)) {
            let condition = random.condition(&chance)
            #expect(try Filter(condition.description, of: kind).condition == condition, "\(condition)")
        }
    }

    private static func value(_ field: FilterField, _ chance: inout SeededGenerator) -> FilterValue {
        let texts = ["Transit", "and", "a \"b\"", "it's", "”", "\u{301}x y", " ", "\n", "(", "1 OR 1", "é", "a:b", "!"]
        let text = chance.pick(texts)
        return switch field.values {
        // Filters replace “and”, an abbreviation of Andromeda, with the full name.
        case .text, .phone, .name: .text(field.vocabulary?.spelling(of: text) ?? text)
        case .choice(let words): .text(chance.pick(words))
        case .integer: .integer(chance.pick([0, -7, 2_020, .max, .min]))
        case .figure: .number(chance.pick([0, -1.5, 1e-30, 5.9722e24, 0.1, .greatestFiniteMagnitude]))
        case .date: .text(chance.pick(["1977", "1977-05", "1977-05-25"]))
        case .period: .integer(chance.pick([0, 1, 30, 365]))
        case .flag: .flag(chance.happens(oneIn: 2))
        }
    }

    @Test(.long("random texts"))
    func `Random text either is a valid filter or causes an error at a position within the text`() throws {
        var chance = SeededGenerator(seed: 66)
        let pieces = [
            "radius", ":", "rearth", " ", "<", "1.25", "and", "or", "not", "(", ")", "is", "null", "in", "hz", "\"",
            "'",
            "estimated", "between", "6", "12", "name", "~", "kepler", "=", "≥", "\u{301}", "\u{0}", "🪐", "\n", "\r\n",
            "”",
            "discovered", "rings", "yes", "type", "planet", "!", "1e999", "-", "nan",
        ]
        for _ in 0..<(try Soak.times(atLeast: 1_000, byDefault: 200)) {
            var text = ""
            for _ in 0..<chance.number(below: 14) {
                text += chance.pick(pieces) + (chance.happens(oneIn: 2) ? " " : "")
            }
            for kind in Kind.allCases {
                do throws(FilterProblem) {
                    let filter = try Filter(text, of: kind)
                    #expect(filter.text == text)
                } catch {
                    #expect((0...text.count).contains(error.column), "\(text)")
                    #expect(error.explanation.status == .wrongUsage && !error.expected.phrase.isEmpty)
                }
            }
        }
    }

    @Test func `Unit conversions round-trip`() {
        for unit in Unit.all {
            for other in Unit.all where other.dimension == unit.dimension {
                for value in [0.001, 1, 1.25, 288, 1e6] {
                    let back = other.convert(unit.convert(value, to: other), to: unit)
                    #expect(abs(back - value) <= 1e-9 * max(1, abs(value)), "\(value) \(unit.name) in \(other.name)")
                }
            }
        }
    }

    @Test func `The names and keys of filter fields are unique`() {
        for kind in Kind.allCases {
            let words = FilterField.all(of: kind).flatMap { Set([$0.name, $0.key.lowercased()]) }
            #expect(Set(words).count == words.count, "\(kind)")
        }
    }

    // MARK: - Examples

    @Test(arguments: [
        ("radius:rearth < 1.25 and discovered >= 2020", "radius < 7972.625 and discovered >= 2020"),
        ("RADIUS:REARTH<1.25 AND DISCOVERED≥2020", "radius < 7972.625 and discovered >= 2020"),
        ("distance:ly between 6 and 12", "distance >= 1.8396083627133035 and distance <= 3.679216725426607"),
        ("mass:mjup > 2 or period:day < 10 and in hz", "mass > 3.79626e+27 or (period < 10.0 and in hz)"),
        ("temperature:C <> 15", "temperature != 288.15"), ("temperature:f = 59", "temperature = 288.15"),
        ("period:years > 1", "period > 365.25"), ("rotation:day = 1", "rotation = 24.0"),
        ("axis:km = 149597870.7", "axis = 1.0"), ("massKg == 1", "mass = 1.0"),
        ("not (method = transit or name ~ kepler)", "not (method = transit or name ~ kepler)"),
        ("method = 'Radial Velocity'", "method = \"Radial Velocity\""), ("type = EXOPLANET", "type = exoplanet"),
        ("mass is null", "mass is null"), ("mass is not null", "not mass is null"),
        (
            "measured",
            "(mass is null or mass is measured) and (radius is null or radius is measured) and (not mass is null or not radius is null)"
        ),
        ("mass is unknown", "not mass is estimated and not mass is measured"),
        ("radius is measured", "radius is measured"), ("rings = YES", "rings = yes"),
        ("moons not between 1 and 3", "not (moons >= 1 and moons <= 3)"),
        ("((name=“and”))", "name = and"), ("note ~ \"say \"\"hi\"\"\"", "note ~ \"say \"\"hi\"\"\""),
        ("rings = true", "rings = yes"), ("rings != FALSE", "rings != no"), ("mass:kg <= 3", "mass <= 3.0"),
        ("estimated", "estimated"), ("estimated = axis", "estimated = axis"),
        ("estimated is null", "estimated is null"),
        ("created >= 1980-05", "created >= 1980-05"), ("created = 19800506", "created = 1980-05-06"),
        ("created > 1980-5-6", "created > 1980-05-06"),
        ("radius < 2 rearth and moons = 1", "radius < 12756.2 and moons = 1"), ("favorite", "favorite = yes"),
        ("favorite = no", "favorite = no"), ("mass is not estimated", "not mass is estimated"),
        ("period is unknown", "not period is measured"), ("type ~ planet", "type ~ planet"),
        ("mass = ' 5'", "mass = 5.0"), ("moons = '3 '", "moons = 3"), ("rings = ' yes '", "rings = yes"),
        ("mass = 5.4×10²⁵", "mass = 5.4e+25"), ("created = ' 1980-05-06 '", "created = 1980-05-06"),
    ])
    func `Filters are parsed and printed in canonical form`(text: String, printed: String) throws {
        #expect(try Filter(text, of: .planet).condition.description == printed)
    }

    @Test(arguments: [
        ("has email", "not email is null"), ("not HAS photo", "not not photo is null"),
        ("in any group", "not group is null"), ("from sample data", "not sample is null"),
        ("changed since 2026-11", "modified >= 2026-11"), ("changed since \"6 May 1980\"", "modified >= 1980-05-06"),
        ("created = yesterday", "created = 2026-11-24"), ("birthday < 31.12.1980", "birthday < 1980-12-31"),
        ("birthday = \"6 May\"", "birthday = --05-06"), ("birthday != \"6 May\"", "birthday != --05-06"),
        ("related to leia", "related = leia"), ("contact > 1m", "contact > 30"), ("contact = 2w", "contact = 14"),
        ("gender = female", "gender = F"), ("gender ~ female", "gender ~ female"),
        ("birthday = 1604-05-06", "birthday = --05-06"), ("birthday = '6 May 1604'", "birthday = --05-06"),
        ("birthday < 1604-05-06", "birthday < 1604-05-06"), ("birthday = 1604", "birthday = 1604"),
        ("birthday < '1980-05-06T10:30:00+02:00'", "birthday < 1980-05-06"),
    ])
    func `Person filters support conditions in words`(text: String, printed: String) throws {
        let conventions = Conventions(today: { CivilDate(daysSince1970: 20_782) })
        let filter = try Conventions.$current.withValue(conventions) { try Filter(text, of: .person) }
        #expect(filter.condition.description == printed)
    }

    @Test(arguments: [
        ("in hz", 3, "“any group”"), ("from photo", 5, "“sample data”"), ("changed yesterday", 8, "“since”"),
        ("changed since soon", 14, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("has wings", 4, "a field"),
        ("birthday < \"6 May\"", 11, "a date with a year such as 1977-05-25"),
        ("birthday = 5/6", 11, "an unambiguous date"), ("estimated", 0, "a field"), ("measured", 0, "a field"),
        ("birthday = ---06", 11, "a date with a year such as 1977-05-25"),
        ("contact > soon", 10, "a period such as 30d, 2w, 3m, or 1y"),
        ("phone = ''", 8, "a phone number or a part of one"),
        ("related leia", 8, "a comparison of related"), ("changed", 7, "“since”"),
        ("birthday not 1980", 13, "“between”"),
        ("birthday = 1980-13-45", 11, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("birthday > 1980-02-30", 11, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("created > 2020-99-99", 10, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("changed since 'today 10:00'", 14, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("created > '2026-11-20 10:00'", 10, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
    ])
    func `The error for an invalid condition in words states the column and the expected input`(
        text: String, column: Int, expected: String
    ) {
        do throws(FilterProblem) {
            let filter = try Filter(text, of: .person)
            Issue.record("\(filter.text) is valid.")
        } catch {
            #expect(error.column == column && error.expected.phrase.description == expected, "\(error)")
        }
    }

    @Test(arguments: [
        ("", 0, "a field"), ("raduis < 3", 0, "a field"), ("mass:ly > 2", 5, "a unit for mass"),
        ("mass:mjup 2", 10, "a comparison of mass"), ("mass > x", 7, "a number"), ("mass > ", 7, "a number"),
        ("mass ~ 2", 5, "a comparison of mass"), ("name < m", 5, "a comparison of name"),
        ("name:ly = x", 4, "a comparison of name"), ("(mass > 2", 9, "“and”, “or”, or “)”"),
        ("mass > 2 mass < 3", 9, "“and”, “or”, or the end of the filter"),
        ("mass > 2)", 8, "“and”, “or”, or the end of the filter"),
        ("mass between 2 or 3", 15, "“and”"), ("moons > 2.5", 8, "a whole number"),
        ("name = \"", 7, "a closing quotation mark"),
        ("name = ''", 7, "a name"), ("source = ''", 9, "text"), ("rings = 3", 8, "yes or no"),
        ("in here", 3, "“hz” or “any group”"),
        ("type = comet", 7, "one of: star, planet, dwarf planet, asteroid, moon, exoplanet, fictional"),
        ("created > 19", 10, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("mass > 1e999", 7, "a number"), ("mass > 0x10", 7, "a number"), ("mass > 0x10 kg", 7, "a number"),
        ("mass is so", 8, "“null”, “estimated”, “measured”, “unknown”, or “not”"),
        ("moons is estimated", 9, "“null” or “not”"),
        ("period is estimated", 10, "“null”, “measured”, “unknown”, or “not”"),
        ("name = (", 7, "a name"), ("name = )", 7, "a name"), ("source ~ :", 9, "text"), ("name = < x", 7, "a name"),
        ("mass between ( and 3", 13, "a number"), ("name not between 1 and 2", 5, "a comparison of name"),
        ("mass not 2", 9, "“between”"),
        ("type ~ ''", 7, "one of: star, planet, dwarf planet, asteroid, moon, exoplanet, fictional"),
        ("created > 198", 10, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("created > 1980-05-06-07", 10, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("created > ١٩٨٠", 10, "a date such as 1977, 1977-05-25, “25 May 1977”, or “2 weeks ago”"),
        ("radius:km < 2 rearth", 14, "“and”, “or”, or the end of the filter"), ("( )", 2, "a field"),
    ])
    func `The error for an invalid filter states the column and the expected input`(
        text: String, column: Int, expected: String
    ) {
        #expect(throws: FilterProblem.self) { try Filter(text, of: .planet) }
        do throws(FilterProblem) { _ = try Filter(text, of: .planet) } catch {
            #expect(error.column == column && error.expected.phrase.description == expected, "\(error)")
        }
    }

    @Test(
        arguments: [
            (.planet, "mass:ly > 2", "Use one of: kg, mearth, mjup, msun."),
            (.planet, "mass 2", "Use one of: < <= = != >= >, “between … and …”, “is null”, or “:” and a unit."),
            (.planet, "mass:mjup 2", "Use one of: < <= = != >= >, “between … and …”, “is null”."),
            (.planet, "moons 2", "Use one of: < <= = != >= >, “between … and …”, “is null”."),
            (.planet, "name 2", "Use one of: = != ~, “is null”."), (.planet, "rings 2", "Use one of: = !=, “is null”."),
            (.planet, "mass between 2 or 3", "Use “between 6 and 12”."),
            (.planet, "in here", "Use “in hz” for the habitable zone, or “in any group”."),
            (.planet, "name = “x", "Close the quotation with ”."),
            (.person, "in here", "Use “in any group”."), (.person, "from here", "Use “from sample data”."),
            (.person, "changed x", "Use “changed since yesterday”."),
            (.person, "birthday > '6 May'", "A date without a year can be compared only with “=” and “!=”."),
            (.person, "birthday = 5/6/1980", "“5/6/1980” can mean 1980-06-05 or 1980-05-06."),
        ] as [(Kind, String, String)])
    func `The hint for an invalid filter lists the valid input`(kind: Kind, text: String, hint: String) throws {
        let problem = try Conventions.$current.withValue(Conventions()) {
            try #require(throws: FilterProblem.self) { try Filter(text, of: kind) }
        }
        #expect(problem.expected.hint?.description == hint)
        #expect(problem.explanation.next?.description == hint)
    }

    @Test func `A combined filter contains both conditions and can be separated again`() throws {
        let first = try Filter("mass > 1 or moons = 2", of: .planet)
        let second = try Filter("rings = yes", of: .planet)
        let both = try first.and(second)
        #expect(both.condition.description == "(mass > 1.0 or moons = 2) and rings = yes")
        #expect(try first.and(nil) == first)
        #expect(both.rest(after: first) == second)
        #expect(first.rest(after: second) == nil && second.rest(after: first) == nil)
    }

    @Test func `A saved filter cannot use favorites`() throws {
        #expect(try Filter(saved: "mass > 1", of: .planet) == Filter("mass > 1", of: .planet))
        let problem = try #require(throws: FilterProblem.self) { try Filter(saved: "favorite", of: .planet) }
        #expect(
            problem.explanation.next?.description
                == "Each account has its own favorites. Use “where favorite” in a list instead.")
    }

    @Test(arguments: [
        (
            "birthday = 5/6", Kind.person,
            "Expected an unambiguous date, found “5/6”. “5/6” can mean --06-05 or --05-06."
        ),
        (
            "birthday < \"6 May\"", .person,
            """
            Expected a date with a year such as 1977-05-25, found “6 May”. A date without a year can be compared only \
            with “=” and “!=”.
            """
        ),
        ("in here", .person, "Expected “any group”, found “here”. Use “in any group”."),
        ("changed yesterday", .person, "Expected “since”, found “yesterday”. Use “changed since yesterday”."),
        ("from photo", .person, "Expected “sample data”, found “photo”. Use “from sample data”."),
        ("mass between 2 or 3", .planet, "Expected “and”, found “or”. Use “between 6 and 12”."),
        ("mass >", .planet, "The filter is incomplete: expected a number."),
        ("rings = 3", .planet, "Expected yes or no, found “3”."),
        (
            "radius:xyz > 2", .planet,
            "Expected a unit for radius, found “xyz”. Use one of: km, m, rearth, rjup, rsun, au, ly, pc."
        ),
        ("name < m", .planet, "Expected a comparison of name, found “<”. Use one of: = != ~, “is null”."),
        (
            "moons ~ 2", .planet,
            """
            Expected a comparison of moons, found “~”. Use one of: < <= = != >= >, “between … and …”, “is null”.
            """
        ),
        (
            "mass ~ 2", .planet,
            """
            Expected a comparison of mass, found “~”. Use one of: < <= = != >= >, “between … and …”, “is null”, or “:” \
            and a unit.
            """
        ),
        (
            "mass:kg ~ 2", .planet,
            """
            Expected a comparison of mass, found “~”. Use one of: < <= = != >= >, “between … and …”, “is null”.
            """
        ),
    ])
    func `The message for an invalid filter states the expected and the actual input`(
        text: String, kind: Kind, message: String
    ) throws {
        let problem = try #require(throws: FilterProblem.self) { try Filter(text, of: kind) }
        #expect(problem.explanation.sentences.map(\.description).joined(separator: " ") == message)
    }

    @Test(.long("a hundred thousand words")) func `The nesting and length of filters are limited`() throws {
        let many = Soak.isOn ? 100_000 : 30_000
        for (count, isFine) in [(100, true), (101, false)] {
            for start in ["(", "not (", "not not ("] {
                let text = String(repeating: start, count: count) + "mass > 1" + String(repeating: ")", count: count)
                #expect(((try? Filter(text, of: .planet)) != nil) == isFine)
            }
        }
        for (count, printed) in [(1, "not rings = yes"), (many, "not not rings = yes"), (5, "not rings = yes")] {
            let nots = String(repeating: "not ", count: count) + "rings = yes"
            #expect(try Filter(nots, of: .planet).condition.description == printed)
        }
        let test = Array(repeating: "mass > 1", count: 200).joined(separator: " and ")
        #expect(throws: Never.self) { try Filter(test, of: .planet) }
        #expect(throws: FilterProblem.self) { try Filter(test + " or mass > 1", of: .planet) }
    }

    @Test(
        "Completion offers the words expected at each position in a filter",
        arguments: [
            ("", "radius"), ("radius:", "rearth"), ("temperature:", "C"), ("radius ", "between"), ("name ", "~"),
            ("method = ", "Radial Velocity"), ("type = ", "dwarf planet"), ("rings = ", "yes"), ("mass > 2 ", "and"),
            ("(mass > 2 ", "or"), ("mass is ", "estimated"), ("in ", "hz"), ("not ", "estimated"),
            ("mass between 2 ", "and"), ("mass > 2 and ", "distance"),
        ])
    func completionOffersExpectedWords(text: String, word: String) throws {
        #expect(try #require(Filter.expected(after: text, of: .planet)).words.contains(word))
    }

    @Test func `The filter fields “group” and “home” expect group and planet names`() {
        #expect(Filter.expected(after: "group = ", of: .person)?.named == .group)
        #expect(Filter.expected(after: "home = ", of: .person)?.named == .planet)
        #expect(Filter.expected(after: "nonsense = ", of: .person) == nil)
    }
}
