import Testing
import Text

@testable import Interchange

@Suite("Properties and values of jCard")
struct JCardValueTests {
    @Test(
        "A jCard property becomes a line of vCard 4.0 unless it is invalid or named BEGIN, END, or VERSION",
        arguments: [
            (#"["fn",{},"text","Ann"]"#, "FN:Ann"),
            (#"["tel",{"type":["home","fax"],"group":"g"},"uri","tel:1"]"#, "g.TEL;TYPE=home,fax;VALUE=uri:tel:1"),
            (#"["bday",{},"date","1980-05-06"]"#, "BDAY;VALUE=date:19800506"),
            (#"["bday",{},"date-and-or-time","--05-06"]"#, "BDAY:--0506"),
            (#"["n",{},"text",["A",["B","C"],"","",""]]"#, "N:A;B,C;;;"),
            (#"["categories",{},"text","a,b","c"]"#, #"CATEGORIES:a\,b,c"#), (#"["x-a",{},"unknown","1"]"#, "X-A:1"),
            (#"["note",{"x":"a;b"},"text","1\n2"]"#, #"NOTE;X="a;b":1\n2"#),
            (#"["a",{},"integer",5]"#, "A;VALUE=integer:5"),
            (#"["a",{},"boolean",true]"#, "A;VALUE=boolean:TRUE"), (#"["a",{"group":"b c"},"text","x"]"#, "A:x"),
            (#"["a",{"x":null},"text","x"]"#, "A:x"), (#"["fn",{},"text"]"#, nil),
            (#"["version",{},"text","4.0"]"#, nil),
            (#"["Begin",{},"text","x"]"#, nil), (#"["end",{},"text","x"]"#, nil), (#"["f n",{},"text","x"]"#, nil),
            (#"["",{},"text","x"]"#, nil), (#"["fn",[],"text","x"]"#, nil), (#"["fn",{},"te xt","x"]"#, nil),
            (#"["fn",{},1,"x"]"#, nil), (#"["fn",{"a b":"c"},"text","x"]"#, nil), ("{}", nil),
            (#"[1,{},"text","x"]"#, nil),
        ] as [(String, String?)])
    func lines(json: String, line: String?) throws {
        #expect(JCard.line(try JSONReader.value(of: Array(json.utf8))) == line)
    }

    @Test(
        "Arrays that are not properties are counted in a warning",
        arguments: [
            (#"["fn",{},"text","Ann"]"#, nil), (#"["version",{},"text","4.0"]"#, nil),
            (#"[1]"#, "Ignored 1 array that is not a property."),
            (#"[1],{},["tel",{},"text"]"#, "Ignored 3 arrays that are not properties."),
        ] as [(String, String?)])
    func warnings(properties: String, warning: String?) throws {
        let card = try #require(try JCard(Array("[\"vcard\",[\(properties)]]".utf8))).contactCard
        #expect(card.warnings.map(\.sentence.description) == (warning.map { [$0] } ?? []))
    }

    @Test(
        "Dates and times use the extended format in jCard and the basic format in vCard",
        arguments: [
            ("1980-05-06", "19800506", "date"), ("--05-06", "--0506", "date-and-or-time"),
            ("1980-05", "1980-05", "date"),
            ("---06", "---06", "date"), ("--05", "--05", "date"), ("1980", "1980", "date"),
            ("1980-05-06T10:20:30Z", "19800506T102030Z", "timestamp"), ("--05-06T10", "--0506T10", "date-and-or-time"),
            ("1980-05-06T10:20:30-05:00", "19800506T102030-0500", "date-time"), ("10:20:30", "102030", "time"),
            ("10:20:30Z", "102030Z", "time"), ("-05:00", "-0500", "utc-offset"), ("-05", "-05", "utc-offset"),
            ("10:20", "10:20", "text"), ("May 1980", "May 1980", "date"), ("10:20:30.55Z", "102030.55Z", "time"),
        ])
    func moments(extended: String, basic: String, type: String) {
        #expect(JCardValueType.basic(extended, type) == basic)
        #expect(JCardValueType.extended(basic, type) == extended)
    }

    @Test("Text that is already in the target format or is malformed remains unchanged")
    func otherMoments() {
        #expect(JCardValueType.basic("19800506", "date") == "19800506")
        #expect(JCardValueType.extended("1980-05-06", "date") == "1980-05-06")
        #expect(JCardValueType.extended("10:20", "time") == "10:20")
        #expect(JCardValueType.extended("--05-6", "date") == "--05-6")
        #expect(JCardValueType.extended("1980-056", "date") == "1980-056")
    }

    @Test(
        "The default type of a value depends on the property",
        arguments: [("FN", "text"), ("URL", "uri"), ("X-A", "unknown"), ("REV", "timestamp"), ("UID", "uri")])
    func types(name: String, type: String) { #expect(JCardValueType.standard(of: name) == type) }

    @Test(
        "A token consists of ASCII letters, digits, hyphens, and underscores",
        arguments: [("a_b-1", true), ("", false), ("a b", false), ("é", false), ("a.b", false)])
    func tokens(text: String, isToken: Bool) { #expect(JCard.isToken(text) == isToken) }
}
