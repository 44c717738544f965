extension Plot {
    /// What programs read: a row for each mark.
    public var table: Table {
        let columns = [
            Column("label", "Label"), Column("x", x.title, .trailing), Column("y", y.title, .trailing),
            Column("class", "Class"),
        ]
        let rows = classes.flatMap { marks in
            marks.marks.map { mark in
                Row([
                    Field("label", "Label", .text(mark.label)), Field("x", x.title, .number(mark.x)),
                    Field("y", y.title, .number(mark.y)), Field("class", "Class", .text(marks.name)),
                ])
            }
        }
        return Table("marks", columns: columns, rows: rows, total: rows.count)
    }
}

extension Axis {
    /// The name with the unit: `Mass (M⊕)`.
    public var title: String { unit.isEmpty ? name : "\(name) (\(unit))" }
}
