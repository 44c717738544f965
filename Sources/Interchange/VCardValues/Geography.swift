/// Where on Earth: `geo:1.5,2.5` in 4.0, `1.5;2.5` in 3.0, `1.5,2.5` in 2.1.
enum Geography {
    /// Anything but two numbers stays as it is, without the altitude and the parameters that only `geo:` has (RFC 5870).
    static func value(_ text: String, in version: CardVersion) -> (text: String, isWhole: Bool) {
        let isAddress = text.lowercased().hasPrefix("geo:")
        let plain = isAddress ? text.dropFirst(4) : text[...]
        let all = plain.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
        let parts = isAddress ? all.prefix(2) : all[...]
        guard parts.count == 2, parts.allSatisfy({ Double($0) != nil }) else { return (text, true) }
        let value =
            switch version {
            case .v21: parts.joined(separator: ",")
            case .v30: parts.joined(separator: ";")
            case .v40: "geo:" + parts.joined(separator: ",")
            }
        return (value, parts.count == all.count)
    }
}
