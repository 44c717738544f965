/// Breaks long lines as RFC 6350 section 3.2 asks.
enum LineFolding {
    static let maximumOctets = 75

    /// The line with its ends, in pieces of at most 75 bytes and never cut inside a character.
    static func append(_ line: [UInt8], to bytes: inout [UInt8]) {
        var start = 0
        var width = maximumOctets
        while line.count - start > width {
            var end = start + width
            while end > start + 1, line[end] & 0xC0 == 0x80 { end -= 1 }
            bytes.append(contentsOf: line[start..<end])
            bytes += [.carriageReturn, .lineFeed, 0x20]
            start = end
            width = maximumOctets - 1
        }
        bytes.append(contentsOf: line[start...])
        bytes += [.carriageReturn, .lineFeed]
    }
}
