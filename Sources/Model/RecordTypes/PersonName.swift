/// The parts of a name (RFC 6350 section 6.2.2), nickname and phonetic spelling.
public struct PersonName: Hashable, Sendable {
    public var prefix = ""
    public var given = ""
    public var middle = ""
    public var family = ""
    public var suffix = ""
    public var nickname = ""
    public var phonetic = ""

    public init() {}

    /// The name as it is said: given, middle, family and suffix; empty if all of them are.
    public var display: String {
        [given, middle, family, suffix].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
