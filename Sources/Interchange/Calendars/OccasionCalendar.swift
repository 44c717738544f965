import Model
import Text

/// A writer of calendars with birthdays and anniversaries as yearly events (iCalendar, RFC 5545).
public struct OccasionCalendar: Sendable {
    private var bytes: [UInt8] = []

    public init() {
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Almanac//Birthdays//EN", "CALSCALE:GREGORIAN"] {
            write(line)
        }
    }

    public mutating func add(_ occasion: Occasion) {
        guard let month = occasion.date.month, let day = occasion.date.day else { return }
        // Use a leap year if the year is unknown, so that 29 February is valid.
        let year = occasion.date.year.flatMap { $0 > 0 ? $0 : nil } ?? 1972
        write("BEGIN:VEVENT")
        write("UID:" + Self.escape("\(occasion.id.kind.rawValue)-\(occasion.uuid)"))
        write("DTSTAMP:" + Self.moment(occasion.modified))
        write("DTSTART;VALUE=DATE:" + Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2))
        write("RRULE:FREQ=YEARLY" + (month == 2 && day == 29 ? Self.leapDay : ""))
        write("SUMMARY:" + Self.escape("\(occasion.name)’s \(occasion.id.kind.rawValue)"))
        if let year = occasion.date.year { write("DESCRIPTION:\(Self.since(occasion.id.kind)) \(year).") }
        write("CATEGORIES:" + occasion.id.kind.rawValue.uppercased())
        write("TRANSP:TRANSPARENT")
        write("END:VEVENT")
    }

    public mutating func end() { write("END:VCALENDAR") }

    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// The rule for birthdays on February 29. Day 60 is February 29 in leap years and March 1 in other years (RFC 5545
    /// section 3.3.10).
    private static let leapDay = ";BYYEARDAY=60"

    private static func since(_ kind: Occasion.Kind) -> String {
        switch kind {
        case .birthday: "Born in"
        case .anniversary: "Since"
        }
    }

    /// Returns a value in the TEXT syntax (RFC 5545 section 3.3.11), without control characters.
    private static func escape(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
            case _ where scalar != "\t" && scalar.properties.generalCategory == .control: break
            default: escaped.append(scalar)
            }
            last = scalar
        }
        return String(escaped)
    }

    /// Returns a time in UTC, such as `20261121T031800Z`.
    private static func moment(_ time: Timestamp) -> String {
        let digits = time.rawValue.utf8.filter(\.isASCIIDigit)
        guard digits.count >= 14 else { return "19700101T000000Z" }
        return String(decoding: digits[..<8], as: UTF8.self) + "T" + String(decoding: digits[8..<14], as: UTF8.self)
            + "Z"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// Writes a line, folded at 75 bytes (RFC 5545 section 3.1). A character is split only if it is longer than a line.
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
