/// A trigger that is generated from the schema.
struct GeneratedTrigger {
    let name: String
    let sql: String

    init(_ name: String, _ event: String, _ statements: [String]) {
        self.name = name
        sql = "CREATE TRIGGER \(name) \(event) BEGIN\n\(statements.map { "    \($0);\n" }.joined())END"
    }
}
