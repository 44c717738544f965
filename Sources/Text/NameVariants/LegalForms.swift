/// What companies have behind their names.
public enum LegalForms {
    /// - Parameter word: Folded.
    public static func contain(_ word: String) -> Bool { all.contains(word) }

    private static let all: Set = [
        "ab", "ag", "as", "bv", "co", "corp", "gmbh", "inc", "kg", "llc", "ltd", "nv", "oy", "plc", "sa", "sarl", "spa",
    ]
}
