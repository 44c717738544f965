import Embedded

/// The number of terminal columns that text occupies. Each grapheme cluster has a width of 0, 1, or 2.
///
/// The widest scalar of a cluster determines its width, so an emoji family or a flag has a width of 2, and a letter
/// with combining marks has a width of 1. The text must be sanitized by `VisibleText` first.
public enum DisplayWidth {
    public static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    public static func width(of cluster: Character) -> Int {
        var widest: Int32 = 0
        for scalar in cluster.unicodeScalars {
            if scalar == "\u{FE0F}", widest == widenedByEmojiSelector { return 2 }
            widest = max(widest, unicode_width(scalar.value))
            if widest == 2 { return 2 }
        }
        return widest == widenedByEmojiSelector ? 1 : Int(widest)
    }

    /// Returns whether terminals disagree about the width of a cluster.
    public static func isDisputed(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard scalars.count > 1 else { return false }
        // Some terminals add up the widths of the scalars.
        let counted = scalars.reduce(0) { sum, scalar in
            let width = Int(unicode_width(scalar.value))
            return sum + (width == widenedByEmojiSelector ? 1 : width)
        }
        return counted != width(of: cluster) || scalars.contains("\u{200D}")
    }

    /// Returns the text, truncated with `…` if it is wider than the given number of columns.
    public static func truncate(_ text: String, to columns: Int) -> String {
        if columns <= 0 { return "" }
        if width(of: text) <= columns { return text }
        var used = 1
        let kept = text.prefix { cluster in
            used += width(of: cluster)
            return used <= columns
        }
        return kept + "…"
    }

    /// The value in the width table for scalars that are narrow as text and wide as emoji.
    private static let widenedByEmojiSelector: Int32 = 3
}
