import Interchange
import Model
import Testing

@Suite("Reading a person from a card")
struct PersonReadingTests {
    @Test func `A card is read into the fields of a person`() throws {
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
