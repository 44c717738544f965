/// The characters that human-readable output must not contain, except as parts of emoji and letters.
public enum HostileCharacters {
    /// The scalars of the first blocks and one in 23 others, or all with `ALMANAC_SOAK=100`.
    public static var allScalars: some Sequence<Unicode.Scalar> {
        let first = UInt32(0)..<0x300
        let others = stride(from: UInt32(0x300), through: 0x10FFFF, by: (try? Soak.isLong) == true ? 1 : 23)
        return (Array(first) + Array(others)).lazy.compactMap(Unicode.Scalar.init)
    }

    /// Returns whether a scalar is a control, format, or default ignorable character, a line or paragraph separator, or
    /// a noncharacter, independently of the tested code.
    public static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            || properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || properties.isBidiControl
    }

    /// The hostile scalars, each between two letters.
    public static let text = allScalars.filter(isHostile).map { "a\($0)b" }.joined()

    /// Returns the hostile scalars in a text, except line ends.
    public static func found(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { isHostile($0) && $0 != "\n" }
    }

    /// Returns the tag for an ASCII character.
    public static func tag(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(0xE0000 + scalar.value) ?? scalar
    }
}
