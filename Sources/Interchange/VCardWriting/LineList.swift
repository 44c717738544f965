import Text

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
