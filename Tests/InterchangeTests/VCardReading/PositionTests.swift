import Interchange
import Model
import Testing

@Suite("Positions in vCard")
struct PositionTests {
    private static let lines = [
        "FN:A", "N:A;;;;", "GEO;PREF=2;TYPE=work:geo:37.386013,-122.082932", "GEO;PREF=1:geo:50.940,6.96,100;u=35",
        "item1.GEO:geo:-33.87,151.21", "item1.X-ABLabel:Club",
    ]

    private func card() throws -> ContactCard { try CardReadResult.card("4.0", Self.lines) }

    @Test("GEO properties are read in order of preference, with types as labels and without altitudes and parameters")
    func reading() throws {
        #expect(
            try card().person.positions == [
                Labeled("", "50.940,6.96"), Labeled("work", "37.386013,-122.082932"), Labeled("Club", "-33.87,151.21"),
            ])
        let position = [Labeled("", "37.386013,-122.082932")]
        for (version, line) in [("3.0", "GEO:37.386013;-122.082932"), ("2.1", "GEO:37.386013,-122.082932")] {
            #expect(try CardReadResult.card(version, ["FN:A", "N:A;;;;", line]).person.positions == position)
        }
    }

    @Test("An edit changes only the lines of the positions that changed")
    func editing() throws {
        var card = try card()
        card.person.positions[1].value = "37,-122"
        card.person.positions.remove(at: 2)
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.positions == card.person.positions)
        let expected: Set = [
            "FN:A", "N:A;;;;", "GEO;TYPE=work;PREF=2:geo:37,-122", "GEO;PREF=1:geo:50.940,6.96,100;u=35",
        ]
        #expect(Set(there.again.person.card.dropFirst(2).dropLast()) == expected)
    }

    @Test(
        "Positions round-trip in every vCard version and in jCard",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard])
    func formats(format: CardFormat) throws {
        var new = ContactCard()
        new.person.name.given = "A"
        new.person.positions = [Labeled("work", "50.94,6.96"), Labeled("", "-33.87,151.21"), Labeled("Club", "0,0")]
        for card in [try card(), new] {
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.positions == card.person.positions)
        }
    }

    @Test("A position is written in the syntax of each version, and other text is kept")
    func syntax() throws {
        var card = ContactCard()
        card.person.name.given = "A"
        card.person.positions = [Labeled("", "50.94,6.96")]
        for (version, line) in [
            (CardVersion.v40, "GEO:geo:50.94,6.96"), (.v30, "GEO:50.94;6.96"), (.v21, "GEO:50.94,6.96"),
        ] {
            let text = String(decoding: try CardRoundTrip(card, .vCard(version)).bytes, as: UTF8.self)
            #expect(text.split(separator: "\r\n").contains(line[...]))
        }
        card.person.positions = [Labeled("", "Cologne; Germany")]
        for version in CardVersion.allCases {
            let there = try CardRoundTrip(card, .vCard(version))
            #expect(there.differences == [] && there.losses == [])
        }
    }

    @Test("A position that an earlier version kept only in the card is exported, and becomes visible after an edit")
    func former() throws {
        var card = try card()
        let positions = card.person.positions
        card.person.positions = []
        let (bytes, losses) = CardRoundTrip.written(card, .asItCame(otherwise: .v40))
        #expect(try CardReadResult(bytes).onlyCard?.person.card == card.person.card && losses == [])
        #expect(card.person.withKeptValues.positions == positions)
        let cards = VCardInterpreter()
        #expect(cards.completed(card.person, replacing: card.person).positions == positions)
        var edited = card.person
        edited.positions = positions
        #expect(cards.completed(card.person, replacing: edited).withKeptValues.positions == [])
    }

    @Test("The positions of postal addresses are read from their parameters")
    func addresses() throws {
        let lines = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:A", #"ADR;TYPE=home;GEO="geo:50.94,6.96":;;Domkloster 4;Köln;;;"#,
            "ADR;TYPE=work:;;Elsewhere;;;;", "END:VCARD",
        ]
        #expect(ContactCard.positionsOfAddresses(in: lines) == [Labeled("home", "50.94,6.96")])
        #expect(ContactCard.positionsOfAddresses(in: []) == [])
    }
}
