import Model
import Text

/// A writer of iCalendar files (RFC 5545) with birthdays and anniversaries as yearly events.
public struct OccasionCalendar: Sendable {
    private var bytes: [UInt8] = []

    public init() {
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//Birthdays//EN", "CALSCALE:GREGORIAN"] {
            write(line)
        }
    }

    public mutating func add(_ occasion: Occasion) {
        // Use a leap year if the year is unknown, so that February 29 is valid.
        let year = occasion.date.year.flatMap { $0 > 0 ? $0 : nil } ?? 1972
        guard let month = occasion.date.month, let day = occasion.date.day,
            let first = PartialDate(year: year, month: month, day: day)
        else { return }
        let kind = occasion.id.kind
        let modified = occasion.modified.isWellFormed ? occasion.modified : Timestamp(secondsSince1970: 0)
        write("BEGIN:VEVENT")
        write("UID:" + Self.escape("\(kind.rawValue)-\(occasion.uuid)"))
        write("DTSTAMP:" + modified.basicFormat)
        write("DTSTART;VALUE=DATE:" + first.basicFormat)
        write("RRULE:FREQ=YEARLY" + (month == 2 && day == 29 ? Self.leapDay : ""))
        write("SUMMARY:" + Self.escape("\(occasion.name)’s \(kind.rawValue)"))
        if let year = occasion.date.year { write("DESCRIPTION:\(kind == .birthday ? "Born in" : "Since") \(year).") }
        write("CATEGORIES:" + kind.rawValue.uppercased())
        write("TRANSP:TRANSPARENT")
        write("END:VEVENT")
    }

    public mutating func end() { write("END:VCALENDAR") }

    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// The recurrence rule for occasions on February 29. Day 60 is February 29 in leap years and March 1 in other years
    /// (RFC 5545 section 3.3.10).
    private static let leapDay = ";BYYEARDAY=60"

    /// Escapes a TEXT value (RFC 5545 section 3.3.11) and removes control characters other than tabs and line feeds.
    private static func escape(_ text: String) -> String {
        let scalars = text.withoutCarriageReturns.unicodeScalars.filter { scalar in
            scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        }
        return VCardEscaping(version: .v40).escaped(String(String.UnicodeScalarView(scalars)))
    }

    /// Writes a line, folded at 75 bytes (RFC 5545 section 3.1). Only a character longer than a line is split.
    private mutating func write(_ line: String) {
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
