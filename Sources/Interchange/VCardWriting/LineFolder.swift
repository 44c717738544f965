import Text

// Quoted-printable has its own line breaks, and readers of vCard 2.1 keep the space of a fold.
/// A writer that folds long lines (RFC 6350 section 3.2). In vCard 2.1, it folds only base64.
struct LineFolder {
    static let maximumOctets = 75

    private static let fold: [UInt8] = [.carriageReturn, .lineFeed, 0x20]

    let version: CardVersion
    private var isOpen = false
    private var isFirst = true

    init(_ version: CardVersion) { self.version = version }

    /// Appends a line, folded at 75 bytes without splitting characters.
    mutating func append(_ line: [UInt8], to bytes: inout [UInt8]) {
        // A line that starts with a space would be read as a continuation.
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

/// A list of unfolded lines.
struct LineList {
    private(set) var lines: [[UInt8]] = []
    /// Whether the last line is unfinished quoted-printable.
    private var isOpen = false

    mutating func append(_ line: [UInt8]) {
        let isEncoded = isOpen || QuotedPrintable.isDeclared(in: line[...])
        isOpen = isEncoded && QuotedPrintable.isOpen(line[...])
        lines.append(line)
    }

    /// Appends the lines of a new property. An unfinished previous line is closed first, so that it does not absorb the
    /// new lines.
    mutating func insert(_ lines: [[UInt8]]) {
        if isOpen, !lines.isEmpty { append([]) }
        for line in lines { append(line) }
    }
}
