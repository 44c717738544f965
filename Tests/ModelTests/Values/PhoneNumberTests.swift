import Testing
@testable import Model

@Suite("Phone numbers are compared by their final digits")
struct PhoneNumberTests {
    @Test(arguments: [
        ("+33 1 23 45 67 89", "33123456789"), ("0123456789", "123456789"), ("01.23.45.67.89", "123456789"),
        ("0033-1-23456789", "33123456789"), ("+45 (0)33 47", "453347"), ("(202) 555-0174 ext. 9", "2025550174"),
        ("٠١٢٣", "123"), ("+49 1234 ext (0)5", "491234"), ("+½(0)7", "7"),
    ])
    func `Trunk prefixes, extensions, and leading zeros are ignored`(text: String, digits: String) throws {
        #expect(String(try #require(PhoneNumber(text)).reversed.reversed()) == digits)
    }

    @Test(arguments: ["", "none", "000", "ext. 12", "00十(0)12"])
    func `Text without significant digits is not a phone number`(text: String) {
        #expect(PhoneNumber(text) == nil)
    }

    @Test(arguments: [
        ("6789", "+33 1 23 45 67 89"), ("+33123456789", "01 23 45 67 89"), ("0123456789", "+33 1 23 45 67 89"),
        ("+33 (0)1 23 45 67 89", "+33 1 23 45 67 89"), ("0033 123456789", "0123456789"), ("0100", "+1 555 0100"),
        ("3456", "123456789"), ("5550", "+15550100"),
    ])
    func `A phone number is found by its final digits or by digits from its middle`(typed: String, number: String)
        throws
    {
        #expect(try #require(PhoneNumber.Part(typed)).matches(try #require(PhoneNumber(number))))
    }

    @Test(arguments: [("6788", "+33 1 23 45 67 89"), ("+34123456789", "+33 1 23 45 67 89"), ("3465", "123456789")])
    func `Phone numbers without the typed digits do not match`(typed: String, number: String) throws {
        #expect(!(try #require(PhoneNumber.Part(typed)).matches(try #require(PhoneNumber(number)))))
    }

    @Test(arguments: ["", "789", "leia", "kepler 1234", "+", "00十(0)12"])
    func `Text with letters or fewer than four digits is not searched for as part of a phone number`(typed: String) {
        #expect(PhoneNumber.Part(typed) == nil)
    }
}

@Suite struct GeographicPositionTests {
    @Test(
        "A position is read from common notations",
        arguments: [
            ("50.94,6.96", "50.94,6.96"), (" 50.94 , 6.96 ", "50.94,6.96"), ("50.940;-6.96", "50.940,-6.96"),
            ("-33.87 151.21", "-33.87,151.21"), ("50.94° N, 6.96° E", "50.94,6.96"), ("33.87S 70.6w", "-33.87,-70.6"),
            ("geo:50.94,6.96", "50.94,6.96"), ("GEO:50.94,6.96,100;u=35", "50.94,6.96"), ("+90,-180", "90,-180"),
        ])
    func notations(text: String, position: String) throws {
        let found = try #require(GeographicPosition(text))
        #expect(found.description == position)
        #expect(GeographicPosition(found.description) == found)
    }

    @Test(
        "Text that is not a position is rejected",
        arguments: [
            "", "50.94", "91,0", "0,181", "50.94,6.96,100", "a,b", "50,94,6,96", "-33.87S 70W", "geo:", "geo:1",
            "1e1,2",
            "50.94,", "nan,nan", "5 0,1", String(repeating: "1", count: 300) + ",1",
        ])
    func others(text: String) { #expect(GeographicPosition(text) == nil) }
}
