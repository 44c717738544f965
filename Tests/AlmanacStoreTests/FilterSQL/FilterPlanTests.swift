import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Query plans of filters")
struct FilterPlanTests {
    @Test func `A filter on an indexed field uses the index`() async throws {
        let store = try await TemporaryStore()
        let steps = try await store.plan(of: try Filter("discovered = 2016 and in hz", of: .planet))
        #expect(steps.contains { $0.contains("USING INDEX planet_by_year (discovery_year=?)") }, "\(steps)")
    }

    @Test(arguments: Kind.allCases)
    func `A filter on a related table uses an index`(kind: Kind) async throws {
        let store = try await TemporaryStore()
        for field in FilterField.all(of: kind) {
            let value: FilterValue =
                switch field.values {
                case .text, .phone, .name, .choice: .text("x")
                case .integer: .integer(1)
                case .figure: .number(1)
                case .date: .text("1977")
                case .period: .integer(30)
                case .flag: .flag(true)
                }
            let sign = field.operators.last ?? .equal
            for condition in [FilterCondition.compare(field, sign, value), .unknown(field)] {
                let steps = try await store.plan(of: Filter(condition.description, of: kind))
                let scans = steps.filter { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") && !$0.contains("(sub") }
                #expect(scans.allSatisfy { $0.hasPrefix("SCAN \(kind.table) USING") }, "\(steps)")
            }
        }
    }

    @Test func `The values of a filter are bound to parameters`() async throws {
        let store = try await TemporaryStore()
        let filter = try Filter(
            "radius:rearth < 1.25 and method = 'Radial Velocity' and discovered = 2020", of: .planet)
        let plans = try await store.planets.explain(
            ListRequest(.of(RecordID(kind: .planet, number: 7)), by: .mass, where: filter))
        #expect(plans.count == 2, "One plan each for known and unknown mass.")
        for plan in plans {
            #expect(!plan.sql.contains("Radial") && !plan.sql.contains("2020") && !plan.plan.isEmpty)
            #expect(plan.parameters.map(\.number) == [1, 3, 5, 6, 7])
            #expect(
                plan.parameters.map(\.value).suffix(3) == [.number(7972.625), .text("Radial Velocity"), .integer(2020)])
        }
    }
}

extension TemporaryStore {
    fileprivate func plan(of filter: Filter) async throws -> [String] {
        switch filter.kind {
        case .person: try await store.persons.explain(ListRequest(where: filter)).flatMap(\.plan)
        case .group: try await store.groups.explain(ListRequest(where: filter)).flatMap(\.plan)
        case .planet: try await store.planets.explain(ListRequest(where: filter)).flatMap(\.plan)
        case .note: try await store.notes.explain(ListRequest(where: filter)).flatMap(\.plan)
        }
    }
}
