import Interchange
import Model
import Testing

@Suite("Structured values with few or empty components")
struct StructuredValueTests {
    /// Lines of names, addresses, and organizations, and the components in JSContact.
    private static let lines: [(line: String, json: String)] = [
        ("N:Organa", #""components":[{"kind":"surname","value":"Organa"}]"#),
        ("N:Organa;", #""components":[{"kind":"surname","value":"Organa"}]"#),
        ("N:Organa;Leia", #"[{"kind":"surname","value":"Organa"},{"kind":"given","value":"Leia"}]"#),
        ("N:Organa;Leia;;;", #"[{"kind":"surname","value":"Organa"},{"kind":"given","value":"Leia"}]"#),
        ("N:;Leia", #""components":[{"kind":"given","value":"Leia"}]"#),
        ("N:;Leia;;;", #""components":[{"kind":"given","value":"Leia"}]"#),
        ("N:;;;Princess", #""components":[{"kind":"title","value":"Princess"}]"#),
        ("N:;;;Princess,Dr.;", #"[{"kind":"title","value":"Princess"},{"kind":"title","value":"Dr."}]"#),
        ("N:;;;;Jr.", #""components":[{"kind":"credential","value":"Jr."}]"#),
        ("ADR:;;Palace 1", #""components":[{"kind":"name","value":"Palace 1"}]"#),
        ("ADR:;;Palace 1;;;;", #""components":[{"kind":"name","value":"Palace 1"}]"#),
        ("ADR:;;Palace 1;Aldera", #"[{"kind":"name","value":"Palace 1"},{"kind":"locality","value":"Aldera"}]"#),
        ("ADR:;;;;;;Alderaan", #""components":[{"kind":"country","value":"Alderaan"}]"#),
        ("ADR:;;;;;12345;", #""components":[{"kind":"postcode","value":"12345"}]"#),
        ("ADR:Box 7", #""components":[{"kind":"postOfficeBox","value":"Box 7"}]"#),
        ("ORG:Alliance", #"{"name":"Alliance"}"#), ("ORG:Alliance;", #"{"name":"Alliance""#),
        ("ORG:Alliance;Command", #"{"name":"Alliance","units":[{"name":"Command"}]"#),
        ("ORG:;Command", #"{"name":"","units":[{"name":"Command"}]"#),
        ("ORG:Alliance;;Command", #""units":[{"name":""},{"name":"Command"}]"#),
    ]

    @Test("Components are converted to JSContact and back", arguments: lines)
    func jsContact(line: String, json: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        let trip = try CardRoundTrip(card, .jsContact)
        let text = String(decoding: trip.bytes, as: UTF8.self)
        #expect(text.contains(json) && !text.contains("vCardProps"), "\(text)")
        #expect(trip.differences == [] && trip.losses == [])
        #expect(Self.values(of: trip.again) == Self.values(of: card))
    }

    @Test(
        "Components that JSContact cannot express are kept as a vCard property",
        arguments: ["N:Organa;Leia,,A;;;", "N:;;;;;;;;a", "N:,;;;;", "ADR:;;;,A;;;", "NICKNAME;TYPE=x:a,,b"])
    func properties(line: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        let trip = try CardRoundTrip(card, .jsContact)
        #expect(String(decoding: trip.bytes, as: UTF8.self).contains("vCardProps"))
        #expect(Set(trip.again.person.card) == Set(card.person.card))
    }

    @Test(
        "Components are converted to jCard and back unchanged", arguments: lines.map(\.line) + ["N:;;;;", "ADR:;;;;;;"])
    func jCard(line: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        let trip = try CardRoundTrip(card, .jCard)
        #expect(trip.again.person.card == card.person.card && trip.bytes == trip.bytesAgain)
        #expect(trip.again.person == card.person && trip.losses == [])
    }

    @Test(
        "Components are read from short and long lists",
        arguments: [
            ("N:a;b", ["a", "b", "", "", ""]), ("N:a;b;c;d;e;f", ["a", "b", "c", "d", "e"]),
            ("N:;b", ["", "b", "", "", ""]),
        ])
    func names(line: String, parts: [String]) throws {
        let name = try CardReadResult.card("4.0", ["FN:X", line]).person.name
        #expect([name.family, name.given, name.middle, name.prefix, name.suffix] == parts)
    }

    @Test(
        "The post office box and the extended address come before the street",
        arguments: [
            ("a", "a"), ("a;b", "a, b"), (";b;c", "b, c"), ("a;;c", "a, c"), (";;c;d", "c; d"),
            ("a;b;c;d;e;f;g", "a, b, c; d; e; f; g"),
            ("a;b;c;d;e;f;g;h", "a, b, c; d; e; f; g"), (";;;;;;g", "; ; ; ; g"), (";;;;;f", "; ; ; f"),
            (";;;;e", "; ; e"),
        ])
    func addresses(value: String, address: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:X", "ADR:\(value)"])
        #expect(card.person.addresses.map(\.value.description) == [address])
    }

    /// Returns the properties other than the name, without trailing semicolons.
    private static func values(of card: ContactCard) -> Set<String> {
        let lines = card.person.card.filter { line in ["N", "ADR", "ORG"].contains { line.hasPrefix($0) } }
        return Set(
            lines.map { line in
                let name = line.prefix { !":;".contains($0) }
                let value = line.drop { $0 != ":" }
                return name + String(value.reversed().drop { $0 == ";" }.reversed())
            })
    }
}
