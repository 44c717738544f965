import Interchange

/// A card as lines that tests can edit.
struct TestCard: Hashable, Sendable {
    var uid: String
    var lines: [String]

    init(uid: String, _ lines: [String]) { (self.uid, self.lines) = (uid, lines) }

    init(_ card: VCard) {
        let text = String(decoding: card.text, as: UTF8.self).replacing("\r\n ", with: "")
        let all = text.split(separator: "\r\n").map(String.init)
        uid = card.uid ?? ""
        lines = all.filter { line in !["BEGIN:", "END:", "VERSION:", "UID:"].contains { line.hasPrefix($0) } }
    }

    var text: [UInt8] {
        let all = ["BEGIN:VCARD", "VERSION:3.0", "UID:\(uid)"] + lines + ["END:VCARD", ""]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    var card: VCard { get throws { try VCard(text) } }
}
