import TestSupport

extension SeededGenerator {
    /// Returns text with quotes, separators, line endings, combining marks, emoji, and control characters.
    mutating func text() -> String {
        let pieces = [
            "a", "Ž", "é", "e\u{301}", "\"", ",", ";", "\t", "\n", "\r\n", "\r", " ", "\\", "/", "",
            "\u{FEFF}", "\u{202E}", "\u{1B}[31m", "\u{9B}", "\u{7F}", "\u{200D}", "\u{FE0F}",
            "漢", "👩‍👩‍👧", "🇨🇭", "1️⃣", "ﬁ", "İ", "각", "й", "и\u{306}",
        ]
        return (0..<Int.random(in: 0...6, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }

    /// Returns bytes that resemble valid input.
    mutating func bytes(from alphabet: String) -> [UInt8] {
        let likely = Array(alphabet.utf8)
        return (0..<Int.random(in: 0...40, using: &self)).map { _ in
            Int.random(in: 0..<8, using: &self) == 0
                ? UInt8.random(in: 0...255, using: &self) : likely.randomElement(using: &self) ?? 0
        }
    }
}
