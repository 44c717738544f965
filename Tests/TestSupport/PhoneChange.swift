/// A change that people make to a contact on a phone.
public struct PhoneChange: Sendable {
    public let title: String
    /// All lines of the card after the change.
    public let lines: [String]

    private init(_ title: String, _ lines: [String]) { (self.title, self.lines) = (title, lines) }

    /// The lines of the card before the change.
    public static let card = [
        "FN:Leia Organa", "N:Organa;Leia;;;", "NICKNAME:Princess", "ORG:Rebellion;Command", "TITLE:General",
        "BDAY:1977-05-25", "TEL;TYPE=HOME:1", "TEL;TYPE=CELL:2", "item1.TEL:3", "item1.X-ABLabel:ship",
        "EMAIL;TYPE=WORK:a@b.c", "ADR;TYPE=HOME:;;Street 1;Aldera;;12;Alderaan", "URL:http://a.b", "NOTE:old",
        "CATEGORIES:Rebels,Royals", "PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "X-UNKNOWN;A=B:x",
    ]

    /// Returns the lines of the card with a line replaced, or removed if there is no new line.
    private static func changed(_ old: String, _ new: String?...) -> [String] {
        card.flatMap { $0 == old ? new.compactMap(\.self) : [$0] }
    }

    public static let all: [PhoneChange] = [
        PhoneChange("name", changed("N:Organa;Leia;;;", "N:Solo;Leia;;;")),
        PhoneChange("formatted name", changed("FN:Leia Organa", "FN:Leia Solo")),
        PhoneChange("middle name added", changed("N:Organa;Leia;;;", "N:Organa;Leia;Amidala;;")),
        PhoneChange("nickname changed", changed("NICKNAME:Princess", "NICKNAME:Highness")),
        PhoneChange("nickname removed", changed("NICKNAME:Princess", nil)),
        PhoneChange("organization changed", changed("ORG:Rebellion;Command", "ORG:Resistance")),
        PhoneChange("department removed", changed("ORG:Rebellion;Command", "ORG:Rebellion")),
        PhoneChange("title removed", changed("TITLE:General", nil)),
        PhoneChange("birthday changed", changed("BDAY:1977-05-25", "BDAY:1977-05-26")),
        PhoneChange("birthday removed", changed("BDAY:1977-05-25", nil)),
        PhoneChange("birthday without a year", changed("BDAY:1977-05-25", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-25")),
        PhoneChange("phone number changed", changed("TEL;TYPE=HOME:1", "TEL;TYPE=HOME:9")),
        PhoneChange("phone number removed", changed("TEL;TYPE=HOME:1", nil)),
        PhoneChange("phone number added", changed("TEL;TYPE=CELL:2", "TEL;TYPE=CELL:2", "TEL;TYPE=CELL:9")),
        PhoneChange("phone label changed", changed("TEL;TYPE=HOME:1", "TEL;TYPE=WORK:1")),
        PhoneChange("custom label changed", changed("item1.X-ABLabel:ship", "item1.X-ABLabel:yacht")),
        PhoneChange("number with a custom label changed", changed("item1.TEL:3", "item1.TEL:33")),
        PhoneChange(
            "order of phone numbers",
            changed("TEL;TYPE=HOME:1", "TEL;TYPE=CELL:2", "TEL;TYPE=HOME:1").removingLast(of: "TEL;TYPE=CELL:2")
        ),
        PhoneChange("email changed", changed("EMAIL;TYPE=WORK:a@b.c", "EMAIL;TYPE=WORK:d@e.f")),
        PhoneChange("email added", changed("EMAIL;TYPE=WORK:a@b.c", "EMAIL;TYPE=WORK:a@b.c", "EMAIL:d@e.f")),
        PhoneChange(
            "address changed",
            changed("ADR;TYPE=HOME:;;Street 1;Aldera;;12;Alderaan", "ADR;TYPE=HOME:;;Street 2;Aldera;;12;Alderaan")
        ),
        PhoneChange("address removed", changed("ADR;TYPE=HOME:;;Street 1;Aldera;;12;Alderaan", nil)),
        PhoneChange("web address removed", changed("URL:http://a.b", nil)),
        PhoneChange("note changed", changed("NOTE:old", "NOTE:new")),
        PhoneChange("category added", changed("CATEGORIES:Rebels,Royals", "CATEGORIES:Rebels,Royals,Friends")),
        PhoneChange("category removed", changed("CATEGORIES:Rebels,Royals", "CATEGORIES:Rebels")),
        PhoneChange("photo changed", changed("PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "PHOTO;ENCODING=b;TYPE=JPEG:BBBB")),
        PhoneChange("photo removed", changed("PHOTO;ENCODING=b;TYPE=JPEG:AAAA", nil)),
    ]
}

extension [String] {
    fileprivate func removingLast(of line: String) -> [String] {
        var lines = self
        if let place = lines.lastIndex(of: line) { lines.remove(at: place) }
        return lines
    }
}
