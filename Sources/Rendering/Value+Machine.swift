import Display
import Text

extension Value {
    var json: JSONValue {
        switch self {
        case .none, .moreThan, .bar: .null
        case .text(let text), .formatted(let text, _), .prose(let text): .string(text)
        case .words(let message): .string(message.description)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .flag(let flag): .bool(flag)
        case .quantity(let quantity): .number(quantity.value)
        case .date(let text, _): Value.text(orNone: text).json
        case .period(let text, _): .string(text)
        case .reference(let reference):
            .object([JSONMember("id", .string(reference.address)), JSONMember("name", .string(reference.name))])
        case .labeled(let label, let value):
            .object([JSONMember("label", .string(label)), JSONMember("value", value.json)])
        case .list(let values): .array(values.map(\.json))
        case .series(let figures): .array(figures.map { $0.map(JSONValue.number) ?? .null })
        case .change(let key, let old, let new):
            .object([
                JSONMember("field", .string(key)), JSONMember("old", Value.text(orNone: old).json),
                JSONMember("new", Value.text(orNone: new).json),
            ])
        case .parts(let fields): .object(fields.json)
        case .placeholder(_, let value): value.json
        }
    }

    /// The value as a single cell of tab-separated or comma-separated values.
    var flat: String {
        switch self {
        case .none, .moreThan, .bar: ""
        case .text(let text), .formatted(let text, _), .prose(let text): text
        case .words(let message): message.description
        case .integer(let integer): String(integer)
        case .number(let number): Self.digits(of: number)
        case .flag(let flag): flag ? "true" : "false"
        case .quantity(let quantity): Self.digits(of: quantity.value)
        case .date(let text, _), .period(let text, _): text
        case .reference(let reference): reference.name
        case .labeled(let label, let value): label.isEmpty ? value.flat : label + ": " + value.flat
        case .list(let values): values.map(\.flat).joined(separator: "; ")
        case .series(let figures): figures.map { $0.map(Self.digits) ?? "" }.joined(separator: "; ")
        case .change(let key, let old, let new):
            [key + ":", old, "->", new].filter { !$0.isEmpty }.joined(separator: " ")
        case .parts(let fields): fields.filter { !$0.value.isEmpty }.map(\.value.flat).joined(separator: ", ")
        case .placeholder(_, let value): value.flat
        }
    }

    private static func digits(of number: Double) -> String {
        let digits = number.description
        return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }
}

extension [Field] {
    var json: [JSONMember] { map { JSONMember($0.key, $0.value.json) } }
}

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
