import Display
import Interchange

extension TableColumns {
    /// What each column of the file is for.
    var table: Table {
        Table(
            "columns", columns: [Column("heading", "Column"), Column("field", "Field")],
            rows: columns.map { column in
                Row([
                    Field("heading", "Column", .text(column.heading)), Field("field", "Field", .text(column.words)),
                ])
            })
    }
}
