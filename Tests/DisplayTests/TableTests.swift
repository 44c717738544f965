import Testing

@testable import Display

@Suite("Pages and tables")
struct TableTests {
    @Test("A row returns the first value of a key, or no value for an unknown key")
    func fields() {
        let row = Row(
            address: "persons/7", [Field("name", "Name", .text("Leia")), Field("name", "Name", .text("Luke"))])
        #expect(row["name"] == .text("Leia"))
        #expect(row["mass"] == .none)
    }

    @Test("Pages that differ only in the content of the next page are equal")
    func equality() {
        let one = Table("persons", columns: [], rows: [], next: NextPage { Table("a", columns: [], rows: []) })
        let other = Table("persons", columns: [], rows: [], next: NextPage { Table("b", columns: [], rows: []) })
        #expect(Page("Persons", [.table(one)]) == Page("Persons", [.table(other)]))
        #expect(one != Table("persons", columns: [], rows: []))
    }

    @Test("Empty text is treated as no value")
    func emptyText() {
        #expect(Value.text(orNone: "") == .none)
        #expect(Value.text(orNone: " ") == .text(" "))
    }
}
