/// Where a card begins: what a person needs to find it. Line and number count from 1.
public struct CardPlace: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    public var line: Int
    /// The how manieth card of the file it is.
    public var number: Int

    public init(file: String, line: Int, number: Int) {
        self.file = file
        self.line = line
        self.number = number
    }

    public var description: String { "\(file):\(line): card \(number)" }
}
