import Text

extension ContactCard {
    /// What a file is called that holds this card alone, in a folder of such: as in a vdir, its UID, in which a byte that a
    /// shell or a file system may mind is percent-encoded.
    public var fileName: String {
        let uid = uid.flatMap { $0.isEmpty ? nil : $0 } ?? person.title
        let keepsDots = uid.utf8.first != UInt8(ascii: ".")
        let name = uid.percentEncoded(keeping: keepsDots ? "-_@." : "-_@")
        // Names end at 255 bytes, and are longer while other programs write them.
        guard name.utf8.count > 180 else { return name }
        return "\(name.prefix(160))-\(String(FNV1a(uid.utf8).value, radix: 16))"
    }
}
