/// A step of a statement that reads a table from end to end, or sorts rows without an index.
struct GrowingStep: Hashable, CustomStringConvertible {
    let step: String
    let sql: String

    var description: String { "\(step)\nin \(sql)" }
}
