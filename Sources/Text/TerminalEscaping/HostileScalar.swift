extension Unicode.Scalar {
    /// Whether a terminal would obey this scalar, or let it reorder or break the text around it, instead of drawing it.
    var isHostile: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL and C1 controls
        case 0x2028...0x2029: true  // line and paragraph separator
        case 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional embeddings, overrides and isolates
        case 0x206A...0x206F, 0xFFF9...0xFFFB: true  // deprecated format characters, interlinear annotation
        default: properties.isNoncharacterCodePoint
        }
    }

    /// What is shown instead: the picture of a C0 control, else the number.
    var picture: String {
        switch value {
        case ..<0x20: Unicode.Scalar(0x2400 + value).map(String.init) ?? ""
        case 0x7F: "␡"
        default: "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
        }
    }

    private var digits: String { String(value, radix: 16, uppercase: true) }
}
