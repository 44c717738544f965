import Embedded

/// A sanitizer for terminal output that replaces all scalars that could move the cursor, hide text, or reorder text.
///
/// ASCII control characters become control pictures, such as ␛ for ESC. Other hostile scalars become code points, such
/// as `<U+202E>`. Sanitize text before measuring or truncating it. Each grapheme cluster is sanitized independently.
public enum VisibleText {
    /// The maximum number of combining marks on a letter. Additional marks are replaced with their count.
    public static let maximumMarks = 16

    /// Returns sanitized text for one line. Line ends are shown as ⏎.
    public static func line(_ text: String) -> String {
        visible(text, lineEnd: "⏎", tab: "␉")
    }

    /// Returns sanitized text that may have several lines.
    ///
    /// - Parameter tab: The replacement for tabs.
    public static func lines(_ text: String, tab: String = "    ") -> String {
        visible(text, lineEnd: "\n", tab: tab)
    }

    /// Returns the text with a space in place of each hostile scalar.
    public static func blanked(_ text: String) -> String {
        var result = ""
        text.forEachScalar { scalar, isHostile in result.unicodeScalars.append(isHostile ? " " : scalar) }
        return result
    }

    private static func visible(_ text: String, lineEnd: String, tab: String) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = ""
        for cluster in text {
            switch cluster {
            case "\n", "\r\n": result += lineEnd
            case "\t": result += tab
            default: append(cluster, to: &result)
            }
        }
        return result
    }

    private static func append(_ cluster: Character, to result: inout String) {
        var marks = 0
        cluster.forEachScalar { scalar, isHostile in
            if isHostile {
                result += scalar.picture
                return
            }
            if unicode_width(scalar.value) == 0 { marks += 1 }
            if marks <= maximumMarks { result.unicodeScalars.append(scalar) }
        }
        if marks > maximumMarks { result += "<+\(marks - maximumMarks) marks>" }
    }
}

extension Unicode.Scalar {
    /// The visible replacement for the scalar: a control picture or the code point.
    var picture: String {
        switch value {
        case ..<0x20: Unicode.Scalar(0x2400 + value).map(String.init) ?? ""
        case 0x7F: "␡"
        default: "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
        }
    }

    private var digits: String { String(value, radix: 16, uppercase: true) }

    /// Whether a scalar is invisible or could change how a terminal shows the text around it.
    ///
    /// These are the control and format characters, the line and paragraph separators, the default ignorable code
    /// points, and the noncharacters of Unicode.
    var isHostile: Bool {
        switch value {
        // A fast path for common characters.
        case 0x20...0x7E, 0xAE...0x34E, 0x350...0x5FF, 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }
}

extension String {
    /// Calls a closure with each scalar of the text and whether it is hostile in its context.
    func forEachScalar(_ body: (Unicode.Scalar, _ isHostile: Bool) -> Void) {
        // ASCII control characters are hostile in every context.
        guard unicodeScalars.contains(where: { !$0.isASCII && $0.isHostile }) else {
            for scalar in unicodeScalars { body(scalar, scalar.isHostile) }
            return
        }
        for cluster in self { cluster.forEachScalar(body) }
    }
}

extension Character {
    /// Calls a closure with each scalar of the cluster and whether it is hostile in its context.
    func forEachScalar(_ body: (Unicode.Scalar, _ isHostile: Bool) -> Void) {
        guard unicodeScalars.contains(where: \.isHostile) else {
            for scalar in unicodeScalars { body(scalar, false) }
            return
        }
        let cluster = ScalarCluster(scalars: Array(unicodeScalars))
        for (index, scalar) in cluster.scalars.enumerated() { body(scalar, cluster.isHostile(at: index)) }
    }
}

/// The scalars of a grapheme cluster.
///
/// A hostile scalar is kept only where it determines the appearance of its neighbors: joiners in emoji and in scripts
/// that need them, variation selectors of emoji and ideographs, and the tags of regional flags.
private struct ScalarCluster {
    let scalars: [Unicode.Scalar]
    /// The positions of the tags in a regional flag.
    private let flagTags: Range<Int>

    init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        flagTags = Self.flagTags(of: scalars)
    }

    func isHostile(at index: Int) -> Bool {
        let scalar = scalars[index]
        guard scalar.isHostile else { return false }
        guard index > 0 else { return true }
        switch scalar.value {
        case 0x200C: return !joinsLetters(at: index)
        case 0x200D: return !joinsLetters(at: index) && !joinsEmoji(at: index)
        case 0xFE0E, 0xFE0F: return !selectsEmojiStyle(at: index)
        case 0xFE00...0xFE02, 0xE0100...0xE01EF: return !scalars[index - 1].properties.isIdeographic
        case 0xE0030...0xE007F: return !flagTags.contains(index)
        default: return true
        }
    }

    /// Returns whether a joiner or non-joiner follows a letter of a script with connected letters, or is next to a
    /// virama (RFC 5892, appendix A, without the rule for the following letter).
    private func joinsLetters(at index: Int) -> Bool {
        let previous = scalars[index - 1]
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch previous.value {
        case 0x0620...0x08FF, 0x1820...0x18AA: return previous.properties.isAlphabetic
        default: return [previous, next].contains { $0?.properties.canonicalCombiningClass == .virama }
        }
    }

    private func joinsEmoji(at index: Int) -> Bool {
        guard index + 1 < scalars.count, scalars[index + 1].isPictograph else { return false }
        // The previous scalar is not a joiner that is followed by an emoji, so this does not recurse further.
        let previous = scalars[index - 1]
        return previous.isHostile ? !isHostile(at: index - 1) : previous.isPictograph
    }

    private func selectsEmojiStyle(at index: Int) -> Bool {
        let isKeycap = index + 1 < scalars.count && scalars[index + 1] == "\u{20E3}"
        return scalars[index - 1].properties.isEmoji && (scalars[index - 1].isPictograph || isKeycap)
    }

    /// Returns the positions of the tags in a regional flag, such as that of Scotland: the region code and the end tag.
    private static func flagTags(of scalars: [Unicode.Scalar]) -> Range<Int> {
        guard scalars.first == "\u{1F3F4}" else { return 0..<0 }
        let code = scalars.dropFirst().prefix {
            (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
        }
        guard (3...6).contains(code.count), scalars.dropFirst(1 + code.count).first == "\u{E007F}" else { return 0..<0 }
        return 1..<(code.count + 2)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is an emoji other than a digit, `#`, or `*`.
    fileprivate var isPictograph: Bool { !isASCII && properties.isEmoji }
}
