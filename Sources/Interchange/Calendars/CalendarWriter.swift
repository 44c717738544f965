import Model
import Text

/// A writer of iCalendar files (RFC 5545).
struct CalendarWriter: Sendable {
    private var bytes: [UInt8] = []

    /// Begins a calendar.
    ///
    /// - Parameter content: The name of the content in the product identifier, such as `Birthdays`.
    init(_ content: String) {
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//\(content)//EN", "CALSCALE:GREGORIAN"] {
            write(line)
        }
    }

    /// Begins an event.
    mutating func beginEvent(_ uid: String, modified: Timestamp) {
        let modified = modified.isWellFormed ? modified : Timestamp(secondsSince1970: 0)
        write("BEGIN:VEVENT")
        write("UID:" + Self.escape(uid))
        write("DTSTAMP:" + modified.basicFormat)
    }

    mutating func endEvent(category: String) {
        write("CATEGORIES:" + category)
        write("TRANSP:TRANSPARENT")
        write("END:VEVENT")
    }

    mutating func end() { write("END:VCALENDAR") }

    mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Escapes a TEXT value (RFC 5545 section 3.3.11) and removes control characters other than tabs and line feeds.
    static func escape(_ text: String) -> String {
        let scalars = text.withoutCarriageReturns.unicodeScalars.filter { scalar in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
        return VCardEscaping(version: .v40).escaped(String(String.UnicodeScalarView(scalars)))
    }

    /// Writes a line, folded at 75 bytes (RFC 5545 section 3.1). A character is split only if it is longer than a line.
    mutating func write(_ line: String) {
        var room = Self.lineBytes
        for character in line {
            let pieces =
                character.utf8.count < Self.lineBytes
                ? [String(character)] : character.unicodeScalars.map { String($0) }
            for piece in pieces {
                if piece.utf8.count > room {
                    bytes.append(contentsOf: "\r\n ".utf8)
                    room = Self.lineBytes - 1
                }
                bytes.append(contentsOf: piece.utf8)
                room -= piece.utf8.count
            }
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private static let lineBytes = 75
}
