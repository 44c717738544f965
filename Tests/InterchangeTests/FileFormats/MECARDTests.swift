import Interchange
import Model
import Testing

@Suite("Short cards for QR codes")
struct MECARDTests {
    @Test func `A short card contains the name, phone numbers, and email addresses`() {
        var person = Person()
        (person.name.given, person.name.middle, person.name.family) = ("Leia", "Amidala", "Organa")
        person.phones = [Labeled("home", "+1 555 0100"), Labeled("", "555-0101")]
        person.emails = [Labeled("work", "leia@alderaan.example")]
        person.organization = "Rebels"
        #expect(
            MECARD(person).text
                == "MECARD:N:Organa,Leia Amidala;TEL:+1 555 0100;TEL:555-0101;EMAIL:leia@alderaan.example;;")
    }

    @Test func `Separators are escaped, and a line break cannot begin a property`() {
        var person = Person()
        person.organization = "A, B; C: \"D\" \\E\nTEL:1"
        #expect(MECARD(person).text == #"MECARD:N:A\, B\; C\: \"D\" \\E TEL\:1;;"#)
    }
}
