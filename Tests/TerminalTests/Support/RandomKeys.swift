import TestSupport

@testable import Terminal

/// A generator of random keys and bytes, including pastes and invalid input.
struct RandomKeys {
    private var chance: SeededGenerator

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    private static let texts = [
        "a", "b", " ", "é", "e", "\u{301}", "漢", "👩‍👩‍👧", "👍", "🏽", "🇩", "🇪", "\u{200D}", "\u{FE0F}", "\u{202E}", "\u{85}",
        "\u{FFFD}",
    ]
    private static let others: [Key] = [
        .tab, .backTab, .backspace, .delete, .escape, .up, .down, .left, .right, .wordLeft, .wordRight, .home, .end,
        .pageUp,
        .pageDown, .unknown, .paste("one\r\ntwo\u{1B}[31m\t\n"), .paste(""), .alt("d"), .alt("b"), .alt("f"), .alt("x"),
        .alt("y"), .alt("u"), .alt("l"), .alt("c"), .alt("/"),
    ]

    mutating func key() -> Key {
        switch chance.number(below: 10) {
        case 0..<5: .text(chance.pick(Self.texts))
        case 5..<8: chance.pick(Self.others)
        default: .control(Character(Unicode.Scalar(UInt8(97 + chance.number(below: 26)))))
        }
    }

    mutating func keys(_ count: Int) -> [Key] { (0..<count).map { _ in key() } }

    mutating func number(below limit: Int) -> Int { chance.number(below: limit) }

    private static let spelled = [
        "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}b", "\u{1B}d", "\u{1B}\u{7F}", "\u{1B}\r", "\u{1}",
        "\u{5}", "\u{B}",
        "\u{14}", "\u{15}", "\u{17}", "\u{19}", "\u{1F}", "\u{7F}", "\u{12}", "\t",
        "\u{1B}y", "\u{1B}u", "\u{1B}l", "\u{1B}c", "\u{1B}/", "\u{18}\u{15}", "\u{18}\u{12}",
        "\u{1B}[200~one\r\ntwo\n\u{1B}[201~",
    ]

    /// Returns the encodings of keys that do not end the line.
    mutating func typing(_ count: Int) -> String {
        (0..<count).map { _ in chance.pick(chance.happens(oneIn: 3) ? Self.spelled : Self.texts) }.joined()
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            chance.happens(oneIn: 3) ? chance.pick(Array("\u{1B}[;~200OA".utf8)) : UInt8(chance.number(below: 256))
        }
    }
}
