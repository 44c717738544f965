import Text

/// An opaque value that changes with the text of a card (RFC 9110 section 8.8.3).
public struct ETag: Hashable, Sendable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The tag of a card for which the remote reports none. Such a card is never overwritten, because it may have
    /// changed at any time.
    public static let unknown = ETag(rawValue: "")

    /// Whether the tag identifies the exact text (RFC 9110 section 8.8.1).
    var isStrong: Bool { self != .unknown && !rawValue.hasPrefix(Self.weakPrefix) }

    /// Returns whether a card with the other tag has the same content (RFC 9110 section 8.8.3.2, weak comparison).
    func matches(_ other: ETag) -> Bool { self != .unknown && opaque == other.opaque }

    private static let weakPrefix = "W/"
    private var opaque: Substring { rawValue.dropFirst(rawValue.hasPrefix(Self.weakPrefix) ? 2 : 0) }
}

extension ETag {
    /// Creates a tag from the text in a header field or property, or returns `nil` if the text is not valid. Some
    /// servers omit the quotes.
    init?(httpText text: String) {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            return nil
        }
        self.init(rawValue: text.hasSuffix("\"") ? text : "\"\(text)\"")
    }

    /// Creates the ETag of a file with this content.
    init(ofFile bytes: [UInt8]) {
        self.init(rawValue: "\(bytes.count)-\(String(FNV1a(bytes).value, radix: 16))")
    }
}

/// The condition for a write. Every write has one.
public enum Precondition: Hashable, Sendable {
    /// The card does not exist: `If-None-Match: *`.
    case ifNoneMatch
    /// The card has not changed: `If-Match`.
    case ifMatch(ETag)
}
