import Display
import Model

extension [CatalogueFault] {
    /// The store is whole with them, and that is said first.
    var page: Page {
        let rows = map { fault in
            Row(
                address: fault.record.address.description,
                [
                    Field("fault", "What", .text(fault.name.rawValue)),
                    Field("name", "Planet", .text(fault.record.name)),
                    Field("detail", "Why", .text(fault.detail)),
                    Field("advice", "What to do", .text(fault.advice)),
                    Field("address", "Address", .text(fault.record.address.description)),
                ])
        }
        let columns = [
            Column("fault", "What"), Column("name", "Planet"), Column("detail", "Why", isProse: true), .address,
        ]
        let table = Table("faults", columns: columns, rows: rows)
        let number = Almanac.count(count, "thing") ?? ""
        let verb = count == 1 ? "does" : "do"
        return Page(
            "",
            [
                .message(["The store is whole. \(number) in the catalogue of planets \(verb) not fit:"]), .table(table),
                .message(["“show ADDRESS --sources” tells where a value is from, “edit ADDRESS” mends it."]),
            ], forPrograms: [.table(table)])
    }
}
