/// The keys that terminals of the xterm family send as control sequences.
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

    /// With Alt or Control: xterm adds 2 and 4 to 1.
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
