import Text

extension ContactCard {
    /// The name of the card’s file in a folder, without the extension. It is the percent-encoded UID (as in a
    /// vdir), or the percent-encoded title if there is no UID. Long names are shortened.
    public var fileName: String {
        let uid = uid.flatMap { $0.isEmpty ? nil : $0 } ?? group?.name ?? person.title
        // A leading period would hide the file, and a leading hyphen would make its name an option.
        let isSafe = uid.utf8.first.map { !".-".utf8.contains($0) } ?? true
        let name = uid.percentEncoded(keeping: isSafe ? "-_@." : "_@")
        // File names are limited to 255 bytes, and other programs append a suffix while writing.
        guard name.utf8.count > 180 else { return name }
        return "\(name.prefix(160))-\(String(FNV1a(uid.utf8).value, radix: 16))"
    }
}
