import Testing

@testable import Interchange

@Suite struct CardMergeTests {
    private static let base = [
        "FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=HOME:1", "TEL;TYPE=CELL:2", "X-SIGN:Leo",
    ]

    private func card(_ lines: [String], version: String = "3.0") throws -> VCard {
        let lines = ["BEGIN:VCARD", "VERSION:\(version)", "UID:leia"] + lines + ["END:VCARD", ""]
        return try VCard(Array(lines.joined(separator: "\r\n").utf8))
    }

    private func merged(
        _ base: [String]?, _ mine: [String], _ theirs: [String]
    ) throws -> (lines: [String], conflicts: [PropertyConflict]) {
        let merge = CardMerge(base: try base.map { try card($0) }, mine: try card(mine), theirs: try card(theirs))
        return (lines(merge.card), merge.conflicts)
    }

    private func lines(_ card: VCard) -> [String] {
        card.lines.dropFirst(3).dropLast().map { CardText.text(of: $0) }
    }

    @Test func `Additions, removals, and changes on both sides take effect`() throws {
        let mine = ["FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=HOME:1", "TEL;TYPE=WORK:3", "X-SIGN:Leo"]
        let theirs = ["FN:Leia Solo", "N:Solo;Leia;;;", "TEL;TYPE=HOME:7", "TEL;TYPE=CELL:2", "EMAIL:a@b.c"]
        let result = try merged(Self.base, mine, theirs)
        #expect(
            result.lines == ["FN:Leia Solo", "N:Solo;Leia;;;", "TEL;TYPE=HOME:7", "TEL;TYPE=WORK:3", "EMAIL:a@b.c"])
        #expect(result.conflicts.isEmpty)
    }

    @Test func `A property that was changed to different values causes a conflict with both values`() throws {
        let mine = ["FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=HOME:8", "TEL;TYPE=CELL:2", "X-SIGN:Ram"]
        let theirs = ["FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=HOME:9", "TEL;TYPE=CELL:2", "X-SIGN:Leo"]
        let result = try merged(Self.base, mine, theirs)
        #expect(result.lines == theirs.dropLast() + ["X-SIGN:Ram"])
        #expect(
            result.conflicts == [
                PropertyConflict(
                    property: "TEL", base: ["TEL;TYPE=HOME:1"], mine: ["TEL;TYPE=HOME:8"], theirs: ["TEL;TYPE=HOME:9"])
            ])
    }

    @Test func `A change is kept and reported as a conflict if the other side removed the property`() throws {
        let changed = Self.base.map { $0.replacing("CELL:2", with: "CELL:5") }
        let removed = Self.base.filter { $0 != "TEL;TYPE=CELL:2" }
        for (mine, theirs) in [(changed, removed), (removed, changed)] {
            let result = try merged(Self.base, mine, theirs)
            #expect(Set(result.lines) == Set(changed))
            #expect(result.conflicts.map(\.property) == ["TEL"])
            #expect(result.conflicts.map { Set([$0.mine, $0.theirs]) } == [[["TEL;TYPE=CELL:5"], []]])
        }
    }

    @Test func `Without a base, equal properties are joined, and different values of BDAY cause a conflict`() throws {
        let result = try merged(
            nil, ["FN:Leia", "TEL:1", "TEL:2", "BDAY:1977-05-25"], ["FN:Leia", "TEL:2", "TEL:3", "BDAY:19770526"])
        #expect(result.lines == ["FN:Leia", "TEL:2", "TEL:3", "TEL:1", "BDAY:19770526"])
        #expect(result.conflicts.map(\.property) == ["BDAY"])
    }

    @Test(arguments: [
        ["REV:20260101T000000Z", "PRODID:-//x//"], ["tel;type=home:1"], ["TEL;TYPE=home:1"], ["item7.TEL;TYPE=HOME:1"],
        ["TEL;TYPE=\"HOME\":1"],
    ])
    func `Differences in syntax and technical properties are not treated as changes`(_ lines: [String]) throws {
        let theirs = Self.base.filter { lines.count == 2 || $0 != "TEL;TYPE=HOME:1" } + lines
        #expect(try card(Self.base).isEquivalent(to: card(theirs)) == (lines.count == 2))
        let reordered =
            ["FN:Leia Organa", "N:Organa;Leia"] + (lines.count == 2 ? ["TEL;TYPE=HOME:1"] : lines)
            + ["TEL;TYPE=CELL:2", "X-SIGN:Leo"]
        #expect(try card(Self.base).isEquivalent(to: card(reordered)))
        #expect(try card(reordered).differences(from: card(Self.base)).isEmpty)
    }

    @Test func `A property and the lines of its group move together, and group names do not collide`() throws {
        let base = ["FN:L", "item1.TEL:1", "item1.X-ABLabel:ship"]
        let mine = base + ["item2.EMAIL:m@x.y", "item2.X-ABLabel:mine"]
        let theirs = ["FN:L", "item1.TEL:2", "item1.X-ABLabel:ship", "item2.URL:z", "item2.X-ABLabel:theirs"]
        let result = try merged(base, mine, theirs)
        #expect(result.lines == theirs + ["item3.EMAIL:m@x.y", "item3.X-ABLabel:mine"])
        let relabeled = ["FN:L", "item1.TEL:1", "item1.X-ABLabel:home"]
        #expect(try merged(base, relabeled, theirs).conflicts.map(\.mine) == [["item1.TEL:1", "item1.X-ABLabel:home"]])
    }

    @Test func `Categories are merged one by one`() throws {
        let result = try merged(
            ["FN:L", "CATEGORIES:a,b,c"], ["FN:L", "CATEGORIES:a,c,m"], ["FN:L", "CATEGORIES:b,c,t"])
        #expect(result.lines == ["FN:L", "CATEGORIES:c,t,m"])
        #expect(result.conflicts.isEmpty)
        #expect(
            try merged(["FN:L"], ["FN:L", "CATEGORIES:a"], ["FN:L", "CATEGORIES:b"]).lines == [
                "FN:L", "CATEGORIES:b,a",
            ])
    }

    @Test(arguments: [
        (name: "NICKNAME", isConflict: true), ("ORG", true), ("CATEGORIES", false),
    ])
    func `A value that both sides replaced causes a conflict unless it is a category`(
        name: String, isConflict: Bool
    ) throws {
        let result = try merged(["FN:L", "\(name):Lee"], ["FN:L", "\(name):Leia"], ["FN:L", "\(name):Princess"])
        #expect(result.lines == ["FN:L", isConflict ? "\(name):Princess" : "\(name):Princess,Leia"])
        let conflict = PropertyConflict(
            property: name, base: ["\(name):Lee"], mine: ["\(name):Leia"], theirs: ["\(name):Princess"])
        #expect(result.conflicts == (isConflict ? [conflict] : []))
    }

    @Test(arguments: [
        (base: "Lee,Lea", mine: "Leia,Lea", theirs: "Lee,Princess", merged: "Princess,Leia"),
        ("Lee,Lea", "Lee,Lea,Leia", "Princess,Lee,Lea", "Princess,Lee,Lea,Leia"),
        ("Lee,Lea", "Leia,Lea", "Lea", "Lea,Leia"), ("Lee", "Leia", "Leia", "Leia"),
        ("Lee", "Leia,Lelila", "Leia,Princess", "Leia,Princess,Lelila"),
    ])
    func `Nicknames are merged one by one unless both sides replaced the same nickname with different ones`(
        base: String, mine: String, theirs: String, merged: String
    ) throws {
        let result = try self.merged(
            ["FN:L", "NICKNAME:\(base)"], ["FN:L", "NICKNAME:\(mine)"], ["FN:L", "NICKNAME:\(theirs)"])
        #expect(result.lines == ["FN:L", "NICKNAME:\(merged)"])
        #expect(result.conflicts.isEmpty)
    }

    @Test func `Merging with an unchanged side keeps every byte of the other side`() throws {
        let theirs = ["tel;Type=Home:9", "junk", "FN:Leia  Organa", "AGENT:", "BEGIN:VCARD", "FN:R2", "END:VCARD"]
        #expect(try merged(Self.base, Self.base, theirs).lines == theirs)
        #expect(try merged(Self.base, theirs, Self.base).lines == theirs)
    }

    @Test func `Nested cards and lines that are not properties are merged`() throws {
        let theirs = Self.base + ["junk", "AGENT:", "BEGIN:VCARD", "FN:R2", "END:VCARD"]
        let mine = Self.base + ["TEL:4", "more junk"]
        let result = try merged(Self.base, mine, theirs)
        #expect(Set(result.lines) == Set(mine + theirs))
        #expect(result.conflicts.isEmpty)
    }

    @Test func `An edit keeps the form of the UID`() throws {
        let uid = "60ad5dc4-0ea0-4799-a0e6-32564d2d4436"
        let theirs = try VCard(Array("BEGIN:VCARD\nVERSION:3.0\nUID:\(uid)\nFN:L\nEND:VCARD\n".utf8))
        let text = "BEGIN:VCARD\nVERSION:4.0\nUID:urn:uuid:\(uid)\nFN:L\nTITLE:General\nEND:VCARD\n"
        let merged = CardMerge(base: theirs, mine: try VCard(Array(text.utf8)), theirs: theirs).card
        let lines = merged.lines.map { CardText.text(of: $0) }
        #expect(
            lines == ["BEGIN:VCARD", "VERSION:3.0", "UID:\(uid)", "FN:L", "N:;L;;;", "TITLE:General", "END:VCARD"])
    }

    @Test func `UIDs are never replaced`() throws {
        let base = try card(["FN:L"])
        let mine = try VCard(Array("BEGIN:VCARD\nVERSION:3.0\nUID:other\nFN:L\nTEL:1\nEND:VCARD\n".utf8))
        #expect(CardMerge(base: base, mine: mine, theirs: base).card.uid == "leia")
        let theirs = try VCard(Array("BEGIN:VCARD\nVERSION:3.0\nUID:urn:uuid:leia\nFN:M\nEND:VCARD\n".utf8))
        let merged = CardMerge(base: base, mine: mine, theirs: theirs).card.lines.map { CardText.text(of: $0) }
        #expect(merged.contains("UID:urn:uuid:leia"))
    }

    @Test func `Undoing a change does not restore an earlier REV`() throws {
        let received = try card(["FN:L", "TITLE:General", "REV:20260202T000000Z"])
        let undone = try card(["FN:L", "TITLE:Princess", "REV:20260101T000000Z"])
        let merged = CardMerge(base: received, mine: undone, theirs: received).card
        #expect(lines(merged) == ["FN:L", "TITLE:Princess", "REV:20260202T000000Z"])
        let edited = try card(["FN:L", "TITLE:Princess", "REV:20260303T000000Z"])
        #expect(CardMerge(base: received, mine: edited, theirs: received).card == edited)
    }

    @Test func `A changed vCard version is kept and does not change values`() throws {
        let base = try card(Self.base)
        let theirs = try card(
            ["FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=home:1", "TEL;TYPE=cell:2", "X-SIGN:Leo"], version: "4.0")
        let mine = try card(Self.base + ["EMAIL:a@b.c"])
        let merge = CardMerge(base: base, mine: mine, theirs: theirs)
        #expect(merge.card.version == .v40)
        #expect(merge.conflicts.isEmpty)
        #expect(lines(merge.card).contains("EMAIL:a@b.c"))
    }

    @Test(arguments: [
        ("BDAY:1977-05-25", "BDAY:19770525", true), ("BDAY:--07-13", "BDAY:--0713", true),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-07-13", "BDAY:--0713", true),
        ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-07-13", "BDAY:1604-07-13", true), ("BDAY:--07-13", "BDAY:--0714", false),
        ("BDAY:1977-05-25", "BDAY:--0525", false), ("BDAY:1977-05-25T10:00:00Z", "BDAY:1977-05-25", false),
        ("BDAY:soon", "BDAY:later", false),
        ("EMAIL;type=INTERNET;type=HOME;type=pref:a@b.c", "EMAIL;TYPE=home;PREF=1:a@b.c", true),
        ("EMAIL;TYPE=\"internet,home\":a@b.c", "EMAIL;TYPE=home:a@b.c", true),
        ("EMAIL;TYPE=HOME;TYPE=PREF:a@b.c", "EMAIL;TYPE=HOME:a@b.c", false),
        ("TEL;TYPE=HOME:1", "TEL;TYPE=WORK:1", false), ("TEL;PREF=1:1", "TEL;PREF=2:1", false),
        ("GEO:52.5;13.4", "GEO:geo:52.5,13.4", true), ("GEO:52.5\\;13.4", "GEO:geo:52.5,13.4", true),
        ("GEO:geo:52.5,13.4;u=35", "GEO:geo:52.5,13.4", false), ("GEO:52.5;13.4", "GEO:52.5;13.5", false),
    ])
    func `Only different spellings of the same value are equal`(one: String, other: String, isEqual: Bool) throws {
        let (first, second) = (try card(["FN:A", one]), try card(["FN:A", other]))
        #expect(first.isEquivalent(to: second) == isEqual && second.isEquivalent(to: first) == isEqual)
        guard isEqual else { return }
        let merge = CardMerge(base: nil, mine: first, theirs: second)
        #expect(merge.card == second && merge.conflicts.isEmpty)
    }

    @Test func `Properties that a server drops are listed and treated as added locally`() throws {
        let sent = try card(Self.base + ["item1.PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "item1.X-ABLabel:face"])
        let stored = try card(Self.base.dropLast() + [])
        let rest = sent.withoutProperties(missingFrom: stored)
        #expect(sent.propertiesChanged(in: stored) == ["PHOTO", "SIGN"])
        #expect(lines(rest) == Self.base.dropLast())
        let later = try card(["FN:Leia Organa", "N:Organa;Leia;;;", "TEL;TYPE=HOME:1"])
        let merge = CardMerge(base: rest, mine: sent, theirs: later)
        #expect(lines(merge.card).contains("item1.PHOTO;ENCODING=b;TYPE=JPEG:AAAA"))
        #expect(!lines(merge.card).contains("TEL;TYPE=CELL:2"))
        #expect(merge.conflicts.isEmpty)
    }

    @Test(arguments: [
        (ConflictDecision.mine, ["TEL:m"]), (.theirs, ["item1.TEL:t", "item1.X-ABLabel:ship"]),
        (.both, ["TEL:m", "item1.TEL:t", "item1.X-ABLabel:ship"]),
    ])
    func `A decision replaces the merged value and keeps later changes`(
        decision: ConflictDecision, expected: [String]
    ) throws {
        let theirs = ["FN:L", "item1.TEL:t", "item1.X-ABLabel:ship", "NOTE:n"]
        let base = ["FN:L", "TEL:b", "NOTE:n"]
        let merge = CardMerge(
            base: try card(base), mine: try card(["FN:L", "TEL:m", "NOTE:n"]), theirs: try card(theirs))
        let conflict = PropertyConflict(
            property: "TEL", base: ["TEL:b"], mine: ["TEL:m"], theirs: ["item1.TEL:t", "item1.X-ABLabel:ship"])
        #expect(lines(merge.card.resolving(conflict, keeping: decision)) == ["FN:L"] + expected + ["NOTE:n"])
        let edited = try card(["FN:L", "TEL:later", "NOTE:n"]).resolving(conflict, keeping: decision)
        #expect(lines(edited) == ["FN:L", "TEL:later", "NOTE:n"] + expected)
    }

    @Test(arguments: [("N", false), ("BDAY", false), ("TEL", true), ("GEO", true)])
    func `Both values can be kept if the property may occur more than once`(name: String, isAllowed: Bool) {
        let conflict = PropertyConflict(property: name, base: [], mine: ["\(name):m"], theirs: ["\(name):t"])
        #expect(conflict.decisions.contains(.both) == isAllowed)
        let removed = PropertyConflict(property: name, base: [], mine: [], theirs: ["\(name):t"])
        #expect(removed.decisions == ConflictDecision.allCases)
    }

    @Test func `A decision about a property that can occur only once replaces a later edit`() throws {
        let conflict = PropertyConflict(
            property: "BDAY", base: [], mine: ["BDAY:1977-05-26"], theirs: ["BDAY:1977-05-27"])
        let edited = try card(["FN:L", "BDAY:1977-05-28"])
        #expect(lines(edited.resolving(conflict, keeping: .theirs)) == ["FN:L", "BDAY:1977-05-27"])
    }

    @Test(arguments: [ConflictDecision.mine, .theirs])
    func `A decision keeps all properties that are not in conflict`(decision: ConflictDecision) throws {
        let name = ["N;ALTID=1;LANGUAGE=en:Organa;Leia;;;", "FN;ALTID=1;LANGUAGE=en:Leia Organa"]
        let others = [
            "N;ALTID=1;LANGUAGE=ja:オーガナ;レイア;;;", "FN;ALTID=1;LANGUAGE=ja:レイア", "GEO;TYPE=work:geo:1,1",
        ]
        let position = "GEO;TYPE=home:geo:2,2"
        func version(_ given: String, _ place: String) throws -> VCard {
            let changed = (name + [position]).map {
                $0.replacing("Leia", with: given).replacing("2,2", with: place)
            }
            return try card(changed + others, version: "4.0")
        }
        let merge = CardMerge(
            base: try version("Leia", "2,2"), mine: try version("Lea", "3,3"), theirs: try version("Lelila", "4,4"))
        #expect(Set(merge.conflicts.map(\.property)) == ["N", "GEO"])
        let resolved = merge.conflicts.reduce(merge.card) { $0.resolving($1, keeping: decision) }
        let expected = decision == .mine ? try version("Lea", "3,3") : try version("Lelila", "4,4")
        #expect(Set(lines(resolved)) == Set(lines(expected)))
    }

    @Test func `A conflict about N includes FN if FN consists of the local name parts`() throws {
        let theirs = Self.base.map { $0.replacing("N:Organa;", with: "N:Naberrie;") }
        let mine = Self.base.map { $0.replacing("Organa", with: "Solo") }
        let merge = CardMerge(base: try card(Self.base), mine: try card(mine), theirs: try card(theirs))
        #expect(lines(merge.card) == theirs)
        let conflict = try #require(merge.conflicts.first)
        #expect(merge.conflicts.count == 1 && conflict.property == "N")
        #expect(conflict.mine == ["N:Solo;Leia;;;", "FN:Leia Solo"])
        #expect(conflict.theirs == ["N:Naberrie;Leia;;;", "FN:Leia Organa"])
        #expect(Set(lines(merge.card.resolving(conflict, keeping: .mine))) == Set(mine))
        #expect(Set(lines(merge.card.resolving(conflict, keeping: .theirs))) == Set(theirs))
    }

    @Test func `Renaming a group on both sides causes one conflict, and its resolution sets both FN and N`() throws {
        func group(_ name: String) -> [String] {
            ["FN:\(name)", "N:\(name);;;;", "X-ADDRESSBOOKSERVER-KIND:group"]
        }
        let (mine, theirs) = (group("Aces"), group("Blues"))
        let merge = CardMerge(base: try card(group("Rebels")), mine: try card(mine), theirs: try card(theirs))
        let conflict = try #require(merge.conflicts.first)
        #expect(merge.conflicts.count == 1 && lines(merge.card) == theirs)
        #expect(Set(lines(merge.card.resolving(conflict, keeping: .mine))) == Set(mine))
        #expect(Set(lines(merge.card.resolving(conflict, keeping: .theirs))) == Set(theirs))
    }

    @Test func `A changed order of values is reported as a difference`() throws {
        let reordered = try card(["FN:L", "TEL:2", "TEL:1"])
        #expect(
            reordered.differences(from: try card(["FN:L", "TEL:1", "TEL:2"])) == [
                PropertyDifference(property: "TEL", old: ["TEL:1", "TEL:2"], new: ["TEL:2", "TEL:1"])
            ])
    }

    @Test func `Text that is not exactly one card is rejected`() {
        let one = "BEGIN:VCARD\nVERSION:3.0\nFN:L\nEND:VCARD\n"
        #expect(throws: VCardProblem.severalCards) { try VCard(Array((one + one).utf8)) }
        #expect(throws: VCardProblem.noCard) { try VCard(Array("hello\n".utf8)) }
        #expect(throws: VCardProblem.noCard) { try VCard([]) }
        #expect(throws: VCardProblem.self) { try VCard(Array("BEGIN:VCARD\nFN:L\n".utf8)) }
    }
}
