/// A time in UTC, in ISO 8601 format with milliseconds: `2026-11-21T03:18:00.000Z`. The strings sort chronologically.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(secondsSince1970: Int64, milliseconds: Int = 0) {
        let days = Int(secondsSince1970 / 86_400) - (secondsSince1970 % 86_400 < 0 ? 1 : 0)
        let second = Int(secondsSince1970 - Int64(days) * 86_400)
        let date = CivilDate(daysSince1970: days)
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(2) }.joined(separator: ":")
        self.init(rawValue: "\(date)T\(time).\(milliseconds.padded(3))Z")
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.rawValue < right.rawValue }

    /// Whether the raw value is a valid timestamp in this format.
    public var isWellFormed: Bool {
        let shape = rawValue.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
        guard shape.elementsEqual("0000-00-00T00:00:00.000Z".utf8), day != nil else { return false }
        let time = rawValue.dropFirst(11).prefix(8).split(separator: ":")
        return zip(time, ["23", "59", "59"]).allSatisfy { $0 <= $1 }
    }

    /// The whole seconds since 1970-01-01 00:00 UTC, or `nil` if the raw value is invalid.
    public var secondsSince1970: Int? {
        guard isWellFormed, let day else { return nil }
        let time = rawValue.dropFirst(11).prefix(8).split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
        return day.daysSince1970 * 86_400 + time
    }

    /// The day in UTC, or `nil` if the raw value is invalid.
    public var day: CivilDate? {
        guard case .some(let date) = PartialDate(String(rawValue.prefix(10))) else { return nil }
        return CivilDate(date)
    }
}

extension Int {
    /// Returns the number with leading zeros up to the given width.
    func padded(_ width: Int) -> String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
