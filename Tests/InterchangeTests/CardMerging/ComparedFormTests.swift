import Testing

@testable import Interchange

/// Properties that different programs write in different ways.
@Suite struct ComparedFormTests {
    private func card(_ lines: [String], version: String = "3.0") throws -> VCard {
        let lines = ["BEGIN:VCARD", "VERSION:\(version)", "UID:leia", "FN:Leia"] + lines + ["END:VCARD", ""]
        return try VCard(Array(lines.joined(separator: "\r\n").utf8))
    }

    /// The spellings of each property.
    private static let spellings: [[[String]]] = [
        [
            ["ANNIVERSARY:19830525"], ["ANNIVERSARY;VALUE=date:1983-05-25"], ["X-ANNIVERSARY:1983-05-25"],
            ["X-EVOLUTION-ANNIVERSARY:1983-05-25"], ["X-KADDRESSBOOK-X-ANNIVERSARY:1983-05-25"],
            ["item4.X-ABDATE;type=pref:1983-05-25", "item4.X-ABLabel:_$!<Anniversary>!$_"],
            ["ITEM1.X-ABDATE;PREF=1:19830525", "ITEM1.X-ABLABEL:_$!<Anniversary>!$_"],
            ["X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;1983-05-25;1;;;;;;;;;;;;;"],
        ],
        [
            ["item1.X-ABDATE:2001-02-03", "item1.X-ABLabel:First flight"],
            ["item9.X-ABDATE:20010203", "item9.X-ABLabel:First flight"],
        ],
        [
            ["RELATED;TYPE=spouse;VALUE=text:Han Solo"], ["X-SPOUSE:Han Solo"], ["X-EVOLUTION-SPOUSE:Han Solo"],
            ["item5.X-ABRELATEDNAMES:Han Solo", "item5.X-ABLabel:_$!<Spouse>!$_"],
            ["item2.RELATED;VALUE=text:Han Solo", "item2.X-ABLabel:spouse"],
            ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Han Solo;14;;;;;;;;;;;;;"],
            ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation\\;Han Solo\\;14\\;\\;\\;\\;\\;\\;\\;"],
        ],
        [
            ["X-MANAGER:Mon"], ["X-MS-MANAGER:Mon"], ["item1.X-ABRELATEDNAMES:Mon", "item1.X-ABLabel:_$!<Manager>!$_"],
        ],
        [["item1.X-ABRELATEDNAMES:Bail", "item1.X-ABLabel:Guide"], ["item3.RELATED:Bail", "item3.X-ABLabel:Guide"]],
        [
            ["X-SKYPE:leia"], ["X-SKYPE-USERNAME:leia"], ["IMPP:skype:leia"], ["IMPP;X-SERVICE-TYPE=Skype:skype:leia"],
        ],
        [
            ["X-JABBER;TYPE=HOME:leia@example.org"], ["IMPP;TYPE=home:xmpp:leia@example.org"],
            ["IMPP;X-SERVICE-TYPE=Jabber;type=HOME:xmpp:leia%40example.org"],
        ],
        [["X-AIM:chewie"], ["IMPP:aim:chewie"], ["IMPP;X-SERVICE-TYPE=AIM:aim:chewie"]],
        [["X-GTALK:leia"], ["IMPP;X-SERVICE-TYPE=GoogleTalk:xmpp:leia"]],
        [["item1.TEL:1", "item1.X-ABLabel:_$!<Main>!$_"], ["TEL;TYPE=main:1"], ["TEL;type=MAIN:1"]],
        [["item1.TEL;type=HOME:2", "item1.X-ABLabel:_$!<HomeFAX>!$_"], ["TEL;TYPE=fax,home:2"]],
        [["KIND:group"], ["X-ADDRESSBOOKSERVER-KIND:group"], ["KIND:GROUP"]],
        [["NICKNAME:Q,Z"], ["NICKNAME:Q, Z"]],
        [["MEMBER:urn:uuid:han"], ["X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:han"], ["MEMBER:han"]],
    ]

    @Test(arguments: spellings)
    func `All spellings of a property are treated as equal in vCard 3.0 and 4.0`(spellings: [[String]]) throws {
        let first = try card(spellings[0])
        for lines in spellings {
            for version in ["3.0", "4.0"] {
                let other = try card(lines, version: version)
                #expect(first.isEquivalent(to: other) && other.isEquivalent(to: first), "\(lines) in \(version)")
                #expect(other.differences(from: first).isEmpty)
            }
        }
    }

    @Test(arguments: spellings)
    func `The spelling of the other side is kept without a conflict when another property changes`(
        spellings: [[String]]
    ) throws {
        for (mine, theirs) in zip(spellings, spellings.dropFirst()) {
            let merge = CardMerge(base: nil, mine: try card(mine + ["TITLE:General"]), theirs: try card(theirs))
            #expect(try merge.card == card(theirs + ["TITLE:General"]) && merge.conflicts.isEmpty)
            let edited = CardMerge(
                base: try card(theirs), mine: try card(mine + ["TITLE:General"]), theirs: try card(theirs))
            #expect(try edited.card == card(theirs + ["TITLE:General"]) && edited.conflicts.isEmpty)
        }
    }

    @Test(arguments: [
        (["X-AIM:chewie"], ["X-ICQ:chewie"]), (["X-AIM:chewie"], ["X-AIM:han"]),
        (["X-SPOUSE:Han"], ["X-MANAGER:Han"]), (["X-SPOUSE:Han"], ["X-SPOUSE:Lando"]),
        (["ANNIVERSARY:19830525"], ["ANNIVERSARY:19830526"]), (["ANNIVERSARY:19830525"], ["BDAY:19830525"]),
        (
            ["item1.X-ABDATE:2001-02-03", "item1.X-ABLabel:First flight"],
            ["item1.X-ABDATE:2001-02-03", "item1.X-ABLabel:Last flight"]
        ),
        (["item1.TEL:1", "item1.X-ABLabel:Boat"], ["TEL:1"]),
        (["item1.TEL:1", "item1.X-ABLabel:Boat"], ["TEL;TYPE=work:1"]),
        (["NICKNAME:Q,Z"], ["NICKNAME:Q\\,Z"]), (["CATEGORIES:Q,Z"], ["CATEGORIES:Q\\,Z"]),
        (["X-JABBER;TYPE=HOME:a"], ["X-JABBER;TYPE=WORK:a"]), (["KIND:group"], ["KIND:org"]),
    ])
    func `Properties with different meanings, values, or labels differ`(one: [String], other: [String]) throws {
        #expect(try !card(one).isEquivalent(to: card(other)))
        #expect(try !card(other).isEquivalent(to: card(one)))
    }
}
