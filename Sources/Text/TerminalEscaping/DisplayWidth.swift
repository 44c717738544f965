import Embedded

/// How many terminal columns text takes: one width for each grapheme cluster, 0, 1 or 2.
///
/// The widest scalar of a cluster counts, so a family of emoji or a flag is 2, a letter with marks 1.
/// For text that has passed `VisibleText`.
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

    /// Whether terminals differ about a cluster: those that count scalar by scalar come to another width than ours (emoji
    /// that are joined, toned, keyed or chosen by a selector).
    public static func isDisputed(_ cluster: Character) -> Bool {
        let scalars = cluster.unicodeScalars
        guard scalars.count > 1 else { return false }
        let counted = scalars.reduce(0) { sum, scalar in
            let width = Int(unicode_width(scalar.value))
            return sum + (width == widenedByEmojiSelector ? 1 : width)
        }
        return counted != width(of: cluster) || scalars.contains("\u{200D}")
    }

    /// Text that fits into a number of columns: cut between clusters and ended with `…` if it would not.
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

    /// The table's mark for a scalar that is narrow as text and wide as an emoji.
    private static let widenedByEmojiSelector: Int32 = 3
}
