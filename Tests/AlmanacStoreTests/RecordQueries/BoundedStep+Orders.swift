import Model

@testable import AlmanacStore

/// The sort orders without an index, for which a list reads and sorts all records.
extension BoundedStep {
    static let orders =
        RecordOrder<Planet>.allCases.filter(isWithoutIndex).flatMap {
            steps(Tables.planets.order($0, .all).key, of: "planet", because: "The catalog has a few thousand bodies.")
        }
        + RecordOrder<Group>.allCases.filter(isWithoutIndex).flatMap {
            steps(Tables.groups.order($0, .all).key, of: "people_group", because: "Member counts are not stored.")
        }

    /// Returns whether an order has no index, which is allowed only for groups and planets.
    static func isWithoutIndex<Content>(_ order: RecordOrder<Content>) -> Bool {
        switch Content.kind {
        case .planet:
            !["name", "mass", "radius", "period", "distance", "discovered", "created", "modified"]
                .contains(order.rawValue)
        case .group: order.rawValue == RecordOrder<Group>.members.rawValue
        case .person, .note: false
        }
    }

    private static func steps(_ key: String, of table: String, because reason: String) -> [BoundedStep] {
        [
            BoundedStep("SCAN \(table)", in: key, because: reason),
            BoundedStep("USE TEMP B-TREE FOR", in: "ORDER BY \(key) ", because: reason),
        ]
    }
}
