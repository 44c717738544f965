import Interchange
import Model
import Testing

@Suite("Reading a person from a card")
struct PersonReadingTests {
    @Test func `A card is read into person fields`() throws {
        let person = try CardReadResult.person(
            "3.0", "N:Organa;Leia;;Princess;", "FN:Leia Organa", "ORG:Alliance;Command", "TITLE:General",
            "BDAY:--05-04", "TEL;TYPE=CELL:+1 555 0100", "item1.EMAIL;TYPE=INTERNET:leia@alderaan.example",
            "item1.X-ABLabel:_$!<Boat>!$_", "ADR;TYPE=HOME:;;1 Palace Way;Aldera;;7;Alderaan")
        #expect(person.name.display == "Leia Organa")
        #expect(person.name.prefix == "Princess")
        #expect(person.organization == "Alliance")
        #expect(person.department == "Command")
        #expect(person.jobTitle == "General")
        #expect(person.birthday == PartialDate("--05-04"))
        #expect(person.phones == [Labeled("mobile", "+1 555 0100")])
        #expect(person.emails == [Labeled("Boat", "leia@alderaan.example")])
        #expect(
            person.addresses == [
                Labeled(
                    "home",
                    PostalAddress(street: "1 Palace Way", locality: "Aldera", postalCode: "7", country: "Alderaan"))
            ])
        #expect(person.card.count == 12)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 65_536]) func `The chunk size does not affect the result`(chunk: Int) throws {
        let text = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ål\r\n esund\r\nEND:VCARD\rBEGIN:VCARD\rFN:B\r\r\nEND:VCARD"
        let reading = try CardReadResult(text, chunk: chunk)
        #expect(
            reading.cards.map(\.person.card) == [
                ["BEGIN:VCARD", "VERSION:3.0", "FN:Ålesund", "END:VCARD"], ["BEGIN:VCARD", "FN:B", "END:VCARD"],
            ])
        #expect(reading.rejected == [])
    }
}

@Suite("Whitespace around names")
struct NameBlanksTests {
    private static let formats = CardVersion.allCases.map(CardFormat.vCard) + [.jCard]

    @Test(arguments: formats, ["\t", "\n", " ", "  \n\t"])
    func `A stored name with surrounding whitespace round-trips`(format: CardFormat, blanks: String) throws {
        var card = ContactCard()
        card.person.name.given = blanks + "Ann" + blanks
        card.person.name.family = "Lee" + blanks
        card.person.name.prefix = blanks + "Dr."
        card.person.name.nickname = blanks + "Annie"
        card.person.name.phonetic = blanks + "En"
        let there = try CardRoundTrip(card, format)
        #expect(there.again.person.name == card.person.name)
        #expect(there.losses == [] && there.bytes == there.bytesAgain)
        #expect(there.again.person.title == "Ann Lee")
    }

    @Test func `A name is read with the whitespace in its card, and the card is exported unchanged`() throws {
        let card = try CardReadResult.card("3.0", ["N:Doe; John ;;;", "FN:John Doe"])
        #expect(card.person.name.given == " John " && card.person.title == "John Doe")
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.again.person.card == card.person.card)
    }

    @Test func `A card whose name parts were stored without whitespace is exported unchanged`() throws {
        var card = try CardReadResult.card("3.0", ["N:Doe; John ;;;", "FN:John Doe", "TITLE:Pilot"])
        let lines = card.person.card
        card.person.name.given = "John"
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == lines)
        card.person.jobTitle = "Captain"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited == lines.map { $0.replacing("Pilot", with: "Captain") })
    }
}

@Suite("Gender in vCard and jCard")
struct GenderTests {
    @Test("Both components of the GENDER property are read, and changes are written") func changed() throws {
        var card = try CardReadResult.card("4.0", ["FN:A", "GENDER:O;it's complicated"])
        #expect(card.person.gender == Gender(sex: .other, identity: "it's complicated"))
        #expect(card.person.customFields.isEmpty)
        card.person.gender = Gender(sex: .female)
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.card.contains("GENDER:F"))
        card.person.gender = nil
        #expect(!(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card.joined().contains("GENDER")))
    }

    @Test(
        "A gender round-trips in every vCard version and jCard",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard])
    func formats(format: CardFormat) throws {
        for text in ["M", "O;a, b; c", ";fellow"] {
            var card = ContactCard()
            (card.person.name.given, card.person.gender) = ("A", Gender(text))
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.gender == Gender(text), "\(text)")
        }
    }

    @Test("Invalid and conflicting gender values become custom fields") func others() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "GENDER:?", "GENDER:F", "X-GENDER:M", "X-GENDER:female"])
        #expect(card.person.gender == Gender("F"))
        #expect(card.person.customFields == [Labeled("gender", "?"), Labeled("gender", "M")])
    }

    @Test("A grammatical gender is used if there is no other gender, and its line remains until the gender is cleared")
    func grammatical() throws {
        let line = "GRAMGENDER:feminine"
        #expect(try CardReadResult.card("4.0", ["FN:A", line, "GENDER:M"]).person.gender == Gender("M"))
        #expect(try CardReadResult.card("4.0", ["FN:A", "GRAMGENDER:neuter"]).person.gender == nil)
        var card = try CardReadResult.card("4.0", ["FN:A", line])
        func written() throws -> ContactCard { try CardRoundTrip(card, .asItCame(otherwise: .v40)).again }
        #expect(card.person.gender == Gender("F"))
        #expect(try written().person.card == card.person.card)
        let read = card.person
        card.person.gender = Gender("O")
        let changed = try written().person
        #expect(changed.card.contains(line) && changed.gender == Gender("O"))
        card.person.gender = nil
        // An earlier version did not read the gender.
        #expect(try written().person.card == read.card)
        card.person = card.person.completed(replacing: read)
        let cleared = try written().person
        #expect(cleared.gender == nil && !cleared.card.contains(line))
    }

    @Test("A gender in words, which an earlier version of Almanac kept as a custom field, remains on the card")
    func words() throws {
        var card = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", "X-GENDER:weiblich", "TITLE:x"])
        #expect(card.person.gender == Gender("F") && card.person.customFields == [])
        let lines = card.person.card
        (card.person.gender, card.person.customFields) = (nil, [Labeled("gender", "weiblich")])
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == lines)
        card.person.jobTitle = "y"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited == lines.map { $0.replacing("TITLE:x", with: "TITLE:y") })
    }
}

@Suite("Pronouns in vCard and jCard")
struct PronounsTests {
    private let card: ContactCard

    init() throws { card = try CardReadResult.card("4.0", ["FN:A", "PRONOUNS;LANGUAGE=en:xe/xir"]) }

    @Test("Changed pronouns keep the parameters of their line") func changed() throws {
        #expect(card.person.pronouns == "xe/xir" && card.person.customFields == [])
        var changed = card
        changed.person.pronouns = "they/them"
        let there = try CardRoundTrip(changed, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.card.contains("PRONOUNS;LANGUAGE=en:they/them"))
        changed.person.pronouns = ""
        #expect(
            !(try CardRoundTrip(changed, .asItCame(otherwise: .v40)).again.person.card.joined().contains("PRONOUNS")))
    }

    @Test(
        "Pronouns round-trip in every vCard version and jCard",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard])
    func formats(format: CardFormat) throws {
        var new = ContactCard()
        (new.person.name.given, new.person.pronouns) = ("A", "she/her, they/them")
        for card in [card, new] {
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.pronouns == card.person.pronouns)
        }
    }

    @Test("PRONOUNS becomes X-PRONOUNS in vCard 3.0 and PRONOUNS again in vCard 4.0") func extended() throws {
        let (bytes, losses) = CardRoundTrip.written(card, .vCard(.v30))
        let old = String(decoding: bytes, as: UTF8.self)
        #expect(old.contains("\r\nX-PRONOUNS;LANGUAGE=en:xe/xir\r\n") && losses.map(\.property) == ["PRONOUNS"])
        let new = CardRoundTrip.written(try #require(try CardReadResult(old).onlyCard), .vCard(.v40))
        #expect(String(decoding: new.bytes, as: UTF8.self).contains("\r\nPRONOUNS;LANGUAGE=en:xe/xir\r\n"))
        #expect(new.losses.isEmpty)
    }

    @Test("A second PRONOUNS property becomes a custom field") func second() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "PRONOUNS:they/them", "PRONOUNS;LANGUAGE=fr:iel"])
        #expect(card.person.pronouns == "they/them" && card.person.customFields == [Labeled("pronouns", "iel")])
    }
}

@Suite("Languages in vCard")
struct LanguageTests {
    private static let lines = [
        "FN:A", "N:A;;;;", "LANGUAGE:de", "LANG;PREF=2;TYPE=work:en", "LANG;PREF=1:fr-CH", "item1.LANG:tlh",
        "item1.X-ABLabel:Club",
    ]

    private func card() throws -> ContactCard { try CardReadResult.card("4.0", Self.lines) }

    @Test("LANG is read in order of preference with its types as labels, and LANGUAGE is read as the card language")
    func reading() throws {
        let person = try card().person
        #expect(person.languages == [Labeled("", "fr-CH"), Labeled("work", "en"), Labeled("Club", "tlh")])
        #expect(person.cardLanguage == "de" && person.customFields == [])
        let old = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", "X-LANG;TYPE=home:de", "X-LANGUAGE:en"]).person
        #expect(old.languages == [Labeled("home", "de")] && old.cardLanguage == "en")
        let second = try CardReadResult.card("4.0", ["FN:A", "LANGUAGE:de", "LANGUAGE:en"]).person
        #expect(second.cardLanguage == "de" && second.customFields == [Labeled("card language", "en")])
    }

    @Test("An edit changes only the lines of changed languages")
    func editing() throws {
        var card = try card()
        card.person.languages[1].value = "en-GB"
        card.person.languages.remove(at: 2)
        card.person.languages.append(Labeled("home", "rm"))
        card.person.cardLanguage = "de-AT"
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.languages == card.person.languages)
        let expected: Set = [
            "FN:A", "N:A;;;;", "LANGUAGE:de-AT", "LANG;TYPE=work;PREF=2:en-GB", "LANG;PREF=1:fr-CH",
            "item1.LANG;TYPE=home:rm",
        ]
        #expect(Set(there.again.person.card.dropFirst(2).dropLast()) == expected)
        card.person.languages = []
        card.person.cardLanguage = ""
        let removed = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person
        #expect(removed.card.dropFirst(2).dropLast() == ["FN:A", "N:A;;;;"])
    }

    @Test(
        "Languages round-trip in every vCard version, jCard, and JSContact",
        arguments: [CardFormat.vCard(.v40), .vCard(.v30), .vCard(.v21), .jCard, .jsContact])
    func formats(format: CardFormat) throws {
        var new = ContactCard()
        new.person.name.given = "A"
        new.person.languages = [Labeled("work", "de"), Labeled("", "zh-Hant"), Labeled("home", "en")]
        new.person.cardLanguage = "fr"
        for card in [try card(), new] {
            let there = try CardRoundTrip(card, format)
            #expect(there.differences == [] && there.again.person.languages == card.person.languages)
            #expect(there.again.person.cardLanguage == card.person.cardLanguage)
        }
    }

    @Test(
        "A language that is not a language tag is written as an extension",
        arguments: [
            ("German", "X-LANG:German"), ("de-CH", "LANG:de-CH"), ("x-klingon", "LANG:x-klingon"),
            ("de ch", "X-LANG:de ch"),
        ])
    func syntax(text: String, line: String) throws {
        var card = ContactCard()
        card.person.name.given = "A"
        card.person.languages = [Labeled("", text)]
        card.person.cardLanguage = text
        let there = try CardRoundTrip(card, .vCard(.v40))
        #expect(there.differences == [] && there.losses == [])
        let lines = String(decoding: there.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
        #expect(lines.contains(line) && lines.contains(line.replacing("LANG:", with: "LANGUAGE:")))
        let invalid = try CardReadResult.card("4.0", ["FN:A", "N:A;;;;", "LANG:\(text)", "LANGUAGE:\(text)"])
        let (bytes, losses) = CardRoundTrip.written(invalid, .vCard(.v30))
        let other = try #require(try CardReadResult(bytes).onlyCard)
        #expect(other.person.languages == invalid.person.languages && losses.map(\.property) == ["LANG", "LANGUAGE"])
    }

    @Test("Languages that are not language tags are reported on conversion to vCard 4.0")
    func invalid() throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", "LANG:de ch", "LANGUAGE:de ch"])
        let (bytes, losses) = CardRoundTrip.written(card, .vCard(.v40))
        #expect(losses.map(\.property) == ["LANG", "LANGUAGE"])
        for loss in losses { #expect(loss.sentence.description.contains("4.0 supports only language tags in LANG")) }
        let other = try #require(try CardReadResult(bytes).onlyCard?.person)
        #expect(other.languages == [Labeled("", "de ch")] && other.cardLanguage == "de ch")
    }

    @Test("A custom field labeled “language”, as earlier versions of Almanac stored LANG, is treated as a language")
    func former() throws {
        var card = try card()
        card.person.languages = []
        card.person.customFields = ["en", "fr-CH", "tlh"].map { Labeled("language", $0) }
        card.person.cardLanguage = nil
        let (bytes, losses) = CardRoundTrip.written(card, .asItCame(otherwise: .v40))
        #expect(try CardReadResult(bytes).onlyCard?.person.card == card.person.card && losses == [])
        card.person.customFields.removeLast()
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person
        #expect(edited.languages == [Labeled("", "fr-CH"), Labeled("work", "en")] && edited.cardLanguage == "de")
        let field = ["FN:A", "N:A;;;;", "item1.X-ALMANAC-FIELD:de", "item1.X-ABLabel:language"]
        let read = try CardReadResult.card("4.0", field)
        #expect(read.person.languages == [Labeled("", "de")] && read.person.customFields == [])
        #expect(try CardRoundTrip(read, .asItCame(otherwise: .v40)).again.person.card == read.person.card)
    }
}

@Suite("Social profiles, contact URIs, and picture URLs in vCard")
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

    @Test("An edit changes only the lines of changed profiles")
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

    @Test("A card that an earlier version of Almanac imported without profiles is exported unchanged")
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

@Suite("Positions in vCard")
struct PositionTests {
    private static let lines = [
        "FN:A", "N:A;;;;", "GEO;PREF=2;TYPE=work:geo:37.386013,-122.082932", "GEO;PREF=1:geo:50.940,6.96,100;u=35",
        "item1.GEO:geo:-33.87,151.21", "item1.X-ABLabel:Club",
    ]

    private func card() throws -> ContactCard { try CardReadResult.card("4.0", Self.lines) }

    @Test("GEO properties are read in order of preference, with types as labels and without altitudes or parameters")
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

    @Test("An edit changes only the lines of changed positions")
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

    @Test("A position that an earlier version of Almanac kept only on the card is exported, and shown after an edit")
    func former() throws {
        var card = try card()
        let positions = card.person.positions
        card.person.positions = []
        let (bytes, losses) = CardRoundTrip.written(card, .asItCame(otherwise: .v40))
        #expect(try CardReadResult(bytes).onlyCard?.person.card == card.person.card && losses == [])
        let read = card.person.readingCardAgain()
        #expect(read.positions == positions)
        var removed = read
        removed.positions = []
        #expect(removed.completed(replacing: read).readingCardAgain().positions == [])
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
