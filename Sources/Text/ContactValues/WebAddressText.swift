/// Web addresses as other programs write them.
public enum WebAddressText {
    /// Returns a web address without invisible characters, surrounding white space, and a repeated scheme, as in
    /// `http://https://example.org`. Text that contains white space remains unchanged.
    public static func cleaned(_ text: String) -> String {
        var address = CopiedText.plain(text)
        if address.hasPrefix("<"), address.hasSuffix(">") { address = String(address.dropFirst().dropLast()) }
        if address.isEmpty || address.contains(where: \.isWhitespace) { return text }
        while let rest = CopiedText.rest(of: address, after: schemes),
            CopiedText.rest(of: rest, after: schemes) != nil
        {
            address = rest
        }
        return address
    }

    private static let schemes = ["http://", "https://", "url:"]
}
