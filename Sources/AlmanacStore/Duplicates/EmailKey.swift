import Model
import Text

/// The form of an e-mail address by which two are compared.
enum EmailKey {
    /// In small letters, without what stands behind a plus sign, and at Gmail without dots, which it does not read; nil
    /// for what is no address.
    static func of(_ text: String) -> String? {
        var address = Folding.fold(text.trimmed)
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
