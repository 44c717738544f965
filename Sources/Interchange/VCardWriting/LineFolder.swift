import Text

/// Breaks long lines as RFC 6350 section 3.2 asks, line by line of a card.
///
/// Quoted-printable breaks its lines itself, and vCard 2.1 readers keep the blank of a fold: there only base64 is
/// folded.
struct LineFolder {
    static let maximumOctets = 75

    private static let fold: [UInt8] = [.carriageReturn, .lineFeed, 0x20]

    let version: CardVersion
    private var isOpen = false
    private var isFirst = true

    init(_ version: CardVersion) { self.version = version }

    /// The line with its end, in pieces of at most 75 bytes and never cut inside a character.
    mutating func append(_ line: [UInt8], to bytes: inout [UInt8]) {
        // It would be read as more of the line before; behind an empty one it is a line of its own, as it came.
        if !isOpen, !isFirst, let first = line.first, first.isBlank { bytes += Self.fold }
        isFirst = false
        let head = line[..<(line.firstIndex(of: .colon) ?? 0)]
        let isQuotedPrintable = isOpen || head.containsASCII("QUOTED-PRINTABLE")
        isOpen = isQuotedPrintable && QuotedPrintable.isOpen(line[...])
        var start = 0
        if !isQuotedPrintable, version != .v21 || head.containsASCII("BASE64") || head.containsASCII("ENCODING=B") {
            var width = Self.maximumOctets
            while line.count - start > width {
                var end = start + width
                while end > start + 1, line[end] & 0xC0 == 0x80 { end -= 1 }
                bytes.append(contentsOf: line[start..<end])
                bytes += Self.fold
                start = end
                width = Self.maximumOctets - 1
            }
        }
        bytes.append(contentsOf: line[start...])
        bytes += [.carriageReturn, .lineFeed]
    }
}

/// Lines of a card one after the other, unfolded.
struct LineList {
    private(set) var lines: [[UInt8]] = []
    /// The last one is quoted-printable that goes on.
    private var isOpen = false

    mutating func append(_ line: [UInt8]) {
        let isEncoded = isOpen || line.prefix { $0 != .colon }.containsASCII("QUOTED-PRINTABLE")
        isOpen = isEncoded && QuotedPrintable.isOpen(line[...])
        lines.append(line)
    }

    /// Appends lines that are no part of the property before, which must not swallow them if it never ended.
    mutating func insert(_ lines: [[UInt8]]) {
        if isOpen, !lines.isEmpty { append([]) }
        for line in lines { append(line) }
    }
}
