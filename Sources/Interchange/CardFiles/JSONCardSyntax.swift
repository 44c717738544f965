import Localization
import Text

/// The formats of cards in JSON.
enum JSONCardSyntax {
    /// An array `["vcard", […]]` (RFC 7095).
    case jCard
    /// An object (RFC 9553).
    case jsContact

    /// The brackets that open a card or a value in it. The arrays within a JSContact card need not be counted.
    var openings: [UInt8] { Array((self == .jCard ? "[{" : "{").utf8) }

    var closings: [UInt8] { Array((self == .jCard ? "]}" : "}").utf8) }

    /// The bytes between cards: commas, the brackets of lists, byte-order marks, and record separators.
    var separators: [UInt8] {
        switch self {
        case .jCard: [.comma, 0xEF, 0xBB, 0xBF]
        case .jsContact: [.comma, UInt8(ascii: "["), UInt8(ascii: "]"), 0xEF, 0xBB, 0xBF, 0x1E]
        }
    }

    var hasListsOfSameBracket: Bool { self == .jCard }

    var expectation: Message {
        switch self {
        case .jCard: "Expected an array with a card."
        case .jsContact: "Expected an object with a card."
        }
    }

    var mismatch: Message {
        switch self {
        case .jCard: "This array is not a jCard (RFC 7095)."
        case .jsContact: "This object is not a JSContact card (RFC 9553)."
        }
    }

    /// Returns the card, or `nil` if the text is not a card.
    func card(_ text: [UInt8]) throws(JSONError) -> ContactCard? {
        switch self {
        case .jCard: try JCard(text)?.contactCard
        case .jsContact: JSContactReader.lines(of: try JSONReader.value(of: text)).map { ContactCard(lines: $0) }
        }
    }
}
