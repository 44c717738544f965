import Display
import Localization
import Model

extension [CatalogFault] {
    /// The store is whole with them, and that is said first.
    var page: Page {
        let rows = map { fault in
            Row(
                address: fault.record.address.description,
                [
                    Field("fault", "What", .text(fault.name.rawValue)),
                    Field("name", "Planet", .text(fault.record.name)),
                    Field("detail", "Why", .words(fault.detail)),
                    Field("advice", "What to do", .words(fault.advice)),
                    Field("id", "ID", .text(fault.record.address.description)),
                ])
        }
        let columns = [
            Column("fault", "What"), Column("name", "Planet"), Column("detail", "Why", isProse: true), .id,
        ]
        let table = Table("faults", columns: columns, rows: rows)
        let summary = Message(
            count, one: "The store is whole. 1 thing in the catalogue of planets does not fit:",
            other: "The store is whole. \(count) things in the catalogue of planets do not fit:")
        return Page(
            "",
            [
                .message([summary]), .table(table),
                .message(["“show ID --sources” tells where a value is from, “edit ID” mends it."]),
            ], forPrograms: [.table(table)])
    }
}
