/// What has been typed of a filter, for completion: `radius:re` is the beginning of a unit behind `radius:`.
public struct PartialFilter: Sendable {
    /// Everything before the word that is being typed.
    public let text: String
    /// What stands before that word without a blank.
    public let prefix: String
    public let word: String

    /// - Parameter words: Those before it, with or without the `where` that they follow.
    public init(_ typed: String, isQuoted: Bool, behind words: [String]) {
        let separators = ":()<>=!~≤≥≠"
        let end = isQuoted ? nil : typed.lastIndex { separators.contains($0) }
        let start = end.map { typed.index(after: $0) } ?? typed.startIndex
        let isFirst = words.first?.lowercased() == "where"
        prefix = String(typed[..<start])
        word = String(typed[start...])
        text = FilterTokenJoiner.requoted(words.dropFirst(isFirst ? 1 : 0) + (prefix.isEmpty ? [] : [prefix]))
    }
}
