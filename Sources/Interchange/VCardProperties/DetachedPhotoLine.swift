import Model
import Text

/// A photo line without the bytes of the photo, which are stored separately.
///
/// In the line, U+F6FF, the number of bytes, their hash, and the layout of the base64 lines replace the base64 content.
/// Lines that could not be restored exactly are kept unchanged.
enum DetachedPhotoLine {
    /// The minimum base64 size of a detached photo. Smaller photos stay in the line.
    private static let minimumBytes = 1_024

    /// The layout of base64 lines: the length of the first line, the length of the other lines, and the separator.
    private struct Layout {
        var first: Int
        var rest: Int
        var separator: [UInt8]

        /// Whether the layout is plausible.
        var isSound: Bool {
            // The check prevents a small photo from becoming an extremely long line.
            separator.isEmpty
                || separator.count <= 16 && (16...Self.longest).contains(rest)
                    && (0...Self.longest).contains(first)
        }

        private static let longest = 1 << 30
    }

    /// Returns the detached line, or `nil` if the photo is small or its line could not be restored exactly.
    static func kept(_ head: ArraySlice<UInt8>, payload: ArraySlice<UInt8>, photo: Photo) -> String? {
        guard payload.count >= minimumBytes else { return nil }
        let layout = layout(of: payload)
        guard layout.isSound, written(photo, layout).elementsEqual(payload) else { return nil }
        let numbers = [photo.bytes.count, layout.first, layout.rest].map(String.init).joined(separator: " ")
        let separator = layout.separator.map { String($0) }.joined(separator: ",")
        return CardText.text(of: head) + "\(CardText.photoMark)\(numbers) \(hash(photo.bytes)) \(separator)"
    }

    /// Returns the lines with the photo restored. If the photo is missing or has changed, its line is omitted.
    static func restored(_ lines: [String], photo: Photo?) -> (lines: [String], isWhole: Bool) {
        guard lines.contains(where: { markIndex(in: $0) != nil }) else { return (lines, true) }
        var isWhole = true
        let restored = lines.flatMap { kept in
            guard let mark = markIndex(in: kept) else { return [kept] }
            let bytes = photo.flatMap { line(kept, mark, $0) }
            isWhole = isWhole && bytes != nil
            return bytes?.split(separator: .lineFeed, omittingEmptySubsequences: false).map { CardText.text(of: $0) }
                ?? []
        }
        return (restored, isWhole)
    }

    private static func line(_ kept: String, _ start: String.Index, _ photo: Photo) -> [UInt8]? {
        let words = kept[start...].dropFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, Int(words[0]) == photo.bytes.count, let first = Int(words[1]), let rest = Int(words[2]),
            words[3] == hash(photo.bytes)
        else { return nil }
        let separator = words[4].split(separator: ",").prefix(17).compactMap { UInt8($0) }
        let layout = Layout(first: first, rest: rest, separator: separator)
        guard layout.isSound else { return nil }
        let head = CardText.bytes(of: String(kept[..<start]))
        return head + written(photo, layout)
    }

    private static func markIndex(in line: String) -> String.Index? {
        guard line.utf8.contains(0xEF) else { return nil }
        return line.unicodeScalars.firstIndex { CardText.photoMark.unicodeScalars.contains($0) }
    }

    private static func layout(of payload: ArraySlice<UInt8>) -> Layout {
        func isSeparator(_ byte: UInt8) -> Bool { byte.isBlank || byte == .lineFeed }
        guard let start = payload.firstIndex(where: isSeparator) else {
            return Layout(first: 0, rest: 0, separator: [])
        }
        let separator = payload[start...].prefix(while: isSeparator)
        let next = payload[separator.endIndex...].firstIndex(where: isSeparator) ?? payload.endIndex
        return Layout(
            first: start - payload.startIndex, rest: next - separator.endIndex, separator: Array(separator))
    }

    private static func written(_ photo: Photo, _ layout: Layout) -> [UInt8] {
        let base64 = Base64.encoded(photo.bytes)
        guard !layout.separator.isEmpty, layout.rest > 0 else { return base64 }
        var result: [UInt8] = []
        result.reserveCapacity(base64.count + base64.count / layout.rest * layout.separator.count + 16)
        var position = min(layout.first, base64.count)
        result += base64[..<position]
        while position < base64.count {
            let end = min(position + layout.rest, base64.count)
            result += layout.separator
            result += base64[position..<end]
            position = end
        }
        return result
    }

    private static func hash(_ bytes: [UInt8]) -> String { String(FNV1a(bytes).value, radix: 16) }
}
