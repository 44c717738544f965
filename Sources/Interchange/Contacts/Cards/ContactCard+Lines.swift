extension ContactCard {
    /// What the lines of a card say: those that `Person.card` keeps, or any.
    public init(lines: [String]) {
        var heads = LineHeads(isKept: false)
        self = PersonReader.card(of: CardBytes(lines: lines), at: nil, &heads)
    }

    /// The UID that the card of these lines has, as `uid` gives it, and nothing else of the card.
    public static func uid(in lines: [String]) -> String? {
        // Most cards need no reading for it.
        guard lines.contains(where: mayBeUID) else { return nil }
        var reader = PersonReader(ParsedCard(CardBytes(lines: lines)))
        reader.readLines(.uid)
        return reader.contents.uid.first
    }

    /// Whether `UID` stands before the value, whatever else does.
    private static func mayBeUID(_ line: String) -> Bool {
        var isLikely = false
        var (first, second): (UInt8, UInt8) = (0, 0)
        for byte in line.utf8 {
            if byte == .colon { return isLikely }
            let letter = byte.uppercased
            if letter == UInt8(ascii: "D"), second == UInt8(ascii: "I"), first == UInt8(ascii: "U") { isLikely = true }
            (first, second) = (second, letter)
        }
        return false
    }
}
