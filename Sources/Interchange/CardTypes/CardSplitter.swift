/// A splitter of a file into cards, for formats other than vCard. After each call to `feed`, and after `finish`, call
/// `next` until it returns `nil`.
protocol CardSplitter: Sendable {
    mutating func feed(_ chunk: [UInt8])
    mutating func finish()
    /// Returns the next item, or `nil` if more bytes are needed.
    mutating func next(file: String) -> CardItem?
}
