import Interchange
import Model
import Testing

@Suite("Converting a card to another version")
struct ConversionTests {
    private func written(_ card: ContactCard, _ version: CardVersion) throws -> (lines: [String], losses: [String]) {
        let there = try CardRoundTrip(card, .vCard(version))
        #expect(there.differences == [])
        return (Array(there.again.person.card.dropFirst(2).dropLast()), there.losses.map(\.sentence.description))
    }

    @Test("Parameters that only vCard 4.0 supports are removed", arguments: [CardVersion.v21, .v30])
    func parametersOfVersion4(version: CardVersion) throws {
        let card = try CardReadResult.card(
            "4.0",
            [
                "FN;DERIVED=true:Ina", "N;JSCOMPS=\";1\":;Ina;;;", "EMAIL;PROP-ID=e1:a@b.example",
                "TEL;CREATED=20240101T000000Z:1", "NOTE;AUTHOR-NAME=\"Meier; Jo\":Hallo", "JSPROP;JSPTR=a:1",
            ])
        let (lines, losses) = try written(card, version)
        #expect(lines == ["FN:Ina", "N:;Ina;;;", "EMAIL:a@b.example", "TEL:1", "NOTE:Hallo"])
        #expect(losses.count == 3 && losses.contains { $0.contains("JSPROP") })
        for name in ["CREATED", "AUTHOR-NAME"] { #expect(losses.contains { $0.contains(name) }) }
    }

    @Test("A web address that is not a URI is written as X-URL in vCard 4.0, and a URI remains a URL")
    func webAddresses() throws {
        let head = ["FN:A", "N:A;;;;"]
        let urls = ["URL:https://a.example/x", "URL:mailto:a@b.example"]
        let (lines, losses) = try written(try CardReadResult.card("3.0", head + urls), .v40)
        #expect(Set(lines) == Set(head + urls) && losses.isEmpty, "\(lines)")
        let other = try written(try CardReadResult.card("3.0", head + ["URL:intranet"]), .v40)
        #expect(other.lines.contains("X-URL:intranet"))
        #expect(
            other.losses == [
                "vCard 4.0 supports only URIs in URL. The property was written as X-URL, which other programs may ignore."
            ])
    }

    @Test(
        "A revision without a complete time is removed in vCard 4.0",
        arguments: [
            ("2024-05-04T01:02:03Z", "20240504T010203Z", []),
            ("2024-05-04T01:02:03.5Z", "20240504T010203Z", ["Fractional seconds were removed from REV."]),
            (
                "2024-05-04", nil,
                ["vCard 4.0 supports only a date with a time in REV. “2024-05-04” was removed."]
            ),
            (
                "2024-05-04T01:02Z", nil,
                ["vCard 4.0 supports only a date with a time in REV. “2024-05-04T01:02Z” was removed."]
            ),
        ] as [(String, String?, [String])])
    func revisions(text: String, revision: String?, losses: [String]) throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", "REV:\(text)"])
        let converted = try written(card, .v40)
        #expect(converted.lines.filter { $0.hasPrefix("REV") } == [revision].compactMap { $0.map { "REV:\($0)" } })
        #expect(converted.losses == losses)
        #expect(try written(card, .v21).lines.contains("REV:\(text)"))
    }

    @Test("A property that is only written differently in vCard 3.0 is not reported as lost")
    func spellings() throws {
        let card = try CardReadResult.card(
            "4.0",
            ["FN:Ina", "BDAY:--0203", "GENDER:F", "LANG:fr", "TEL;PREF=2;VALUE=uri:tel:1", "CLIENTPIDMAP:1;urn:a"])
        #expect(VCard.converted(card, to: .v30).lost == ["TEL", "CLIENTPIDMAP"])
    }

    @Test("The sort order of a name is converted between vCard 3.0 and 4.0", arguments: [CardVersion.v30, .v40])
    func sortOrder(version: CardVersion) throws {
        let (old, new) = (["N:van Gogh;Vincent;;;", "SORT-STRING:Gogh"], ["N;SORT-AS=Gogh:van Gogh;Vincent;;;"])
        let isOld = version == .v30
        let card = try CardReadResult.card(version.rawValue, ["FN:Vincent van Gogh"] + (isOld ? old : new))
        let (lines, losses) = try written(card, isOld ? .v40 : .v30)
        #expect(Set(lines) == Set(["FN:Vincent van Gogh"] + (isOld ? new : old)) && losses.isEmpty, "\(lines)")
    }

    private static let office = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=4D=65=69=6E=20=42=C3=BC=72=6F)"

    @Test("A custom Android label is read, kept, and converted")
    func androidLabels() throws {
        var card = try CardReadResult.card(
            "2.1", ["N:A", "FN:A", "TEL;\(Self.office):1", "EMAIL;\(Self.office);X-P=2:a@b"])
        #expect(card.person.phones == [Labeled("Mein Büro", "1")])
        #expect(card.person.emails == [Labeled("Mein Büro", "a@b")])
        #expect(
            try written(card, .v40).lines == [
                "N:A;;;;", "FN:A", "item2.TEL:1", "item2.X-ABLabel:Mein Büro", "item1.EMAIL;X-P=2:a@b",
                "item1.X-ABLabel:Mein Büro",
            ])
        card.person.phones[0].value = "3"
        card.person.emails[0].label = "work"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited[4...5] == ["TEL;\(Self.office):3", "EMAIL;INTERNET;WORK;X-P=2:a@b"])
        let odd = try CardReadResult.card("2.1", ["N:A", "TEL;X-CUSTOM(a=b):1"])
        #expect(odd.person.phones.map(\.value) == ["1"])
    }

    @Test("Lines specific to Android are converted if possible and kept otherwise")
    func androidLines() throws {
        let item = "X-ANDROID-CUSTOM:vnd.android.cursor.item/"
        let card = try CardReadResult.card(
            "2.1",
            [
                "N:A", "FN:A", item + "nickname;Nick;1;;", item + "contact_event;2001-05-04;1;;",
                item + "contact_event;2002-05-04;0;Boat;", item + "relation;Carl;0;Pate;", item + "com.x.y;a\\;b;c",
            ])
        #expect(
            try written(card, .v40).lines == [
                "N:A;;;;", "FN:A", item + "com.x.y;a\\;b;c", "NICKNAME:Nick", "ANNIVERSARY:20010504",
                "item1.RELATED;VALUE=text:Carl", "item1.X-ABLabel:Pate", "item2.X-ALMANAC-FIELD:2002-05-04",
                "item2.X-ABLabel:Boat",
            ])
    }

    @Test("A parameter that is removed from several properties is reported for each of them")
    func parameters() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "EMAIL;PID=1.1;PREF=2:a@b", "TEL;PID=1.1;PREF=2:1"])
        #expect(
            try written(card, .v30).losses == [
                "vCard 3.0 does not support the parameter PID. It was removed from EMAIL.",
                "vCard 3.0 supports only one preferred value. PREF was removed from EMAIL.",
                "vCard 3.0 does not support the parameter PID. It was removed from TEL.",
                "vCard 3.0 supports only one preferred value. PREF was removed from TEL.",
            ])
    }

    @Test("A property that only vCard 4.0 supports is removed and reported")
    func unsupportedProperties() throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "CLIENTPIDMAP:1;urn:x", "XML:<a xmlns='x'/>"])
        #expect(
            CardRoundTrip.written(card, .vCard(.v30)).losses.map(\.sentence.description) == [
                "vCard 3.0 does not support CLIENTPIDMAP. The property was removed.",
                "vCard 3.0 does not support XML. The property was removed.",
            ])
    }

    @Test(
        "A messenger label that is not a URI scheme is written as the service",
        arguments: [CardVersion.v21, .v30, .v40])
    func services(version: CardVersion) throws {
        var card = try CardReadResult.card("4.0", ["FN:A"])
        card.person.messengers = [Labeled("Teams", "ann")]
        let text = String(decoding: CardRoundTrip.written(card, .vCard(version)).bytes, as: UTF8.self)
        #expect(text.contains("IMPP;X-SERVICE-TYPE=Teams:x-apple:ann\r\n"), "\(text)")
    }

    @Test("Parameters that require quotes are reported if a version does not support quotes")
    func quotes() throws {
        let lines = ["FN:A", "TEL;X-WHERE=\"a;b,c:d\";X-PLAIN=e f:1"]
        let (converted, losses) = try written(try CardReadResult.card("4.0", lines), .v21)
        #expect(converted.contains("TEL;X-WHERE=a b c d;X-PLAIN=e f:1"))
        #expect(
            losses == [
                "vCard 2.1 does not support quotes. Special characters in X-WHERE of TEL were replaced with spaces."
            ])
        #expect(try written(try CardReadResult.card("4.0", lines), .v30).losses == [])
    }

    @Test("Lost parts of positions and relations are reported")
    func parts() throws {
        let lines = [
            "FN:A", "GEO:geo:1.5,2.5;u=35", "RELATED;TYPE=friend,colleague;VALUE=text:B", "BDAY:19531015 231000",
        ]
        let (converted, losses) = try written(try CardReadResult.card("4.0", lines), .v30)
        #expect(converted.contains("GEO:1.5;2.5") && converted.contains("BDAY:1953-10-15T23:10:00"))
        #expect(
            losses == [
                "vCard 3.0 supports only two coordinates in GEO. The others were removed.",
                "Only the type “friend” of RELATED was kept.",
            ])
        let high = try written(try CardReadResult.card("4.0", ["FN:A", "GEO:geo:1.5,2.5,3"]), .v21)
        #expect(high.lines.contains("GEO:1.5,2.5") && high.losses.count == 1)
    }

    @Test("The time of day is converted or reported as a loss")
    func times() throws {
        let lost = "The time of day was removed from BDAY."
        let cases: [(from: String, line: String, to: CardVersion, becomes: String, losses: [String])] = [
            ("3.0", "BDAY:1987-09-27T08:30:00-06:00", .v40, "BDAY:19870927T083000-0600", []),
            ("3.0", "BDAY:1953-10-15T23:10:00Z", .v40, "BDAY:19531015T231000Z", []),
            (
                "3.0", "BDAY:1953-10-15T23:10:00.25Z", .v40, "BDAY:19531015T231000Z",
                ["Fractional seconds were removed from BDAY."]
            ),
            ("4.0", "BDAY:19870927T083000-06", .v30, "BDAY:1987-09-27T08:30:00-06:00", []),
            ("4.0", "BDAY:19870927T08", .v30, "BDAY:1987-09-27T08:00:00", []),
            ("2.1", "BDAY:19870927T083000,25Z", .v30, "BDAY:1987-09-27T08:30:00.25Z", []),
            ("3.0", "BDAY:1987-09-27T08:60:00Z", .v40, "BDAY:19870927", [lost]),
            ("3.0", "BDAY:1987-09-27T08:30:00+24:00", .v40, "BDAY:19870927", [lost]),
            ("3.0", "BDAY:1987-09-27T08:30:00+99:99", .v40, "BDAY:19870927", [lost]),
            ("4.0", "BDAY:19870927T-30", .v30, "BDAY:1987-09-27", [lost]),
            ("4.0", "BDAY:19870927T0830x", .v30, "BDAY:1987-09-27", [lost]),
            ("4.0", "BDAY:19870927T083000Z", .v21, "BDAY:1987-09-27", [lost]),
            ("2.1", "BDAY:19870927T083000Z", .v40, "BDAY:19870927T083000Z", []),
        ]
        for (from, line, target, becomes, losses) in cases {
            let (lines, lost) = try written(try CardReadResult.card(from, ["N:A", "FN:A", line]), target)
            #expect(lines.contains(becomes) && lost == losses, "\(line): \(lines) \(lost)")
        }
        let chinese = try written(try CardReadResult.card("4.0", ["FN:A", "BDAY;CALSCALE=chinese:19831203"]), .v30)
        #expect(chinese.lines.contains("X-BDAY;CALSCALE=chinese:19831203") && chinese.losses.count == 1)
        let both = try written(try CardReadResult.card("4.0", ["FN:A", "BDAY:--1022T1400"]), .v30)
        #expect(both.lines.contains("BDAY;X-APPLE-OMIT-YEAR=1604:1604-10-22T14:00:00") && both.losses.count == 1)
    }

    @Test("A UID that is not a URI is declared as text in a new or converted card but not in an unchanged card")
    func uids() throws {
        var new = ContactCard()
        new.person.name.given = "A"
        let uuid = "4b62872a-0000-0000-0000-000000000849"
        for (uid, line) in [
            ("rebel-1", "UID;VALUE=text:rebel-1"), ("x:1", "UID:x:1"), ("a b:c", "UID;VALUE=text:a b:c"),
            (uuid, "UID;VALUE=text:\(uuid)"),
        ] {
            new.uid = uid
            #expect(try written(new, .v40).lines.contains(uid == uuid ? "UID:urn:uuid:\(uuid)" : line))
            let old = try CardReadResult.card("3.0", ["N:A", "FN:A", "UID:\(uid)"])
            #expect(try written(old, .v40).lines.contains(line))
            let came = try CardReadResult.card("4.0", ["FN:A", "UID:\(uid)"])
            #expect(try written(came, .v40).lines == ["FN:A", "UID:\(uid)"])
            let json = String(decoding: try CardRoundTrip(came, .jCard).bytes, as: UTF8.self)
            #expect(json.contains(#"["uid",{},"\#(uid == "x:1" ? "uri" : "text")","\#(uid)"]"#))
        }
    }

    @Test(
        "A revision or web address that vCard 4.0 does not support is removed or written as an extension, and reported")
    func invalidValues() throws {
        let lines = ["N:B;A", "FN:A B", "REV:2012-03-05", "URL:www.example.com", "URL;TYPE=work:http://x.example/a b"]
        let (converted, losses) = try written(try CardReadResult.card("3.0", lines), .v40)
        #expect(
            converted == [
                "N:B;A;;;", "FN:A B", "X-URL:www.example.com", "X-URL;TYPE=work:http://x.example/a b",
            ])
        #expect(
            losses == [
                "vCard 4.0 supports only a date with a time in REV. “2012-03-05” was removed.",
                "vCard 4.0 supports only URIs in URL. The property was written as X-URL, which other programs may ignore.",
            ])
        for (rev, converted) in [
            ("2012-03-05T13:32:54Z", "20120305T133254Z"), ("20120305T133254", "20120305T133254"),
            ("2012-03-05T13:32:54.5+02:00", "20120305T133254+0200"),
        ] {
            let card = try CardReadResult.card("3.0", ["N:A;;;;", "FN:A", "REV:\(rev)"])
            #expect(try written(card, .v40).lines.contains("REV:\(converted)"))
        }
    }

    @Test("Additional parts of a name or an address are kept in an extension unless they repeat words")
    func additionalParts() throws {
        let reported = [
            "vCard 4.0 supports only 5 parts in N. All parts were also written as X-N, which other programs may ignore."
        ]
        let cases: [(from: String, line: String, to: CardVersion, becomes: [String], losses: [String])] = [
            ("2.1", "N:B;A;;;;;", .v40, ["N:B;A;;;"], []),
            ("2.1", "N:B;A;Q;Dr.;PhD;C;Jr.", .v40, ["N:B;A;Q;Dr.;PhD", "X-N:B;A;Q;Dr.;PhD;C;Jr."], reported),
            ("3.0", "N:B;A;;;;x", .v40, ["N:B;A;;;", "X-N:B;A;;;;x"], reported),
            ("3.0", "N:B;A;;;;;", .v21, ["N:B;A;;;"], []),
            ("4.0", "N:P;J;Q,R;Mr.,Dr.;Jr.,M.D.", .v21, ["N:P;J;Q R;Mr. Dr.;Jr., M.D."], []),
            ("4.0", "ADR:;;S 1,S 2;C;R;P;L", .v21, ["ADR:;;S 1, S 2;C;R;P;L"], []),
            ("4.0", "N:García López;Ana;;;PhD,III;López;III", .v30, ["N:García López;Ana;;;PhD,III"], []),
            (
                "4.0", "N:García;Ana;;;;López;", .v30, ["N:García;Ana;;;", "X-N:García;Ana;;;;López;"],
                [reported[0].replacing("4.0", with: "3.0")]
            ),
            ("3.0", "ADR:;;S 1;C;R;P;L;;", .v40, ["ADR:;;S 1;C;R;P;L"], []),
            ("4.0", "ADR:;;S 1;C;R;P;L;;;;1;S;;;;;;", .v30, ["ADR:;;S 1;C;R;P;L"], []),
        ]
        for (from, line, target, becomes, losses) in cases {
            let (lines, lost) = try written(try CardReadResult.card(from, ["FN:A B", line]), target)
            #expect(
                lines.filter { $0.contains("N:") && !$0.hasPrefix("FN") || $0.contains("ADR") }.suffix(becomes.count)
                    == becomes[...], "\(line)")
            #expect(lost == losses, "\(line)")
            #expect(
                target != .v40 || VCard40Checker(["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD"]).problems == [])
        }
    }

    @Test(
        "Properties that exist only in vCard 4.0 are reported and round-trip through an older version",
        arguments: [CardVersion.v21, .v30])
    func newProperties(version: CardVersion) throws {
        let lines = [
            "N:A;;;;", "FN:A", "SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://x.example/@a", "PRONOUNS:they",
            "GRAMGENDER:feminine", "CREATED:20200101T000000Z", "CONTACT-URI;PREF=1:mailto:a@b.example", "LANGUAGE:de",
            "RELATED;TYPE=spouse:urn:uuid:4b62872a-0000-0000-0000-000000000849",
        ]
        let card = try CardReadResult.card("4.0", lines)
        let older = try CardRoundTrip(card, .vCard(version))
        #expect(older.differences == [])
        #expect(
            older.losses.map(\.property) == [
                "SOCIALPROFILE", "PRONOUNS", "GRAMGENDER", "CREATED", "CONTACT-URI", "LANGUAGE",
            ])
        let back = try CardRoundTrip(older.again, .vCard(.v40)).again.person.card
        let own = back.dropFirst(2).dropLast().filter { !$0.contains("X-ABLabel") }
        #expect(Set(own.map { $0.replacing("item1.", with: "") }) == Set(lines))
    }

    @Test("A jCard keeps an agent’s card and the value types of RFC 9554")
    func jCard() throws {
        let agent = ["N:B;A;;;", "FN:A B", #"AGENT:BEGIN:VCARD\nVERSION:3.0\nFN:Susan\nEND:VCARD\n"#]
        let there = try CardRoundTrip(try CardReadResult.card("3.0", agent), .jCard)
        #expect(there.again.person.relations == [Labeled("agent", "Susan")])
        #expect(
            there.again.person.card.contains(#"X-AGENT:BEGIN:VCARD\nVERSION:3.0\nFN:Susan\nEND:VCARD\n"#))
        #expect(there.losses.map(\.property) == ["AGENT"])
        let lines = [
            "FN:A", "SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://x.example/@a", "SOCIALPROFILE;VALUE=text:@a",
            "CREATED:20200101T000000Z", "X-SOCIALPROFILE;TYPE=twitter;X-USER=a;VALUE=uri:http://x.example/a",
            "CONTACT-URI:mailto:a@b.example", "LANGUAGE:de",
        ]
        let card = try CardReadResult.card("4.0", lines)
        let read = try CardRoundTrip(card, .jCard)
        #expect(read.again.person.card == card.person.card && read.losses == [])
        let json = String(decoding: read.bytes, as: UTF8.self)
        #expect(json.contains(#"["created",{},"timestamp","2020-01-01T00:00:00Z"]"#))
        #expect(json.contains(#""uri","https://x.example/@a"]"#))
    }

    @Test("Each address of the same type keeps its own label") func addressLabels() throws {
        let card = try CardReadResult.card(
            "3.0",
            [
                "N:;A;;;", "FN:A", "ADR;TYPE=home:;;1;;;;", "LABEL;TYPE=home:One", "ADR;TYPE=home:;;2;;;;",
                "LABEL;TYPE=home:Two", "LABEL;TYPE=home:Three",
            ])
        let (lines, losses) = try written(card, .v40)
        #expect(lines.contains("ADR;TYPE=home;LABEL=One:;;1;;;;") && lines.contains("ADR;TYPE=home;LABEL=Two:;;2;;;;"))
        #expect(lines.contains("ADR;TYPE=home;LABEL=Three:;;Three;;;;") && losses.isEmpty)
    }

    @Test("An escaped backslash before an n does not become a line break in vCard 2.1") func backslashes() throws {
        let card = try CardReadResult.card("3.0", ["N:;A;;;", "FN:A", #"X-PATH:C:\\new\nfile"#])
        let there = try CardRoundTrip(card, .vCard(.v21))
        let line = try #require(there.again.person.card.first { $0.hasPrefix("X-PATH") })
        #expect(line.hasSuffix(#"C:\\new=0Afile"#) || line.hasSuffix(#"C:\\new=0D=0Afile"#), "\(line)")
    }

    @Test(
        "Tabs, colons, and surrounding spaces in parameters are kept in jCard and JSContact",
        arguments: ["a\tb", " a ", "a:b"])
    func parameterBlanks(value: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", "X-P;X-Q=\"\(value)\":1"])
        for format in [CardFormat.jCard, .jsContact] {
            let again = try CardRoundTrip(card, format).again.person.card
            #expect(again.contains("X-P;X-Q=\"\(value)\":1") || again.contains("X-P;X-Q=\(value):1"), "\(again)")
        }
    }

    @Test("Changing a label replaces the types of the old label and keeps the other types") func silentTypes() throws {
        var card = try CardReadResult.card("3.0", ["N:;A;;;", "FN:A", "TEL;TYPE=IPHONE,CELL,VOICE:1"])
        card.person.phones[0].label = "work"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited.contains { $0.hasPrefix("TEL") && $0.uppercased().contains("IPHONE") && !$0.contains("CELL") })
    }
}
