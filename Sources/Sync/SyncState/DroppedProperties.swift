import Interchange

/// The properties that a remote has omitted or changed when it stored a card, with the content that was sent.
public struct DroppedProperties: Hashable, Sendable {
    /// A hash of the sent content for each property name, or 0 if it is unknown.
    private var hashes: [String: UInt64] = [:]

    public init() {}

    init(sent: VCard, stored: VCard) {
        for name in sent.propertiesChanged(in: stored) { hashes[name] = sent.hash(ofProperty: name) }
    }

    /// Creates the properties that ``text`` represents. Earlier versions have written only names.
    public init(text: String) {
        for part in text.split(separator: " ") {
            let words = part.split(separator: "=")
            hashes[String(words[0])] = words.count > 1 ? UInt64(words[1], radix: 16) ?? 0 : 0
        }
    }

    /// A text such as `NICKNAME=1f2e PHOTO=3d4c`.
    public var text: String {
        hashes.sorted { $0.key < $1.key }.map { "\($0.key)=\(String($0.value, radix: 16))" }.joined(separator: " ")
    }

    var names: Set<String> { Set(hashes.keys) }

    /// Returns the names of the properties whose sent content was not dropped before.
    func names(unlike known: DroppedProperties) -> Set<String> {
        Set(hashes.filter { name, hash in known.hashes[name].map { $0 != 0 && $0 != hash } ?? true }.keys)
    }
}
