extension JSONValue {
    /// Creates the JSON form of a value, with the same structure as Foundation’s `JSONEncoder`. `JSONWriter` writes
    /// numbers that are not finite as `null`.
    public init(encoding value: some Encodable) throws {
        let node = JSONNode()
        try value.encode(to: JSONValueEncoder(node: node))
        self = node.value
    }
}

/// A node of a JSON document that is being encoded.
private final class JSONNode {
    private enum Content {
        case value(JSONValue)
        case array([JSONNode])
        case object([(key: String, node: JSONNode)])
    }

    private var content = Content.value(.null)

    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(Self.lastMembers(members))
        }
    }

    /// Returns the members, with only the last one for each key.
    private static func lastMembers(_ members: [(key: String, node: JSONNode)]) -> [JSONMember] {
        var seen: Set<String> = []
        return members.reversed().filter { seen.insert($0.key).inserted }
            .reversed().map { JSONMember($0.key, $0.node.value) }
    }

    func set(_ value: JSONValue) { content = .value(value) }

    var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }

    func beginArray() {
        if case .array = content { return }
        content = .array([])
    }

    func beginObject() {
        if case .object = content { return }
        content = .object([])
    }

    func appended() -> JSONNode {
        guard case .array(var nodes) = content else { return self }
        let node = JSONNode()
        // A second reference to the array would cause the array to be copied.
        content = .array([])
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    func member(_ key: any CodingKey) -> JSONNode {
        guard case .object(var members) = content else { return self }
        let node = JSONNode()
        content = .object([])
        members.append((key.stringValue, node))
        content = .object(members)
        return node
    }
}

private struct JSONValueEncoder: Encoder {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginObject()
        return KeyedEncodingContainer(KeyedContainer(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginArray()
        return UnkeyedContainer(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.set(.null) }
    func encode(_ value: Bool) { node.set(.bool(value)) }
    func encode(_ value: String) { node.set(.string(value)) }
    func encode(_ value: Double) { node.set(.number(value)) }
    func encode(_ value: Float) { node.set(.number(Double(value))) }

    func encode<Value: FixedWidthInteger & Encodable>(_ value: Value) {
        node.set(Int(exactly: value).map(JSONValue.integer) ?? .number(Double(value)))
    }

    func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }

    private func encoder(_ key: some CodingKey) -> JSONValueEncoder { JSONValueEncoder(node: node.member(key)) }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: encoder(key)) }
    func superEncoder() -> any Encoder { encoder(SuperKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    private var next: JSONValueEncoder { JSONValueEncoder(node: node.appended()) }

    func encodeNil() { next.encodeNil() }
    func encode(_ value: some Encodable) throws { try value.encode(to: next) }
    func superEncoder() -> any Encoder { next }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
}

/// The key for the value of a superclass.
enum SuperKey: String, CodingKey { case `super` }
