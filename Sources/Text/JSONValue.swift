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

    /// The value for a key, or `nil` if there is none. If the key is repeated, the last value.
    public subscript(key: String) -> JSONValue? {
        members?.last { $0.key == key }?.value
    }

    /// Returns the object with members added. The added members replace existing members with the same keys.
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

extension JSONValue {
    /// Returns the value that this JSON represents. Unknown keys are ignored.
    /// - Throws: `DecodingError` if this JSON does not represent such a value.
    public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try Value(from: JSONValueDecoder(value: self))
    }
}

private struct JSONValueDecoder: Decoder {
    let value: JSONValue
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let members = try require(value.members, as: [String: JSONValue].self)
        let values = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
        return KeyedDecodingContainer(KeyedContainer(values: values))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedContainer(values: try require(value.array, as: [JSONValue].self))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    private func require<Value>(_ value: Value?, as type: Any.Type) throws -> Value {
        if let value { return value }
        throw DecodingError.typeMismatch(
            type, DecodingError.Context(codingPath: codingPath, debugDescription: "The value has a different type."))
    }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try require(value.bool, as: type) }
    func decode(_ type: String.Type) throws -> String { try require(value.string, as: type) }
    func decode(_ type: Double.Type) throws -> Double { try require(value.number, as: type) }
    func decode(_ type: Float.Type) throws -> Float { try require(value.number.map { Float($0) }, as: type) }

    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        let exact = value.integer.flatMap { Value(exactly: $0) } ?? value.number.flatMap { Value(exactly: $0) }
        return try require(exact, as: type)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: JSONValue]
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }

    private func decoder(_ key: some CodingKey) throws -> JSONValueDecoder {
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: codingPath, debugDescription: "The key is missing."))
        }
        return JSONValueDecoder(value: value)
    }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: decoder(key)) }
    func superDecoder() throws -> any Decoder { try decoder(SuperKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }
}

private struct UnkeyedContainer: UnkeyedDecodingContainer {
    let values: [JSONValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    /// Returns a decoder for the next element and advances past the element.
    private mutating func next(_ type: Any.Type) throws -> JSONValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: "There are no more elements."))
        }
        defer { currentIndex += 1 }
        return JSONValueDecoder(value: values[currentIndex])
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next(type)) }
    mutating func superDecoder() throws -> any Decoder { try next(JSONValue.self) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next(type).container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next(JSONValue.self).unkeyedContainer()
    }
}
