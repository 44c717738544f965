import Localization

/// Something in an imported card that was not taken at its word; the line it is about was kept.
public struct CardWarning: Hashable, Sendable {
    /// Of the file, from 1; nil where nobody knows.
    public let line: Int?
    /// A whole sentence, without file and line.
    public let sentence: Message

    public init(line: Int?, _ sentence: Message) {
        self.line = line
        self.sentence = sentence
    }
}
