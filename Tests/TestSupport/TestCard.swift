import Interchange

/// A card as lines that tests can edit.
public struct TestCard: Hashable, Sendable {
    public var uid: String
    public var lines: [String]

    public init(uid: String, _ lines: [String]) { (self.uid, self.lines) = (uid, lines) }

    public init(_ card: VCard) {
        let text = String(decoding: card.text, as: UTF8.self).replacing("\r\n ", with: "")
        let all = text.split(separator: "\r\n").map(String.init)
        uid = card.uid ?? ""
        lines = all.filter { line in !["BEGIN:", "END:", "VERSION:", "UID:"].contains { line.hasPrefix($0) } }
    }

    public var text: [UInt8] {
        let all = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(uid)"] + lines + ["END:VCARD", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    public var card: VCard { get throws { try VCard(text) } }
}
