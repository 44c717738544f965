import Model

/// Which texts are what vCard 4.0 asks of a property.
enum FieldSyntax {
    /// A tag as RFC 5646 section 2.1 forms it; nobody registered a language of more than three letters.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Array.init)
        guard let first = parts.first?[...], parts.allSatisfy({ 1...8 ~= $0.count && $0.allSatisfy(\.isTokenPart) })
        else { return false }
        if parts.count > 1, first.isASCII("I") || first.isASCII("X") { return true }
        return 2...3 ~= first.count && first.allSatisfy { 0x41...0x5A ~= $0.uppercased }
    }

    /// As 4.0 writes the dates that are kept as such.
    static func isDate(_ text: String) -> Bool {
        CardDate.date(of: text, omittedYear: nil)?.basicFormat == text
    }
}

extension UInt8 {
    fileprivate var isTokenPart: Bool { 0x41...0x5A ~= uppercased || 0x30...0x39 ~= self }
}
