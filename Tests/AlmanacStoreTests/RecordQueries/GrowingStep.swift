/// A step of a statement that scans a table or sorts rows without an index.
struct GrowingStep: Hashable, CustomStringConvertible {
    let step: String
    let sql: String

    var description: String { "\(step)\nin \(sql)" }
}
