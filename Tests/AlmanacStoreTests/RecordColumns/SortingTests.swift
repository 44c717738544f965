import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Sorted lists")
struct SortingTests {
    @Test func `Planets can be sorted by every field with a single value`() {
        let several: Set = ["group", "note"]
        let fields = FilterField.all(of: .planet).map(\.name).filter { !several.contains($0) }
        #expect(fields == RecordOrder<Planet>.allCases.map(\.rawValue))
    }

    @Test(arguments: [false, true])
    func `Planets sorted by any field other than the name have unknown values last`(isDescending: Bool) async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("solar"))
        for field in FilterField.all(of: .planet) {
            guard let order = RecordOrder<Planet>(rawValue: field.name), order != .name else { continue }
            let listing = ListRequest(.all, by: order, isDescending: isDescending, limit: 9)
            let planets = try await store.planets.all(listing)
            let values = planets.map { FilterEvaluator(planet: $0, stars: StarIndex([])).values(of: field).first }
            let known = values.compactMap { $0 }
            #expect(values.count == 110 && values.prefix(known.count).allSatisfy { $0 != nil }, "\(order)")
            for (value, next) in zip(known, known.dropFirst()) {
                #expect(isDescending ? !value.isBefore(next) : !next.isBefore(value), "\(order)")
            }
        }
    }

    @Test(arguments: [RecordOrder<Person>.nickname, .department, .title, .anniversary], [false, true])
    func `Persons are sorted by nickname, department, title, or anniversary, with unknown values last`(
        order: RecordOrder<Person>, isDescending: Bool
    ) async throws {
        let store = try await TemporaryStore()
        let values = ["2001-05", "1999", "", "--12-24", "2001-05", "", "1999-01-01"]
        for (number, value) in values.enumerated() {
            var person = Person()
            person.name.nickname = number.isMultiple(of: 2) ? value.uppercased() : value
            (person.department, person.jobTitle) = (value, value)
            person.anniversary = PartialDate(value)
            _ = try await store.persons.add(person)
        }
        let numbers = [4, 2, 7, 1, 5, 3, 6]
        let expected = isDescending ? [5, 1, 7, 2, 4, 6, 3] : numbers
        for limit in [1, 3, 50] {
            let listing = ListRequest(by: order, isDescending: isDescending, limit: limit)
            #expect(try await store.persons.all(listing).map(\.id.rawValue) == expected.map(Int64.init))
        }
    }

    @Test func `Persons are sorted by title without regard to case`() async throws {
        let store = try await TemporaryStore()
        for title in ["senator", "Pilot", "", "Queen"] {
            var person = Person()
            person.jobTitle = title
            _ = try await store.persons.add(person)
        }
        let titles = try await store.persons.all(ListRequest(by: .title)).map(\.jobTitle)
        #expect(titles == ["Pilot", "Queen", "senator", ""])
    }

    @Test func `Groups are sorted by member count, with smart groups last`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(9)).map(\.id)
        let known = try await store.groups.count(.all)
        for (number, count) in [3, 9, 0, 3].enumerated() {
            var group = Group()
            group.name = "G\(number)"
            let id = try await store.groups.add(group).id
            _ = try await store.groups.add(Array(persons.prefix(count)), to: id)
        }
        var smart = Group()
        (smart.name, smart.search) = ("Everybody", "example")
        _ = try await store.groups.add(smart)
        for isDescending in [false, true] {
            let groups = try await store.groups.all(ListRequest(by: .members, isDescending: isDescending, limit: 2))
            let sizes = groups.dropLast().map { $0.links.members.first.count }
            #expect(groups.count == known + 5 && groups.last?.name == "Everybody")
            #expect(isDescending ? sizes == sizes.sorted(by: >) : sizes == sizes.sorted())
        }
    }

    @Test func `A sort field can be given by any of its names, and invalid names are rejected`() {
        for name in ["mass", "Mass", "massKg", "mass:mjup"] { #expect(RecordOrder<Planet>(named: name) == .mass) }
        for name in ["", "note", "mass:ly", "mass radius", "shoe"] { #expect(RecordOrder<Planet>(named: name) == nil) }
        #expect(RecordOrder<Person>(named: "member") == .member && RecordOrder<Person>(named: "email") == nil)
    }
}

extension FilterValue {
    fileprivate func isBefore(_ other: FilterValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.lowercased() < right.lowercased()
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.flag(let left), .flag(let right)): !left && right
        default: false
        }
    }
}
