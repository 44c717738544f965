import FoundationEssentials
import Testing

@testable import Text

@Suite struct JSONCodingTests {
    private enum Shape: Codable, Hashable {
        case point
        case circle(radius: Double)
        case pair(Int, name: String?)
    }

    private struct Sample: Codable, Hashable {
        var text = "a “b” / \u{1F6F0}\n"
        var missing: String?
        var isSet = true
        var (least, greatest, byte) = (Int64.min, Int64.max, UInt8.max)
        var (half, whole, single) = (0.5, 2.0, Float(1.25))
        var shapes: [Shape] = [.point, .circle(radius: 3), .pair(-1, name: nil), .pair(7, name: "x")]
        var optional: [Int?] = [1, nil, 3]
        var named = ["a": [1, 2], "b": []]
        var numbered = [4: "four"]
        var nested: [[Shape]] = [[], [.point]]
    }

    /// A value that is encoded with two containers of the same encoder, one of them nested.
    private struct Parts: Codable, Equatable {
        var (left, right) = (1, ["r", "s"])

        private enum Keys: CodingKey { case left, inner, right }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            left = try container.decode(Int.self, forKey: .left)
            var right = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
                .nestedUnkeyedContainer(forKey: .right)
            self.right = []
            while !right.isAtEnd { self.right.append(try right.decode(String.self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Keys.self)
            try first.encode(left, forKey: .left)
            var second = encoder.container(keyedBy: Keys.self)
            var inner = second.nestedContainer(keyedBy: Keys.self, forKey: .inner)
            var right = inner.nestedUnkeyedContainer(forKey: .right)
            for text in self.right { try right.encode(text) }
        }
    }

    private func bytes(of value: some Encodable) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.value(try JSONValue(encoding: value))
        return writer.bytes
    }

    private func check<Value: Codable & Equatable>(_ value: Value) throws {
        #expect(try JSONDecoder().decode(Value.self, from: Data(bytes(of: value))) == value)
        #expect(try JSONReader.value(of: bytes(of: value)).decoded(as: Value.self) == value)
        let foundation = [UInt8](try JSONEncoder().encode(value))
        #expect(try JSONReader.value(of: foundation).decoded(as: Value.self) == value)
    }

    @Test func `Values round-trip and can be exchanged with Foundation’s coders`() throws {
        var other = Sample()
        (other.missing, other.isSet) = ("x", false)
        try check([Sample(), other])
        try check(Parts())
        try check(Shape?.none)
        try check(["one": Shape?.some(.point)])
    }

    @Test func `Numbers that are not finite are written as null`() throws {
        #expect(try bytes(of: [1.5, .nan, .infinity]) == Array("[1.5,null,null]".utf8))
    }

    /// A value that encodes a key twice.
    private struct RepeatedKey: Encodable {
        private enum Keys: CodingKey { case first, second }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            for number in 1...2 {
                try container.encode(number, forKey: .first)
                if number == 1 { try container.encode(0, forKey: .second) }
            }
        }
    }

    @Test func `The last value of a key that is encoded twice is written`() throws {
        #expect(try bytes(of: RepeatedKey()) == Array(#"{"second":0,"first":2}"#.utf8))
    }

    @Test(arguments: [
        #"{"left": "1", "inner": {"right": []}}"#, #"{"left": 1.5, "inner": {"right": []}}"#,
        #"{"left": 99999999999999999999, "inner": {"right": []}}"#, #"{"inner": {"right": []}}"#,
        #"{"left": 1, "inner": []}"#, #"{"left": 1, "inner": {"right": [1]}}"#, #"{"left": null}"#, "[]", "1",
    ])
    func `Wrong types, missing keys, and integers that are too large are rejected`(text: String) throws {
        let value = try JSONReader.value(of: Array(text.utf8))
        #expect(throws: DecodingError.self) { try value.decoded(as: Parts.self) }
    }
}
