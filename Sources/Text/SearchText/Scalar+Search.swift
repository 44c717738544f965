/// Character properties for folding and word breaking.
extension Unicode.Scalar {
    var isPartOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber, .privateUse: true
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    var isPunctuation: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation: true
        case .initialPunctuation, .finalPunctuation, .otherPunctuation: true
        default: false
        }
    }

    var combiningClass: UInt8 {
        value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue
    }

    /// The two or three jamo of a Hangul syllable, or `nil` for other scalars (Unicode Standard, section 3.12).
    var hangulJamo: [Unicode.Scalar]? {
        guard (0xAC00...0xD7A3).contains(value) else { return nil }
        let index = value - 0xAC00
        let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        return jamo.filter { $0 != 0x11A7 }.compactMap(Unicode.Scalar.init)
    }
}

extension String {
    // This is ten times as fast as using a `UnicodeScalarView`.
    /// Creates a string from scalars.
    init(_ scalars: [Unicode.Scalar]) {
        self.init(unsafeUninitializedCapacity: scalars.count * 4) { bytes in
            var end = 0
            for scalar in scalars {
                for byte in scalar.utf8 {
                    bytes[end] = byte
                    end += 1
                }
            }
            return end
        }
    }
}
