import Model
import Testing

@testable import Interchange

@Suite("Properties in each version of vCard")
struct PropertyWriterTests {
    /// Returns the lines of a property in vCard 2.1, 3.0, and 4.0, with the label after a space and a bar.
    private func written(_ make: (PropertyMaker) -> PropertyMaker.Labeling) -> [String] {
        CardVersion.allCases.sorted { $0.rawValue < $1.rawValue }.map { version in
            let made = make(PropertyMaker(version: version))
            let lines = PropertyWriter(version: version).lines(of: made.property).map { CardText.text(of: $0) }
            return lines.joined(separator: "\n") + (made.label.map { " | \($0)" } ?? "")
        }
    }

    private func written(_ make: (PropertyMaker) -> CardProperty) -> [String] { written { (make($0), nil) } }

    @Test(
        "Email addresses, phone numbers, web addresses, languages, and positions are written with types or a label",
        arguments: [
            (
                "email", "work", "a@b",
                ["EMAIL;INTERNET;WORK:a@b", "EMAIL;TYPE=INTERNET,WORK:a@b", "EMAIL;TYPE=work:a@b"]
            ),
            (
                "email", "Büro", "a@b",
                ["EMAIL;INTERNET:a@b | Büro", "EMAIL;TYPE=INTERNET:a@b | Büro", "EMAIL:a@b | Büro"]
            ),
            ("phone", "home fax", "1", ["TEL;HOME;FAX:1", "TEL;TYPE=HOME,FAX:1", "TEL;TYPE=home,fax:1"]),
            ("phone", "mobile", "1", ["TEL;CELL:1", "TEL;TYPE=CELL:1", "TEL;TYPE=cell:1"]),
            ("phone", "radio", "1", ["TEL:1 | _$!<Radio>!$_", "TEL:1 | _$!<Radio>!$_", "TEL:1 | _$!<Radio>!$_"]),
            (
                "url", "", "https://a.example",
                ["URL:https://a.example", "URL:https://a.example", "URL:https://a.example"]
            ),
            ("url", "", "www.a", ["URL:www.a", "URL:www.a", "X-URL:www.a"]),
            ("language", "", "de", ["X-LANG:de", "X-LANG:de", "LANG:de"]),
            ("language", "", "German", ["X-LANG:German", "X-LANG:German", "X-LANG:German"]),
            (
                "position", "work", "50.94,6.96",
                ["GEO;WORK:50.94,6.96", "GEO;TYPE=WORK:50.94;6.96", "GEO;TYPE=work:geo:50.94,6.96"]
            ),
            ("position", "", "Berlin", ["GEO:Berlin", "GEO:Berlin", "X-GEO:Berlin"]),
        ])
    func labeledValues(kind: String, label: String, value: String, lines: [String]) {
        let value = Labeled(label, value)
        let made = written { maker in
            switch kind {
            case "email": maker.email(value)
            case "phone": maker.phone(value)
            case "url": maker.url(value)
            case "language": maker.language(value)
            default: maker.position(value)
            }
        }
        #expect(made == lines)
    }

    @Test(
        "Instant messaging addresses and profiles are written with a scheme, a service, or a label",
        arguments: [
            (true, "skype", "a b", ["X-SKYPE-USERNAME:a b", "IMPP:skype:a%20b", "IMPP:skype:a%20b"]),
            (
                true, "Teams", "x",
                [
                    "X-IMPP;X-SERVICE-TYPE=Teams:x-apple:x | Teams", "IMPP;X-SERVICE-TYPE=Teams:x-apple:x | Teams",
                    "IMPP;X-SERVICE-TYPE=Teams:x-apple:x | Teams",
                ]
            ),
            (
                true, "jabber", "x@y",
                [
                    "X-JABBER:x@y", "IMPP;X-SERVICE-TYPE=jabber:xmpp:x@y", "IMPP;X-SERVICE-TYPE=jabber:xmpp:x@y",
                ]
            ),
            (true, "", "https://t.me/x", ["X-IMPP:https://t.me/x", "IMPP:https://t.me/x", "IMPP:https://t.me/x"]),
            (true, "", "x", ["X-IMPP:x-apple:x", "IMPP:x-apple:x", "IMPP:x-apple:x"]),
            (
                false, "", "https://a.example/x",
                [
                    "X-SOCIALPROFILE:https://a.example/x", "X-SOCIALPROFILE:https://a.example/x",
                    "SOCIALPROFILE:https://a.example/x",
                ]
            ),
            (
                false, "Mastodon", "leia",
                [
                    "X-SOCIALPROFILE:leia | Mastodon", "X-SOCIALPROFILE:leia | Mastodon",
                    "SOCIALPROFILE;VALUE=text;SERVICE-TYPE=Mastodon:leia",
                ]
            ),
            (
                false, "mastodon", "leia",
                [
                    "X-SOCIALPROFILE;MASTODON:leia", "X-SOCIALPROFILE;TYPE=MASTODON:leia",
                    "SOCIALPROFILE;VALUE=text;SERVICE-TYPE=mastodon:leia",
                ]
            ),
            (
                false, "a b", "leia",
                [
                    "X-SOCIALPROFILE:leia | a b", "X-SOCIALPROFILE:leia | a b",
                    "SOCIALPROFILE;VALUE=text:leia | a b",
                ]
            ),
            (
                false, "contact", "https://a.example",
                ["X-CONTACT-URI:https://a.example", "X-CONTACT-URI:https://a.example", "CONTACT-URI:https://a.example"]
            ),
            (
                false, "picture", "https://a.example",
                [
                    "PHOTO;VALUE=URL:https://a.example", "PHOTO;VALUE=uri:https://a.example",
                    "PHOTO:https://a.example",
                ]
            ),
        ])
    func accounts(isMessenger: Bool, label: String, value: String, lines: [String]) {
        let value = Labeled(label, value)
        #expect(written { isMessenger ? $0.messenger(value) : $0.profile(value) } == lines)
    }

    @Test(
        "A relation or custom field is written as its own property or as a labeled extension",
        arguments: [
            (
                true, "friend", "Ann",
                [
                    "X-ABRELATEDNAMES:Ann | _$!<Friend>!$_", "X-ABRELATEDNAMES:Ann | _$!<Friend>!$_",
                    "RELATED;TYPE=friend;VALUE=text:Ann",
                ]
            ),
            (true, "", "urn:a", ["X-ABRELATEDNAMES:urn:a", "X-ABRELATEDNAMES:urn:a", "RELATED:urn:a"]),
            (false, "hobby", "Chess", ["X-HOBBY:Chess", "X-HOBBY:Chess", "HOBBY:Chess"]),
            (false, "role", "Boss", ["ROLE:Boss", "ROLE:Boss", "ROLE:Boss"]),
            (false, "gender", "odd", ["X-GENDER:odd", "X-GENDER:odd", "X-GENDER:odd"]),
            (false, "gender", "F", Array(repeating: "X-ALMANAC-FIELD:F | gender", count: 3)),
            (false, "died", "later", ["X-DEATHDATE:later", "X-DEATHDATE:later", "DEATHDATE;VALUE=text:later"]),
            (false, "died", "19800506", ["X-DEATHDATE:19800506", "X-DEATHDATE:19800506", "DEATHDATE:19800506"]),
            (false, "Shoe", "38", Array(repeating: "X-ALMANAC-FIELD:38 | Shoe", count: 3)),
            (false, "", "38", Array(repeating: "X-ALMANAC-FIELD:38", count: 3)),
        ])
    func relationsAndFields(isRelation: Bool, label: String, value: String, lines: [String]) {
        let value = Labeled(label, value)
        #expect(written { isRelation ? $0.relation(value) : $0.customField(value) } == lines)
    }

    @Test(
        "Full and partial dates are written in the form of each version",
        arguments: [
            ("1980-05-06", "BDAY:1980-05-06", "BDAY:19800506"), ("1980-05", "X-BDAY:1980-05", "BDAY:1980-05"),
            ("--05-06", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-06", "BDAY:--0506"), ("--05", "X-BDAY:--05", "BDAY:--05"),
            ("1604-05-06", "X-BDAY:1604-05-06", "BDAY:16040506"),
        ])
    func dates(text: String, old: String, new: String) throws {
        let date = try #require(PartialDate(text))
        #expect(written { $0.birthday(date) } == [old, old, new])
        let anniversaries = [old, old].map { $0.hasPrefix("X-") ? $0 : "X-" + $0 } + [new]
        #expect(
            written { $0.anniversary(date) } == anniversaries.map { $0.replacing("BDAY", with: "ANNIVERSARY") })
    }

    @Test("UIDs, members, and kinds are written in the form of each version")
    func identifiers() {
        let uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
        #expect(written { $0.uid(uuid) } == ["UID:\(uuid)", "UID:\(uuid)", "UID:urn:uuid:\(uuid)"])
        #expect(written { $0.uid("a b") } == ["UID:a b", "UID:a b", "UID;VALUE=text:a b"])
        #expect(written { $0.uid(asWritten: uuid) } == ["UID:\(uuid)", "UID:\(uuid)", "UID;VALUE=text:\(uuid)"])
        #expect(written { $0.uid(asWritten: "urn:a") } == ["UID:urn:a", "UID:urn:a", "UID:urn:a"])
        let member = "X-ADDRESSBOOKSERVER-MEMBER:"
        #expect(written { $0.member("a") } == [member + "urn:uuid:a", member + "urn:uuid:a", "MEMBER:urn:uuid:a"])
        #expect(written { $0.member("a b") } == [member + "urn:uuid:a b", member + "urn:uuid:a b", "X-MEMBER:a b"])
        #expect(
            written { $0.member("mailto:a@b") } == [member + "mailto:a@b", member + "mailto:a@b", "MEMBER:mailto:a@b"])
        let group = "X-ADDRESSBOOKSERVER-KIND:group"
        #expect(written { $0.kindGroup() } == [group, group, "KIND:group"])
        #expect(written { $0.kindOrganization() } == ["X-ABShowAs:COMPANY", "X-ABShowAs:COMPANY", "KIND:org"])
    }

    @Test("A revision is written in the format of the version or, in vCard 2.1, in the format of the former revision")
    func revisions() {
        let moment = Timestamp(rawValue: "2026-11-21T03:18:00.250Z")
        let (basic, extended) = ("REV:20261121T031800Z", "REV:2026-11-21T03:18:00Z")
        #expect(written { $0.revision(moment, like: "20200101T000000Z") } == [basic, extended, basic])
        #expect(written { $0.revision(moment, like: "2020-01-01") } == [extended, extended, basic])
    }

    @Test("Departments and nicknames are split at their separators unless a part would be empty")
    func pieces() {
        #expect(written { $0.organization("A", "B; C") } == Array(repeating: "ORG:A;B;C", count: 3))
        #expect(written { $0.organization("A", "") } == Array(repeating: "ORG:A", count: 3))
        #expect(written { $0.organization("A", "; B") } == Array(repeating: #"ORG:A;\; B"#, count: 3))
        let whole = written { maker in
            var maker = maker
            maker.splitsTexts = false
            return maker.organization("A", "B; C")
        }
        #expect(whole == Array(repeating: #"ORG:A;B\; C"#, count: 3))
        #expect(written { $0.nickname("Al, Bo") } == ["NICKNAME:Al, Bo", "NICKNAME:Al,Bo", "NICKNAME:Al,Bo"])
    }

    @Test("Parameters and text that vCard 2.1 cannot represent are changed or encoded")
    func oldVersion() {
        let types = written { _ in
            CardProperty("TEL", .text("1"), ["a b", "work", "x,y"].map { CardParameter("TYPE", $0) })
        }
        #expect(
            types == ["TEL;WORK;TYPE=a b;TYPE=x y:1", "TEL;TYPE=a b,WORK,\"x,y\":1", "TEL;TYPE=a b,work,\"x,y\":1"])
        let note = written { _ in CardProperty("NOTE", .text("é\nb")) }
        #expect(
            note == ["NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=0D=0Ab", #"NOTE:é\nb"#, #"NOTE:é\nb"#])
        let lines = written { _ in CardProperty("NOTE", .text("a\nb")) }
        #expect(lines[0] == "NOTE;ENCODING=QUOTED-PRINTABLE:a=0D=0Ab")
        #expect((written { _ in CardProperty("NOTE", .text("a\tb")) }) == Array(repeating: "NOTE:a\tb", count: 3))
        let photo = written { _ in CardProperty("PHOTO", .bytes([65], mediaType: "image/png")) }
        #expect(
            photo == [
                "PHOTO;ENCODING=BASE64;TYPE=PNG:QQ==\n", "PHOTO;ENCODING=b;TYPE=PNG:QQ==",
                "PHOTO:data:image/png;base64,QQ==",
            ])
    }
}
