import Display
import Model

extension DeletedRecord {
    static let columns = [
        Column("name", "Name"), Column("kind", "Kind"), .id, Column("deleted", "Deleted"),
        Column("step", "Step", .trailing), Column("author", "By"),
    ]

    static let keysForPrograms = ["id", "name", "kind", "deleted", "step", "command", "author", "outside"]

    func row(_ clock: Clock) -> Row {
        Row(address: record.address.description, fields(clock) + [Field("author", "By", .words(deletion.authorWords))])
    }

    func rowForPrograms(_ clock: Clock) -> Row {
        Row(
            fields(clock) + [
                Field("command", "Command", .text(orNone: deletion.command ?? "")),
                Field("author", "By", .text(orNone: deletion.author ?? "")),
                Field("outside", "Another program", .flag(deletion.origin == .outside)),
            ])
    }

    private func fields(_ clock: Clock) -> [Field] {
        [
            Field("id", "ID", .text(record.address.description)),
            Field("name", "Name", .text(record.name)),
            Field("kind", "Kind", .text(record.address.kind.rawValue)),
            Field("deleted", "Deleted", .time(deletion.time, clock)),
            Field("step", "Step", .integer(Int(deletion.id.rawValue))),
        ]
    }
}
