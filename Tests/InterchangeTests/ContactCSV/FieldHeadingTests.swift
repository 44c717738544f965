import Model
import Testing

@testable import Interchange

@Suite("Column headings with field names")
struct FieldHeadingTests {
    // “planet” is excluded, because a contact has only the name of its home planet. “position” is excluded, because it
    // is a job title in other programs.
    @Test(
        "Every key, JSON key, and title of a field is accepted as a column heading",
        arguments: Person.fields.map(\.key))
    func contacts(key: String) throws {
        let field = try #require(Person.fields.named(key))
        guard !["planet", "position"].contains(field.key) else { return }
        for name in [field.key, field.jsonKey] + field.labels {
            let words = ContactHeadings([name]).column(at: 0).words
            #expect(words.prefix { $0 != "." } == field.key, "\(name) is read as \(words).")
        }
    }

    @Test(
        "A column heading that is the label of a phone number is recognized in every spelling of the label",
        arguments: [
            ("Cell", "phone.mobile"), ("Cellular", "phone.mobile"), ("CellPhone", "phone.mobile"),
            ("Work Cellular", "phone.work mobile"), ("Workphone", "phone.work"), ("OfficePhone", "phone.work"),
            ("Work Mobile", "phone.work mobile"), ("Home Cell", "phone.home mobile"),
            ("Work Pager", "phone.work pager"),
            ("Mobil privat", "phone.home mobile"), ("Main Fax", "phone.main fax"),
            ("Main Phone", "phone.main"), ("Telefax", "phone.fax"), ("Business Telefax", "phone.work fax"),
            ("Telefax (privat)", "phone.home fax"), ("HomeFax", "phone.home fax"), ("WorkEmail", "email.work"),
            ("Cellular Email", "field.Cellular Email"), ("Business", "field.Business"), ("Car", "field.Car"),
            ("Number", "field.Number"), ("Fax Mail", "field.Fax Mail"),
        ])
    func labels(heading: String, meaning: String) {
        #expect(ContactHeadings([heading]).column(at: 0).words == meaning)
    }

    @Test("Data sets accept every key, JSON key, and title of a field")
    func dataSets() throws {
        for field in Person.fields where field.key != "planet" {
            for name in [field.key, field.jsonKey] + field.labels {
                let header = Array("key,\(name)\na,\n".utf8)
                let files = [
                    SeedFile(path: "set/set.json", bytes: Array(SeedContentsTests.about.utf8)),
                    SeedFile(path: "set/persons.csv", bytes: header),
                ]
                #expect(try SeedContents(files, at: "set").persons.count == 1, "\(name)")
            }
        }
    }
}
