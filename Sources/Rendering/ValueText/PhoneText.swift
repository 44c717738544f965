/// A formatter that groups the digits of phone numbers. Numbers that contain other characters or have an unusual length
/// are not changed.
enum PhoneText {
    static func of(_ number: String) -> String {
        let isInternational = number.hasPrefix("+")
        let digits = isInternational ? number.dropFirst() : number[...]
        guard (7...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return number
        }
        guard isInternational else { return grouped(digits) }
        let code = digits.prefix(codeLength(digits))
        return "+\(code) \(grouped(digits.dropFirst(code.count)))"
    }

    /// Divides digits into groups of three. The last group has two to four digits.
    private static func grouped(_ digits: Substring) -> String {
        var groups: [Substring] = []
        var rest = digits
        while rest.count > 4 {
            groups.append(rest.prefix(3))
            rest = rest.dropFirst(3)
        }
        return (groups + [rest]).joined(separator: " ")
    }

    /// Returns the length of the country code (ITU-T E.164). Codes 1 and 7 have one digit, the codes in `pairs` have
    /// two, and all others have three.
    private static func codeLength(_ digits: Substring) -> Int {
        if "17".contains(digits.prefix(1)) { return 1 }
        return pairs.contains(digits.prefix(2)) ? 2 : 3
    }

    private static let pairs: Set<Substring> = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49",
        "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84",
        "86", "90", "91", "92", "93", "94", "95", "98",
    ]
}
