/// A supported image format.
public enum ImageType: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp, heif

    /// Creates the type that matches the first bytes, or returns `nil` if the format is not supported.
    public init?(_ bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            start.dropFirst(offset).starts(with: signature)
        }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]) {
            self = .png
        } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
            self = .gif
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if begins(Array("ftyp".utf8), at: 4),
            Self.heifBrands.contains(String(decoding: start[8...], as: UTF8.self))
        {
            self = .heif
        } else {
            return nil
        }
    }

    /// The brands of HEIF files (ISO/IEC 23008-12, section 10).
    private static let heifBrands: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
}
