/// What was killed, the newest last: the newest is yanked, and the older ones take its place one after the other.
struct KillRing: Sendable {
    private var texts: [String] = []
    private static let limit = 60

    var isEmpty: Bool { texts.isEmpty }

    /// The text so many kills ago; behind the oldest comes the newest again.
    func text(_ age: Int) -> String {
        texts.isEmpty ? "" : texts[texts.count - 1 - age % texts.count]
    }

    mutating func add(_ text: String) {
        texts.append(text)
        texts.removeFirst(max(0, texts.count - Self.limit))
    }

    /// What is killed in a row comes back together.
    mutating func extend(with text: String, isBackward: Bool) {
        let last = texts.popLast() ?? ""
        texts.append(isBackward ? text + last : last + text)
    }
}
