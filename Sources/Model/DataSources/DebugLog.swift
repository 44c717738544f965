/// The debug messages of the option `--debug`. Each names a layer that the command passes through. They never contain
/// secrets.
public struct DebugLog: Sendable {
    /// The layers, from the start of the program to its output.
    public enum Layer: String, Sendable {
        case startup, parser, chain, flow
        case dataSource = "data source"
        case sql = "SQL"
        case page, drawing
    }

    /// The log of the current task.
    @TaskLocal public static var current = DebugLog()

    // Optimized code crashes on a task-local closure in Swift 6.3, so a structure contains the closure.
    private let write: (@Sendable (String) -> Void)?

    /// Creates a log that passes each message to a closure, or that ignores all messages.
    public init(_ write: (@Sendable (String) -> Void)? = nil) { self.write = write }

    public static func note(_ layer: Layer, _ text: @autoclosure () -> String) {
        current.write?("\(layer.rawValue): \(text())")
    }

    /// A closure that logs the text of an SQL statement without its values, or `nil` if all messages are ignored.
    public static var statements: (@Sendable (String) -> Void)? {
        guard let write = current.write else { return nil }
        return { statement in
            let words = statement.split { $0.isWhitespace }
            write("\(Layer.sql.rawValue): \(words.joined(separator: " "))")
        }
    }
}
