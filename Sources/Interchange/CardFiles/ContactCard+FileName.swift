import Text

extension ContactCard {
    /// What a file is called that holds this card alone, in a folder of such: as in a vdir, its UID, in which a byte that a
    /// shell or a file system may mind is percent-encoded.
    public var fileName: String {
        let uid = uid.flatMap { $0.isEmpty ? nil : $0 } ?? person.title
        let name = uid.percentEncoded { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"):
                true
            case UInt8(ascii: "."): uid.utf8.first != UInt8(ascii: ".")
            default: false
            }
        }
        // Names end at 255 bytes, and are longer while other programs write them.
        guard name.utf8.count > 180 else { return name }
        return "\(name.prefix(160))-\(String(FNV1a(uid.utf8).value, radix: 16))"
    }
}
