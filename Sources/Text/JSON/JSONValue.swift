/// A JSON value (RFC 8259). Objects keep repeated keys and the order of members.
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

    /// The value as a floating-point number, or `nil` if the value is not a number.
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

    /// Returns the value of a key, or the last value if the key is repeated.
    public subscript(key: String) -> JSONValue? {
        members?.last { $0.key == key }?.value
    }

    /// Returns the object with members added. They replace existing members with the same keys.
    public func merging(_ others: [JSONMember]) -> JSONValue {
        let replaced = (members ?? []).map { member in others.last { $0.key == member.key } ?? member }
        return .object(replaced + others.filter { other in !replaced.contains { $0.key == other.key } })
    }

    public var repeatedKeys: [String] {
        var seen: Set<String> = []
        return (members ?? []).compactMap { seen.insert($0.key).inserted ? nil : $0.key }
    }
}

/// A key and its value in an object.
public struct JSONMember: Hashable, Sendable {
    public let key: String
    public let value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}
