/// Where on Earth: `geo:1.5,2.5` in 4.0, `1.5;2.5` in 3.0, `1.5,2.5` in 2.1.
enum Geography {
    /// Anything but two numbers stays as it is.
    static func value(_ text: String, in version: CardVersion) -> String {
        let plain = text.lowercased().hasPrefix("geo:") ? text.dropFirst(4) : text[...]
        let parts = plain.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
        guard parts.count == 2, parts.allSatisfy({ Double($0) != nil }) else { return text }
        switch version {
        case .v21: return parts.joined(separator: ",")
        case .v30: return parts.joined(separator: ";")
        case .v40: return "geo:" + parts.joined(separator: ",")
        }
    }
}
