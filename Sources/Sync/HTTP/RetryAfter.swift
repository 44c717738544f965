import Glibc
import Model

extension HTTPResponse {
    /// The seconds to wait before the next request (RFC 9110 section 10.2.3).
    public func retryAfter(now: Int = Glibc.time(nil)) -> Int? {
        guard let text = fields["Retry-After"] else { return nil }
        if let seconds = Int(text) { return max(0, seconds) }
        return Self.seconds(of: text).map { max(0, $0 - now) }
    }

    /// Returns the seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func seconds(of text: String) -> Int? {
        let parts = text.split { " ,:".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let numbers = [parts[1], parts[3], parts[4], parts[5], parts[6]].compactMap { Int($0) }
        guard numbers.count == 5, (1970...9999).contains(numbers[1]), (0..<24).contains(numbers[2]),
            (0..<60).contains(numbers[3]), (0...60).contains(numbers[4]),
            let date = CivilDate(year: numbers[1], month: month + 1, day: numbers[0])
        else { return nil }
        return date.daysSince1970 * 86_400 + numbers[2] * 3600 + numbers[3] * 60 + numbers[4]
    }
}
