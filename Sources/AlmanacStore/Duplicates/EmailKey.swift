import Model
import Text

/// The form of an e-mail address by which two are compared.
enum EmailKey {
    /// In small letters, without what stands behind a plus sign, and at Gmail without dots, which it does not read; nil
    /// for what is no address.
    static func of(_ text: String) -> String? {
        var address = Folding.fold(text.trimmed)
        if address.hasPrefix("mailto:") { address.removeFirst("mailto:".count) }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, address.utf8.count <= 254 else { return nil }
        var mailbox = parts[0].prefix { $0 != "+" }
        if mailbox.isEmpty { mailbox = parts[0] }
        let isGmail = ["gmail.com", "googlemail.com"].contains(parts[1])
        return isGmail ? mailbox.filter { $0 != "." } + "@gmail.com" : "\(mailbox)@\(parts[1])"
    }
}
