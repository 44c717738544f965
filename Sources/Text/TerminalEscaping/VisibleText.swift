import Embedded

/// A sanitizer for terminal output that replaces everything that could move the cursor or hide or reorder text.
///
/// ASCII control characters become control pictures, such as ␛ for ESC. Other hostile scalars become code points, such
/// as `<U+202E>`. Sanitize text before measuring or truncating it. Each grapheme cluster is sanitized independently.
public enum VisibleText {
    /// The maximum number of combining marks on a letter. Further marks are replaced with their count.
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
}
