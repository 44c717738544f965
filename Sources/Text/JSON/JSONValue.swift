/// A JSON text as a value (RFC 8259); objects keep the order of their members and repeated keys.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
}

extension JSONValue {
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    public var integer: Int? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// Any number, also one written without a fraction.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of a key in an object; of the last one if the key is repeated.
    public subscript(key: String) -> JSONValue? {
        members?.last { $0.key == key }?.value
    }

    /// The keys that an object has more than once, in the order of their second appearance.
    public var repeatedKeys: [String] {
        var seen: Set<String> = []
        return (members ?? []).compactMap { seen.insert($0.key).inserted ? nil : $0.key }
    }
}

/// A key of an object and its value.
public struct JSONMember: Hashable, Sendable {
    public let key: String
    public let value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}
