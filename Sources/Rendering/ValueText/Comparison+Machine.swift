import Display
import Text

extension Comparison {
    /// The fields with the values of all versions and, for quantities, the basis of each value.
    var json: JSONValue {
        var members = [
            JSONMember("versions", .array(names.map { .string($0.description) })),
            JSONMember("fields", .object(rows.map { JSONMember($0.key, .array($0.values.map(\.json))) })),
        ]
        if hasBases {
            let bases = rows.map { row in
                JSONMember(row.key, .array(row.values.map { $0.basis.map { .string($0.rawValue) } ?? .null }))
            }
            members.append(JSONMember("bases", .object(bases)))
        }
        return .object(members)
    }

    /// The header of a table with a column for each version. Columns with the bases of quantities follow the values.
    var header: [String] {
        let versions = names.map(\.description)
        return ["field"] + versions + (hasBases ? versions.map { "\($0) basis" } : [])
    }

    /// The cells of the rows below the header.
    var cells: [[String]] {
        rows.map { row in
            [row.key] + row.values.map(\.flat) + (hasBases ? row.values.map { $0.basis?.rawValue ?? "" } : [])
        }
    }

    private var hasBases: Bool { rows.contains { $0.values.contains { $0.basis != nil } } }
}

extension Value {
    /// The basis of a quantity, or `nil` for other values.
    fileprivate var basis: Quantity.Basis? { if case .quantity(let quantity) = self { quantity.basis } else { nil } }
}
