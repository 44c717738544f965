/// A parser that converts terminal input to keys. Escape and UTF-8 sequences may be split across reads.
public struct KeyParser: Sendable {
    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    private static let endOfPaste: [UInt8] = [0x1B] + Array("[201~".utf8)
    /// The maximum length of a control sequence, in bytes. Longer sequences are discarded.
    private static let longestSequence = 32

    public init() {}

    /// Whether input is pending that may be a complete key or the start of a sequence, such as a lone ESC.
    public var isWaiting: Bool { !pending.isEmpty && pasted == nil }

    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            if pasted != nil {
                collect(byte, into: &keys)
            } else {
                pending.append(byte)
                while !pending.isEmpty, pasted == nil, let key = nextKey() { keys.append(key) }
            }
        }
        return keys
    }

    /// Ends an incomplete sequence after a timeout and returns the resulting keys.
    public mutating func flush() -> [Key] {
        guard isWaiting else { return [] }
        defer { pending = [] }
        return [pending == [0x1B] ? .escape : .unknown]
    }

    private mutating func collect(_ byte: UInt8, into keys: inout [Key]) {
        pasted?.append(byte)
        guard byte == Self.endOfPaste.last, let text = pasted,
            text.suffix(Self.endOfPaste.count) == Self.endOfPaste[...]
        else { return }
        pasted = nil
        keys.append(.paste(String(decoding: text.dropLast(Self.endOfPaste.count), as: UTF8.self)))
    }

    /// Parses the next key.
    ///
    /// - Returns: The key, or `nil` if the input is incomplete or starts a paste.
    private mutating func nextKey() -> Key? {
        switch pending[0] {
        case 0x1B: escapeSequence()
        case 0x20..<0x7F: consume(1, .text(String(Unicode.Scalar(pending[0]))))
        case ..<0x20, 0x7F: consume(1, control(pending[0]))
        default: character()
        }
    }

    private mutating func consume(_ count: Int, _ key: Key) -> Key {
        pending.removeFirst(count)
        return key
    }

    private func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1F: .control("_")
        default: .unknown
        }
    }

    /// Parses a UTF-8 sequence. An invalid byte becomes U+FFFD.
    ///
    /// - Returns: The key, or `nil` if the sequence is incomplete.
    private mutating func character() -> Key? {
        let length =
            switch pending[0] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        if pending.count < length, pending.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return nil }
        guard length > 1, let text = String(validating: pending.prefix(length), as: UTF8.self) else {
            return consume(1, .text("\u{FFFD}"))
        }
        return consume(length, .text(text))
    }

    // MARK: - Sequences that begin with ESC

    private mutating func escapeSequence() -> Key? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence()
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            return consume(3, EscapeSequence(final: pending[2]).key)
        case 0x1B: return consume(1, .escape)
        case 0x20..<0x7F: return consume(2, .alt(Character(Unicode.Scalar(pending[1]))))
        case 0x08, 0x7F: return consume(2, .alt("\u{7F}"))
        case 0x0A, 0x0D: return consume(2, .alt("\r"))
        default: return consume(1, .escape)
        }
    }

    private mutating func controlSequence() -> Key? {
        let rest = pending.dropFirst(2)
        let parameters = rest.prefix { (0x20...0x3F).contains($0) }
        guard let final = rest.dropFirst(parameters.count).first else {
            return pending.count > Self.longestSequence ? consume(pending.count, .unknown) : nil
        }
        guard (0x40...0x7E).contains(final) else { return consume(2 + parameters.count, .unknown) }
        let sequence = EscapeSequence(final: final, parameters: parameters)
        pending.removeFirst(3 + parameters.count)
        guard !sequence.beginsPaste else {
            pasted = []
            return nil
        }
        return sequence.key
    }
}

/// An escape sequence as sent by xterm and compatible terminals.
struct EscapeSequence {
    private let final: Character
    private let numbers: [UInt8]

    init(final: UInt8, parameters: ArraySlice<UInt8> = []) {
        self.final = Character(Unicode.Scalar(final))
        numbers = parameters.split(separator: UInt8(ascii: ";")).map { UInt8(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }

    var beginsPaste: Bool { final == "~" && numbers == [200] }

    var key: Key {
        switch final {
        case "A": .up
        case "B": .down
        case "C": isModified ? .wordRight : .right
        case "D": isModified ? .wordLeft : .left
        case "H": .home
        case "F": .end
        case "Z": .backTab
        case "M": .enter
        case "~": numbered
        default: .unknown
        }
    }

    // xterm encodes modifiers as 1 plus a bit mask, in which 2 is Alt and 4 is Control.
    private var isModified: Bool { numbers.count > 1 && numbers[1] > 0 && (numbers[1] - 1) & 6 != 0 }

    private var numbered: Key {
        switch numbers.first {
        case 1, 7: .home
        case 3: isModified ? .alt("d") : .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        default: .unknown
        }
    }
}

/// A key press, independent of the terminal that sent it.
public enum Key: Hashable, Sendable {
    case text(String)
    /// Text from a bracketed paste.
    case paste(String)
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, wordLeft, wordRight, home, end, pageUp, pageDown
    case control(Character)
    case alt(Character)
    /// A sequence that does not match a known key.
    case unknown
}
