/// The value types of properties. jCard (RFC 7095) states each type explicitly and uses the extended format for dates.
enum JCardValueType {
    static func standard(of name: String) -> String {
        if let type = types[name] { return type }
        return name.hasPrefix("X-") ? "unknown" : "text"
    }

    private static let types: [String: String] = [
        "URL": "uri", "PHOTO": "uri", "LOGO": "uri", "SOUND": "uri", "KEY": "uri", "MEMBER": "uri", "SOURCE": "uri",
        "FBURL": "uri", "CALURI": "uri", "CALADRURI": "uri", "GEO": "uri", "IMPP": "uri", "RELATED": "uri",
        "UID": "uri",
        "BDAY": "date-and-or-time", "ANNIVERSARY": "date-and-or-time", "DEATHDATE": "date-and-or-time",
        "REV": "timestamp", "CREATED": "timestamp", "LANG": "language-tag", "LANGUAGE": "language-tag",
        "ORG-DIRECTORY": "uri", "SOCIALPROFILE": "uri", "CONTACT-URI": "uri",
    ]

    /// Converts a date or time to the basic format, such as `2009-08-08T14:30:00-05:00` to `20090808T143000-0500`.
    static func basic(_ text: String, _ type: String) -> String {
        guard isMoment(type), isNumeric(text) else { return text }
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = type == "utc-offset" || type == "time" ? text : basicDate(String(parts[0]))
        guard parts.count == 2 else { return date.filter { $0 != ":" } }
        return date + "T" + parts[1].filter { $0 != ":" }
    }

    static func extended(_ text: String, _ type: String) -> String {
        guard isMoment(type), isNumeric(text) else { return text }
        if type == "utc-offset" || type == "time" { return extendedTime(text[...]) }
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = extendedDate(String(parts[0]))
        return parts.count == 2 ? date + "T" + extendedTime(parts[1]) : date
    }

    private static func isMoment(_ type: String) -> Bool {
        ["date", "time", "date-time", "date-and-or-time", "timestamp", "utc-offset"].contains(type)
    }

    private static func isNumeric(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 || Array("-+:TZ.".utf8).contains($0) }
    }

    private static func basicDate(_ text: String) -> String {
        guard text.utf8.count == 10 || text.utf8.count == 7 && text.hasPrefix("--") else { return text }
        return text.hasPrefix("--") ? "--" + text.filter { $0 != "-" } : text.filter { $0 != "-" }
    }

    private static func extendedDate(_ text: String) -> String {
        if text.utf8.count == 8, !text.contains("-") {
            return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
        }
        if text.utf8.count == 6, text.hasPrefix("--"), !text.dropFirst(2).contains("-") {
            return "--\(text.dropFirst(2).prefix(2))-\(text.suffix(2))"
        }
        return text
    }

    /// Converts a time to the extended format, such as `143000-0500` to `14:30:00-05:00`.
    private static func extendedTime(_ text: Substring) -> String {
        guard !text.contains(":"), !text.hasPrefix("-") || text.utf8.count == 5 else { return String(text) }
        var (result, digits, isFraction) = ("", 0, false)
        for character in text {
            if character.isNumber {
                if digits > 0, digits.isMultiple(of: 2), !isFraction { result += ":" }
                digits += 1
            } else {
                (digits, isFraction) = (0, character == ".")
            }
            result.append(character)
        }
        return result
    }
}
