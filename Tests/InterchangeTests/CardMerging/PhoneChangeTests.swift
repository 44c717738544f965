import Testing

@testable import Interchange

/// The changes that people make on a phone. Each of them is merged exactly, together with an unrelated edit made here.
@Suite struct PhoneChangeTests {
    private static let card = [
        "FN:Leia Organa", "N:Organa;Leia;;;", "NICKNAME:Princess", "ORG:Rebellion;Command", "TITLE:General",
        "BDAY:1977-05-25", "TEL;TYPE=HOME:1", "TEL;TYPE=CELL:2", "item1.TEL:3", "item1.X-ABLabel:ship",
        "EMAIL;TYPE=WORK:a@b.c", "ADR;TYPE=HOME:;;Street 1;Aldera;;12;Alderaan", "URL:http://a.b", "NOTE:old",
        "CATEGORIES:Rebels,Royals", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "X-UNKNOWN;A=B:x",
    ]

    /// Replaces a line, or removes it if there is no new line.
    private static func changed(_ old: String, _ new: String?...) -> [String] {
        card.flatMap { $0 == old ? new.compactMap(\.self) : [$0] }
    }

    private static let changes: [(title: String, lines: [String])] = [
        ("name", changed("N:Organa;Leia;;;", "N:Solo;Leia;;;")),
        ("formatted name", changed("FN:Leia Organa", "FN:Leia Solo")),
        ("middle name added", changed("N:Organa;Leia;;;", "N:Organa;Leia;Amidala;;")),
        ("nickname changed", changed("NICKNAME:Princess", "NICKNAME:Highness")),
        ("nickname removed", changed("NICKNAME:Princess", nil)),
        ("organization changed", changed("ORG:Rebellion;Command", "ORG:Resistance")),
        ("department removed", changed("ORG:Rebellion;Command", "ORG:Rebellion")),
        ("title removed", changed("TITLE:General", nil)),
        ("birthday changed", changed("BDAY:1977-05-25", "BDAY:1977-05-26")),
        ("birthday removed", changed("BDAY:1977-05-25", nil)),
        ("birthday without a year", changed("BDAY:1977-05-25", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-25")),
        ("phone number changed", changed("TEL;TYPE=HOME:1", "TEL;TYPE=HOME:9")),
        ("phone number removed", changed("TEL;TYPE=HOME:1", nil)),
        ("phone number added", changed("TEL;TYPE=CELL:2", "TEL;TYPE=CELL:2", "TEL;TYPE=CELL:9")),
        ("phone label changed", changed("TEL;TYPE=HOME:1", "TEL;TYPE=WORK:1")),
        ("custom label changed", changed("item1.X-ABLabel:ship", "item1.X-ABLabel:yacht")),
        ("number with a custom label changed", changed("item1.TEL:3", "item1.TEL:33")),
        (
            "order of phone numbers",
            changed("TEL;TYPE=HOME:1", "TEL;TYPE=CELL:2", "TEL;TYPE=HOME:1").removingLast(of: "TEL;TYPE=CELL:2")
        ),
        ("email changed", changed("EMAIL;TYPE=WORK:a@b.c", "EMAIL;TYPE=WORK:d@e.f")),
        ("email added", changed("EMAIL;TYPE=WORK:a@b.c", "EMAIL;TYPE=WORK:a@b.c", "EMAIL:d@e.f")),
        (
            "address changed",
            changed("ADR;TYPE=HOME:;;Street 1;Aldera;;12;Alderaan", "ADR;TYPE=HOME:;;Street 2;Aldera;;12;Alderaan")
        ),
        ("address removed", changed("ADR;TYPE=HOME:;;Street 1;Aldera;;12;Alderaan", nil)),
        ("web address removed", changed("URL:http://a.b", nil)),
        ("note changed", changed("NOTE:old", "NOTE:new")),
        ("category added", changed("CATEGORIES:Rebels,Royals", "CATEGORIES:Rebels,Royals,Friends")),
        ("category removed", changed("CATEGORIES:Rebels,Royals", "CATEGORIES:Rebels")),
        ("photo changed", changed("PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "PHOTO;ENCODING=b;TYPE=JPEG:BBBB")),
        ("photo removed", changed("PHOTO;ENCODING=b;TYPE=JPEG:AAAA", nil)),
    ]

    @Test(arguments: changes.map(\.title))
    func `A change made on a phone is merged exactly`(title: String) throws {
        let phone = try #require(Self.changes.first { $0.title == title }).lines
        #expect(phone != Self.card)
        let merge = CardMerge(
            base: card(Self.card), mine: card(Self.card + ["X-MINE:here", "EMAIL;TYPE=HOME:mine@b.c"]),
            theirs: card(phone))
        #expect(merge.conflicts.isEmpty)
        let lines = merge.card.lines.map { CardText.text(of: $0) }
        #expect(
            lines.filter { !$0.hasSuffix("here") && !$0.hasSuffix("mine@b.c") }
                == card(phone).lines.map { CardText.text(of: $0) })
        #expect(lines.contains("X-MINE:here") && lines.contains("EMAIL;TYPE=HOME:mine@b.c"))
    }

    private func card(_ lines: [String]) -> VCard {
        let all = ["BEGIN:VCARD", "VERSION:3.0", "UID:leia"] + lines + ["END:VCARD"]
        return VCard(lines: all.map { CardText.bytes(of: $0) })
    }
}

extension [String] {
    fileprivate func removingLast(of line: String) -> [String] {
        var lines = self
        if let place = lines.lastIndex(of: line) { lines.remove(at: place) }
        return lines
    }
}
