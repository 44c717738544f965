/// A permanent record ID, such as `persons/7`.
public struct RecordID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let kind: Kind
    public let number: Int64

    // Document numbers of the search index have 40 bits for the ID. The upper half of that range is for later IDs.
    /// The highest number that can be imported, and the highest after which another can be issued.
    public static let limit: Int64 = 1 << 39

    public init(kind: Kind, number: Int64) {
        self.kind = kind
        self.number = number
    }

    /// Creates an ID from text with a number, such as `persons/7`. A data source must resolve an ID with a name.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(plural: parts[0]), let number = Int64(parts[1]), number > 0 else {
            return nil
        }
        self.init(kind: kind, number: number)
    }

    public var description: String { "\(kind.plural)/\(number)" }
}
