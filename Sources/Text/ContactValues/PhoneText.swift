/// Phone numbers as other programs write them.
public enum PhoneText {
    /// Returns a phone number without invisible characters, surrounding white space, and the scheme of a URI, such as
    /// `+1-418-656-9254 ext. 102` for `tel:+1-418-656-9254;ext=102` (RFC 3966). Text without a digit remains unchanged.
    public static func cleaned(_ text: String) -> String {
        let plain = CopiedText.plain(text)
        guard plain.contains(where: \.isNumber) else { return text }
        guard let rest = CopiedText.rest(of: plain, after: ["tel:", "callto:"]) else { return plain }
        return number(of: CopiedText.rest(of: rest, after: ["//"]) ?? rest)
    }

    private static func number(of text: String) -> String {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        var number = String(percentEncoded: parts.first ?? "")
        for part in parts.dropFirst() {
            number += part.lowercased().hasPrefix("ext=") ? " ext. \(part.dropFirst(4))" : ";\(part)"
        }
        return number
    }
}
