/// Functions that validate and compare email addresses (RFC 5322 section 3.4.1).
public enum EmailAddress {
    /// Returns whether the text is exactly one email address.
    public static func isValid(_ text: String) -> Bool {
        guard VisibleText.line(text) == text, let at = text.lastIndex(of: "@") else { return false }
        let (local, domain) = (text[..<at], text[text.index(after: at)...])
        return isLocal(local) && isDomain(domain)
    }

    private static func isLocal(_ text: Substring) -> Bool {
        if text.count > 2, text.first == "\"", text.last == "\"" {
            var isEscaped = false
            for character in text.dropFirst().dropLast() {
                if character == "\"", !isEscaped { return false }
                isEscaped = character == "\\" && !isEscaped
            }
            return !isEscaped
        }
        return !text.isEmpty && !text.contains { $0.isWhitespace || "()<>[]:;@\\,\"".contains($0) }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        if text.first == "[", text.last == "]" {
            return text.count > 2 && !text.dropFirst().dropLast().contains { $0.isWhitespace || "[]\\".contains($0) }
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }
    }

    /// Returns a key for comparing email addresses. The key is folded and omits a tag after a plus sign and, for Gmail,
    /// any dots.
    /// - Returns: The key, or `nil` if the text is not an email address.
    public static func key(_ text: String) -> String? {
        var address = Folding.fold(text)
        if address.hasPrefix("mailto:") { address.removeFirst("mailto:".count) }
        let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, address.utf8.count <= 254 else { return nil }
        let host = Substring(parts[1])
        let tagged = parts[0].firstIndex(of: UInt8(ascii: "+")).map { parts[0][..<$0] } ?? parts[0]
        let mailbox = Substring(tagged.isEmpty ? parts[0] : tagged)
        let isGmail = ["gmail.com", "googlemail.com"].contains(host)
        return isGmail ? mailbox.filter { $0 != "." } + "@gmail.com" : "\(mailbox)@\(host)"
    }
}
