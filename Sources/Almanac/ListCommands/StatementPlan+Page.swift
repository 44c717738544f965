import Display
import Localization
import Model
import Navigation

extension StatementPlan {
    /// Returns a page of SQL statements with their parameters and query plans.
    static func page(_ plans: [StatementPlan], of title: Message) -> Page {
        Page(title, plans.flatMap(\.blocks), forPrograms: [table(plans)])
    }

    private var blocks: [Block] {
        let rows = parameters.map { Row([Field("number", "Parameter", .text("?\($0.number)")), $0.field]) }
        let columns = [Column("number", "Parameter"), Column("value", "Value")]
        let table = Block.table(Table("parameters", columns: columns, rows: rows))
        return [.verbatim(sql), table, .verbatim(plan.joined(separator: "\n"))]
    }

    private static func table(_ plans: [StatementPlan]) -> Block {
        let rows = plans.map { plan in
            Row([
                Field("sql", "Statement", .text(plan.sql)),
                Field("parameters", "Parameters", .list(plan.parameters.map(\.parts))),
                Field("plan", "Plan", .list(plan.plan.map(Value.text))),
            ])
        }
        let columns = [Column("sql", "Statement"), Column("plan", "Plan")]
        return .table(Table("statements", columns: columns, rows: rows))
    }
}

extension StatementPlan.Parameter {
    fileprivate var field: Field {
        let value: Value =
            switch value {
            case .text(let text): .text(text)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .flag(let flag): .flag(flag)
            }
        return Field("value", "Value", value)
    }

    fileprivate var parts: Value { .parts([Field("number", "Parameter", .integer(number)), field]) }
}
