import Model
import Testing

@testable import Interchange

@Suite("Values and labels of vCard properties")
struct PropertyValueTests {
    // MARK: - Dates and times

    @Test(
        "A date is read in the formats of vCard and other programs, and a placeholder year is omitted",
        arguments: [
            ("1980-05-06", nil, "1980-05-06"), ("19800506", nil, "1980-05-06"), ("--0506", nil, "--05-06"),
            ("1604-05-06", nil, "--05-06"), ("1904-05-06", "1904", "--05-06"), ("1904-05-06", "1604", "1904-05-06"),
            ("1904-05-06", "x", "1904-05-06"), ("1904", "1904", "1904"), ("1904-05", "1904", "--05"),
            ("1980-05-06T10:20", nil, "1980-05-06"), ("1980-05-06 23:00", nil, "1980-05-06"),
            ("1980-05-06T-20", nil, "1980-05-06"), ("19800506T", nil, "1980-05-06"), ("30.01.1980", nil, "1980-01-30"),
            ("1980-05-06T24", nil, nil), ("1980-05-06T1", nil, nil), ("1980-05-06Tx1", nil, nil), ("T10", nil, nil),
            ("1980-13-01", nil, nil), ("1980-0506", nil, nil), ("198005061", nil, nil), ("1/2/1980", nil, nil),
            ("yesterday", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func dates(text: String, omittedYear: String?, date: String?) {
        #expect(CardDate.date(of: text, omittedYear: omittedYear) == date.flatMap { PartialDate($0) })
    }

    @Test(
        "The time of day is read only after a date in vCard format",
        arguments: [
            ("1980-05-06T10:20", "10:20"), ("--0506 102030Z", "102030Z"), ("19800506T", nil), ("19800506", nil),
            ("30.01.1980 10:20", nil), ("19800506T24", nil),
        ] as [(String, String?)])
    func times(text: String, time: String?) { #expect(CardDate.time(of: text).map(String.init) == time) }

    @Test(
        "A time is written in a basic and an extended format",
        arguments: [
            ("102030Z", "102030Z", "10:20:30Z", true), ("10:20:30", "102030", "10:20:30", true),
            ("10", "10", "10:00:00", false), ("1020", "1020", "10:20:00", false),
            ("10:20:30.5", "102030", "10:20:30.5", true), ("102030,25Z", "102030Z", "10:20:30.25Z", true),
            ("102030+01", "102030+01", "10:20:30+01:00", true), ("1020-0130", "1020-0130", "10:20:00-01:30", false),
            ("10:20:30+01:30", "102030+0130", "10:20:30+01:30", true), ("235960", "235960", "23:59:60", true),
            ("00", "00", "00:00:00", false),
        ])
    func timeFormats(text: String, basic: String, extended: String, isWhole: Bool) throws {
        let time = try #require(CardTime(text[...]))
        #expect((time.basic, time.extended, time.isWhole) == (basic, extended, isWhole))
    }

    @Test(
        "An invalid time is rejected",
        arguments: [
            "", "1", "10203", "24", "1060", "102061", "102030.", "102030.Z", "1020.5", "102030Zx", "102030Z01",
            "102030x", "102030+", "102030+24", "102030+0160", "102030+010203", "Z", "10:20:30 ", "١٠",
        ])
    func invalidTimes(text: String) { #expect(CardTime(text[...]) == nil) }

    @Test(
        "A language tag begins with a code of two or three letters, i-, or x-",
        arguments: [
            ("de", true), ("gsw", true), ("de-CH", true), ("en-abcdefgh", true), ("i-klingon", true), ("x-a", true),
            ("X-1", true), ("e", false), ("engl", false), ("en-abcdefghi", false), ("i", false), ("x", false),
            ("en-", false), ("-en", false), ("e1", false), ("en_US", false), ("", false), ("en--US", false),
        ])
    func languages(text: String, isTag: Bool) { #expect(FieldSyntax.isLanguage(text) == isTag) }

    @Test(
        "A vCard 4.0 date is in the basic format",
        arguments: [
            ("19800506", true), ("--0506", true), ("1980", true), ("1980-05", true), ("1980-05-06", false),
            ("later", false), ("19800506T10", false),
        ])
    func basicDates(text: String, isDate: Bool) { #expect(FieldSyntax.isDate(text) == isDate) }

    // MARK: - Labels

    @Test(
        "Property types are combined into a label",
        arguments: [
            (.phone, ["cell"], "mobile"), (.phone, ["fax", "home"], "home fax"), (.phone, ["voice", "pref"], ""),
            (.phone, ["voice", "radio", "x"], "radio"), (.phone, ["video", "x"], "x"), (.phone, ["x", "video"], "x"),
            (.phone, ["video", "pref"], "video"), (.phone, ["x", "home"], "home"),
            (.email, ["internet", "work"], "work"),
            (.address, ["fax"], "fax"), (.address, ["dom", "parcel", "home"], "home"), (.url, ["video", "x"], "video"),
            (.relation, ["voice"], "voice"), (.relation, ["work"], "work"), (.relation, ["pref", "friend"], "friend"),
            (.other, [], ""), (.phone, [""], ""), (.phone, ["work", "cell", "work"], "work mobile"),
            (.phone, ["business", "fax"], "work fax"), (.phone, ["BusinessFax"], "work fax"),
            (.phone, ["x-office", "telefax"], "work fax"), (.phone, ["handy", "private"], "home"),
            (.address, ["office"], "work"), (.url, ["home", "fax"], "home fax"), (.position, ["private"], "home"),
            (.relation, ["business"], "business"), (.other, ["business"], "business"), (.other, ["work"], "work"),
        ] as [(LabelKind, [String], String)])
    func labels(kind: LabelKind, types: [String], label: String) { #expect(kind.label(of: types) == label) }

    @Test(
        "A standard label is written as types",
        arguments: [
            (.phone, "", []), (.phone, "mobile", ["cell"]), (.phone, "home fax", ["home", "fax"]),
            (.phone, "fax home", nil), (.phone, "home  fax", nil), (.phone, "home ", nil), (.phone, "video", ["video"]),
            (.phone, "radio", nil), (.phone, "Home", nil), (.email, "work", ["work"]),
            (.relation, "friend", ["friend"]),
            (.relation, "brother", nil), (.phone, "friend", nil), (.url, "home", ["home"]), (.other, "work home", nil),
            (.address, "home fax", nil), (.position, "home", ["home"]), (.position, "mobile", nil),
        ] as [(LabelKind, String, [String]?)])
    func types(kind: LabelKind, label: String, types: [String]?) { #expect(kind.types(of: label) == types) }

    @Test(
        "An Apple Contacts label is read without its delimiters",
        arguments: [
            ("_$!<Home>!$_", "home"), ("_$!<HOMEFAX>!$_", "home fax"), ("_$!<Pate>!$_", "Pate"), ("_$!<A>!$_", "A"),
            ("_$!<>!$_", "_$!<>!$_"), ("_x", "_x"), ("Home", "Home"), ("$!<Home>!$", "$!<Home>!$"),
            ("_$!<Home", "_$!<Home"), ("_Home>!$_", "_Home>!$_"),
        ])
    func appleLabels(text: String, word: String) { #expect(AppleLabel.word(of: text) == word) }

    @Test(
        "A standard label is written with Apple Contacts delimiters",
        arguments: [("home fax", "_$!<HomeFAX>!$_"), ("mother", "_$!<Mother>!$_"), ("Home", "Home"), ("x", "x")])
    func framedLabels(word: String, text: String) { #expect(AppleLabel.text(of: word) == text) }

    // MARK: - Addresses

    @Test(
        "An instant messaging address is split into a service and a value",
        arguments: [
            ("xmpp:a%20b", nil, "xmpp", "a b"), ("x-apple:leia", nil, "", "leia"),
            ("X-APPLE:leia", "Skype", "skype", "leia"),
            ("leia", "ICQ", "icq", "leia"), ("leia", nil, "", "leia"), ("1:2", nil, "", "1:2"),
            ("a:b:c", nil, "a", "b:c"),
            (":leia", nil, "", ":leia"), ("a b:c", "AIM", "aim", "a b:c"),
        ] as [(String, String?, String, String)])
    func messengers(text: String, service: String?, label: String, value: String) {
        #expect(Messenger.parts(of: text, service: service) == (label, value))
    }

    @Test("The schemes and names of a service are equivalent, and values are percent-encoded")
    func services() {
        #expect(Messenger.service(of: "XMPP") == "jabber" && Messenger.service(of: "Teams") == "teams")
        #expect(Messenger.identity(of: Labeled("tg", "A")) == Labeled("telegram", "A"))
        #expect(Messenger.percentEncoded("a b%é,~!") == "a%20b%25%C3%A9%2C~!")
    }

    @Test(
        "A URI has a scheme and contains only characters that are valid in URIs",
        arguments: [
            ("https://a.example", true, true), ("x:é", true, false), ("http://a b", true, false),
            ("a+b-c.1:", true, true),
            ("www.a", false, false), (":x", false, false), ("1a:x", false, false), ("a b:c", false, false),
            ("", false, false),
        ])
    func uris(text: String, isAddress: Bool, isURI: Bool) {
        #expect(text.isAddress == isAddress && text.isURI == isURI)
    }

    @Test(
        "A position is written in the format of the version",
        arguments: [
            ("50.94, 6.96", .v21, "50.94,6.96", true), ("50.94,6.96", .v30, "50.94;6.96", true),
            ("50.94;6.96", .v40, "geo:50.94,6.96", true), ("geo:50.94,6.96,100", .v40, "geo:50.94,6.96", false),
            ("geo:50.94,6.96;u=35", .v30, "50.94;6.96", false), ("Berlin, 1, 2", .v30, "Berlin, 1, 2", true),
        ] as [(String, CardVersion, String, Bool)])
    func positions(text: String, version: CardVersion, written: String, isWhole: Bool) {
        #expect(GeoPosition.value(text, in: version) == (written, isWhole))
    }

    @Test(
        "A data URI contains base64 and an optional media type",
        arguments: [
            ("data:image/png;base64,QQ==", "QQ==", "image/png"), (" DATA:;BASE64,QQ", "QQ", nil),
            ("data:image/PNG\\;base64\\,QQ", "QQ", "image/png"), ("data:image/png,QQ", nil, nil),
            ("data:image/png;base64", nil, nil), ("http://x;base64,QQ", nil, nil),
            ("data:\(String(repeating: "x", count: 187));base64,QQ", "QQ", String(repeating: "x", count: 187)),
            ("data:\(String(repeating: "x", count: 188));base64,QQ", nil, nil),
        ] as [(String, String?, String?)])
    func dataURIs(text: String, base64: String?, type: String?) {
        let bytes = Array(text.utf8)[...]
        #expect(DataURI.base64(of: bytes).map { String(decoding: $0, as: UTF8.self) } == base64)
        #expect(DataURI.mediaType(of: bytes) == type)
    }
}
