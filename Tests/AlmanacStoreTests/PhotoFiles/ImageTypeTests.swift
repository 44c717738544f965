import Model
import Testing

struct ImageTypeTests {
    @Test(
        "The image type is detected from the first bytes",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
            (Array("GIF87a...".utf8), .gif), (Array("GIF89a".utf8), .gif),
            (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), .webp),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), .heif), ([0, 0, 0, 24] + Array("ftypmif1".utf8), .heif),
        ] as [([UInt8], ImageType)])
    func images(bytes: [UInt8], type: ImageType) {
        #expect(ImageType(bytes) == type)
        #expect(ImageType(bytes[...].dropLast(0)) == type)
    }

    @Test(
        "Data of other types is not recognized as an image",
        arguments: [
            [], [0xFF, 0xD8], Array("GIF88a".utf8), Array("RIFF....WAVE".utf8), Array("<svg>".utf8),
            Array("....ftypisom".utf8),
            Array("%PDF-1.7".utf8), Array("RIFF".utf8),
        ] as [[UInt8]])
    func others(bytes: [UInt8]) {
        #expect(ImageType(bytes) == nil)
    }
}
