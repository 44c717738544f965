/// A filter for the records of a list.
///
///     try Filter("radius:rearth < 1.25 and discovered >= 2020", of: .planet)
public struct Filter: Hashable, Sendable {
    public let kind: Kind
    public let text: String
    public let condition: FilterCondition

    public init(_ text: String, of kind: Kind) throws(FilterProblem) {
        self.kind = kind
        self.text = text
        condition = try FilterParser.condition(text, over: FilterField.all(of: kind))
    }

    /// Returns a filter for the records that match both filters.
    public func and(_ other: Filter?) throws(FilterProblem) -> Filter {
        guard let other else { return self }
        return try Filter("(\(text)) and (\(other.text))", of: kind)
    }

    /// Returns the input that can follow the text, or `nil` if the text cannot be completed to a valid filter.
    public static func expected(after text: String, of kind: Kind) -> FilterExpectation? {
        do {
            _ = try FilterParser.condition(text, over: FilterField.all(of: kind))
            return .more
        } catch {
            return error.isAtEnd ? error.expected : nil
        }
    }
}

extension Filter: Codable {
    private enum Key: CodingKey { case kind, text }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        try self.init(try values.decode(String.self, forKey: .text), of: try values.decode(Kind.self, forKey: .kind))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(text, forKey: .text)
    }
}
