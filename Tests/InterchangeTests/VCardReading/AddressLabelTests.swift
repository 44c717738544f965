import Model
import Testing

@testable import Interchange

@Suite("Address labels and distribution lists")
struct AddressLabelTests {
    private static let label = ["UID:la", "FN:Ina Label", "N:Label;Ina;;;", "LABEL;TYPE=HOME:Weg 1\\n12345 Ort"]
    private static let address = PostalAddress(street: "Weg 1", locality: "Ort", postalCode: "12345")

    private func lines(_ card: ContactCard) -> [String] {
        CardPatch.patched(card, otherwise: .v30).lines.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("A label without an address is read as an address, and the card is exported unchanged")
    func label() throws {
        let card = try CardReadResult.card("3.0", Self.label)
        #expect(card.person.addresses == [Labeled("home", Self.address)])
        #expect(lines(card) == card.person.card)
        let again = try CardRoundTrip(card, .vCard(.v40)).again
        #expect(again.person.addresses == card.person.addresses)
    }

    @Test("An address label is not read as another address")
    func labelOfAddress() throws {
        let address = "ADR;TYPE=HOME:;;Weg 1;Ort;;12345;"
        #expect(try CardReadResult.card("3.0", Self.label + [address]).person.addresses.count == 1)
    }

    @Test("A label that an earlier version of Almanac did not read stays on the card until its address is removed")
    func formerVersions() throws {
        var card = try CardReadResult.card("3.0", Self.label)
        let read = card.person
        card.person.addresses = []
        #expect(lines(card) == card.person.card)
        let removed = card.person.completed(replacing: read)
        #expect(!removed.card.contains { $0.hasPrefix("LABEL") })
    }

    @Test("An edited address replaces its label")
    func edits() throws {
        var card = try CardReadResult.card("3.0", Self.label)
        let former = card.person
        card.person.addresses[0].value.street = "Weg 2"
        card.person = card.person.completed(replacing: former)
        #expect(lines(card).filter { $0.contains("Weg") } == ["ADR;TYPE=HOME:;;Weg 2;Ort;;12345;"])
    }

    @Test("Empty addresses in vCard 4.0 and JSContact are read from their labels")
    func emptyAddresses() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", #"ADR;LABEL="Weg 1\n12345 Ort";TYPE=work:;;;;;;"#])
        #expect(card.person.addresses == [Labeled("work", Self.address)] && lines(card) == card.person.card)
        let text = #"{"@type":"Card","version":"1.0","addresses":{"a":{"full":"Weg 1\n12345 Ort"}}}"#
        #expect(try CardReadResult(text).onlyCard?.person.addresses == [Labeled("", Self.address)])
        let unknown = try CardReadResult.card("3.0", ["FN:A", "LABEL:somewhere"]).person.addresses
        #expect(unknown == [Labeled("", PostalAddress(street: "somewhere"))])
    }

    @Test("An Evolution distribution list is read as a group whose members are its email addresses")
    func lists() throws {
        let list = ["UID:evl", "FN:Chorliste", "X-EVOLUTION-LIST:TRUE", "EMAIL;X-A=x:Ina Test <ina@example.org>"]
        let card = try CardReadResult.card("3.0", list)
        #expect(card.group == CardGroup(name: "Chorliste", members: ["mailto:ina@example.org"]))
        #expect(lines(card) == card.person.card)
        #expect(try CardRoundTrip(card, .vCard(.v40)).again.group == card.group)
        var changed = card
        changed.group?.members = []
        #expect(!lines(changed).contains { $0.hasPrefix("EMAIL") })
        let person = try CardReadResult.card("3.0", ["FN:A", "X-EVOLUTION-LIST:FALSE", "EMAIL:a@x.example"]).person
        #expect(person.emails.map(\.value) == ["a@x.example"])
        // An earlier version imported the list as a person.
        var former = card
        (former.group, former.person.organization) = (nil, "")
        former.person.name.given = "Chorliste"
        former.person.emails = [Labeled("", "ina@example.org")]
        #expect(lines(former) == card.person.card)
    }

    @Test("Properties that name a service become profiles, even next to profiles from an earlier version of Almanac")
    func serviceProfiles() throws {
        let lines = ["FN:A", "X-FACEBOOK:a", "X-SOCIALPROFILE;TYPE=twitter:https://x.example/a", "X-LinkedIn:b"]
        let card = try CardReadResult.card("3.0", lines)
        #expect(card.person.profiles.map(\.label) == ["facebook", "twitter", "linkedin"])
        var former = card
        former.person.profiles = [Labeled("twitter", "https://x.example/a")]
        #expect(!CardPatch.patched(former, otherwise: .v30).isChanged)
        let edited = former.person.readingCardAgain()
        #expect(Set(edited.profiles) == Set(card.person.profiles))
        var without = edited
        without.profiles.removeAll { $0.label == "facebook" }
        let removed = without.completed(replacing: edited)
        #expect(removed.profiles.map(\.label).sorted() == ["linkedin", "twitter"])
        #expect(!removed.card.contains("X-FACEBOOK:a"))
    }

    @Test("Properties without a field are listed, except those that describe other properties")
    func otherProperties() throws {
        let lines = ["FN:A", "X-FACEBOOK:a", "item1.ADR:;;W;O;;;", "item1.X-ABADR:de", "X-foo:b", "TEL:1", "KEY:x"]
        #expect(try CardReadResult.card("3.0", lines).person.otherProperties == ["X-foo", "KEY"])
    }
}
