import Interchange
import Model
import Testing

@Suite("Social profiles, contact forms, and addresses of pictures in vCard")
struct OnlineProfileTests {
    private static let lines = [
        "FN:A", "N:A;;;;", "X-SOCIALPROFILE;type=twitter;x-user=ann:http://twitter.com/ann",
        "item1.X-SOCIALPROFILE:x-apple:ann", "item1.X-ABLabel:Village Forum", "PHOTO;VALUE=uri:https://x.example/a.png",
        "X-CONTACT-URI:https://x.example/contact",
    ]

    private func card() throws -> ContactCard { try CardReadResult.card("3.0", Self.lines) }

    @Test("Profiles are read with their services as labels")
    func reading() throws {
        #expect(
            try card().person.profiles == [
                Labeled("twitter", "http://twitter.com/ann"), Labeled("Village Forum", "x-apple:ann"),
                Labeled("picture", "https://x.example/a.png"), Labeled("contact", "https://x.example/contact"),
            ])
        let new = [
            "SOCIALPROFILE;SERVICE-TYPE=Mastodon;PREF=2:https://x.example/@ann", "SOCIALPROFILE;VALUE=text;PREF=1:ann",
            "CONTACT-URI:mailto:ann@x.example", "PHOTO:https://x.example/a.png",
        ]
        #expect(
            try CardReadResult.card("4.0", ["FN:A"] + new).person.profiles == [
                Labeled("", "ann"), Labeled("Mastodon", "https://x.example/@ann"),
                Labeled("contact", "mailto:ann@x.example"), Labeled("picture", "https://x.example/a.png"),
            ])
    }

    @Test("An edit changes only the lines of the profiles that changed")
    func editing() throws {
        var card = try card()
        card.person.profiles[1].value = "https://x.example/u/ann"
        card.person.profiles.remove(at: 3)
        card.person.profiles.append(Labeled("mastodon", "https://x.example/@ann"))
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.profiles == card.person.profiles)
        var lines = Self.lines
        lines[3] = "item1.X-SOCIALPROFILE:https://x.example/u/ann"
        lines[6] = "X-SOCIALPROFILE;TYPE=MASTODON:https://x.example/@ann"
        #expect(Set(there.again.person.card.dropFirst(2).dropLast()) == Set(lines))
    }

    @Test(
        "Profiles round-trip in every vCard version and jCard",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard])
    func formats(format: CardFormat) throws {
        var new = ContactCard()
        new.person.name.given = "A"
        new.person.profiles = [
            Labeled("Mastodon", "https://x.example/@ann"), Labeled("", "ann; of, all"),
            Labeled("picture", "no address"),
            Labeled("contact", "https://x.example/c?a=1,2"), Labeled("picture", "https://x.example/a.png"),
            Labeled("xing", "https://x.example/ann"), Labeled("contact", "ask me"),
        ]
        for card in [try card(), new] {
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.profiles == card.person.profiles)
        }
    }

    @Test("The card of a person imported by an earlier version, without profiles, is exported unchanged")
    func former() throws {
        var card = try card()
        card.person.profiles = []
        let (bytes, losses) = CardRoundTrip.written(card, .asItCame(otherwise: .v40))
        #expect(try CardReadResult(bytes).onlyCard?.person.card == card.person.card && losses == [])
        card.person.jobTitle = "Pilot"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited.filter { $0 != "TITLE:Pilot" } == card.person.card)
    }
}
