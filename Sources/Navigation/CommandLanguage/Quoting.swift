/// POSIX quoting, without any expansion, a scalar at a time: `'…'` keeps all, `"…"` all but `\"` and `\\`, a backslash
/// outside quotes the next character.
struct Quoting {
    enum Meaning {
        /// Adds to the word, which begins here if there is none yet.
        case text(String)
        /// Belongs to the word and adds nothing.
        case escape, quote
        /// Ends the word.
        case space
    }

    /// The quote that is still open.
    private(set) var open: Unicode.Scalar?
    /// Whether a backslash waits for what it keeps.
    private(set) var isEscaping = false

    mutating func take(_ scalar: Unicode.Scalar) -> Meaning {
        if isEscaping {
            isEscaping = false
            return .text(open == "\"" && scalar != "\"" && scalar != "\\" ? "\\\(scalar)" : "\(scalar)")
        }
        switch (open, scalar) {
        case (nil, "\\"), ("\"", "\\"):
            isEscaping = true
            return .escape
        case (nil, "'"), (nil, "\""):
            open = scalar
            return .quote
        case (scalar, _):
            open = nil
            return .quote
        case (nil, _) where scalar.properties.isWhitespace:
            return .space
        default:
            return .text("\(scalar)")
        }
    }
}
