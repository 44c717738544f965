import Embedded

/// A sanitizer for terminal output that replaces everything that could move the cursor or hide or reorder text.
///
/// ASCII control characters become control pictures, such as ␛ for ESC. Other hostile scalars become code points, such
/// as `<U+202E>`. Sanitize text before measuring or truncating it.
public enum VisibleText {
    /// The maximum number of combining marks on a letter. Further marks are replaced with their count.
    public static let maximumMarks = 16

    /// Returns sanitized text for one line. Line ends are shown as ⏎.
    public static func line(_ text: String) -> String {
        visible(text, lineEnd: "⏎", tab: "␉")
    }

    /// Returns sanitized text that may have several lines. Tabs become four spaces.
    public static func lines(_ text: String) -> String {
        visible(text, lineEnd: "\n", tab: "    ")
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
        for scalar in cluster.unicodeScalars {
            if scalar.isHostile {
                result += scalar.picture
                continue
            }
            if unicode_width(scalar.value) == 0 { marks += 1 }
            if marks <= maximumMarks { result.unicodeScalars.append(scalar) }
        }
        if marks > maximumMarks { result += "<+\(marks - maximumMarks) marks>" }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal would interpret the scalar or reorder or break the text around it.
    var isHostile: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, and C1 controls
        case 0x2028...0x2029: true  // line and paragraph separators
        case 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional embeddings, overrides, and isolates
        case 0x206A...0x206F, 0xFFF9...0xFFFB: true  // deprecated format characters, interlinear annotation
        default: properties.isNoncharacterCodePoint
        }
    }

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
