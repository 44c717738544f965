import Localization

/// A rejected card or other text. Its bytes are collected up to a limit.
struct RejectedText {
    private var place: (line: Int, number: Int)?
    private var reason: Message = ""
    private var bytes: [UInt8] = []
    /// The number of bytes, including those beyond the limit.
    private(set) var count = 0

    var isEmpty: Bool { place == nil }

    mutating func begin(line: Int, number: Int, reason: Message) {
        place = (line, number)
        self.reason = reason
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        count += more.count
        bytes.append(contentsOf: more.prefix(max(0, VCardSplitter.maximumCard - bytes.count)))
    }

    /// Returns the rejected item, or `nil` if there is none, and resets the rejection.
    mutating func finish(file: String) -> RejectedItem? {
        guard let place else { return nil }
        defer { self = RejectedText() }
        return RejectedItem(
            at: SourceLocation(file: file, line: place.line, number: place.number), because: reason, SourceText(bytes))
    }
}
