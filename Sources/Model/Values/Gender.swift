/// A gender (RFC 6350 §6.2.7): a sex component, an identity component, or both, as in `O;it's complicated`.
public struct Gender: Hashable, Sendable, CustomStringConvertible {
    public enum Sex: String, Hashable, Sendable {
        case male = "M"
        case female = "F"
        case other = "O"
        /// No gender, or an entity to which gender does not apply.
        case notApplicable = "N"
        case unknown = "U"

        /// Creates a value from an English word, such as `female`, ignoring case.
        public init?(word: String) {
            let words: [String: Sex] = [
                "male": .male, "female": .female, "other": .other, "none": .notApplicable, "unknown": .unknown,
            ]
            guard let sex = words[word.lowercased()] else { return nil }
            self = sex
        }
    }

    public let sex: Sex?
    public let identity: String

    /// Creates a gender, or returns `nil` if both components are missing.
    public init?(sex: Sex?, identity: String = "") {
        guard sex != nil || !identity.isEmpty else { return nil }
        self.sex = sex
        self.identity = identity
    }

    /// Creates a gender from the vCard format, ignoring the case of the sex component.
    public init?(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        let sex = parts.first.flatMap { Sex(rawValue: $0.uppercased()) }
        guard sex != nil || parts.first == "" else { return nil }
        self.init(sex: sex, identity: parts.count > 1 ? String(parts[1]) : "")
    }

    public var description: String { (sex?.rawValue ?? "") + (identity.isEmpty ? "" : ";" + identity) }
}
