import Text

/// A converter from phone URIs to text, such as `tel:+1-418-656-9254;ext=102` (RFC 3966) to `+1-418-656-9254 ext. 102`.
enum PhoneURI {
    static func number(of text: String) -> String? {
        guard text.utf8.first?.uppercased == UInt8(ascii: "T"), text.prefix(4).lowercased() == "tel:" else {
            return nil
        }
        let parts = text.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
        var number = String(percentEncoded: parts.first ?? "")
        for part in parts.dropFirst() {
            number += part.lowercased().hasPrefix("ext=") ? " ext. \(part.dropFirst(4))" : ";\(part)"
        }
        return number
    }
}
