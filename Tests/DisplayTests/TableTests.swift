import Testing

@testable import Display

@Suite("Values of a page")
struct TableTests {
    @Test("A row is asked for its fields by key; what it does not have is nothing")
    func fields() {
        let row = Row(
            address: "persons/7", [Field("name", "Name", .text("Leia")), Field("name", "Name", .text("Luke"))])
        #expect(row["name"] == .text("Leia"))
        #expect(row["mass"] == .none)
    }

    @Test("Pages are equal if they show the same, however the next rows are fetched")
    func equality() {
        let one = Table("persons", columns: [], rows: [], next: NextPage { Table("a", columns: [], rows: []) })
        let other = Table("persons", columns: [], rows: [], next: NextPage { Table("b", columns: [], rows: []) })
        #expect(Page("Persons", [.table(one)]) == Page("Persons", [.table(other)]))
        #expect(one != Table("persons", columns: [], rows: []))
    }

    @Test("Empty text is no value")
    func emptyText() {
        #expect(Value.text(orNone: "") == .none)
        #expect(Value.text(orNone: " ") == .text(" "))
    }
}
