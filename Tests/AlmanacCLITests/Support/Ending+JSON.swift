import TestSupport
import Text

extension ChildProcess.Ending {
    /// Standard output, parsed as JSON.
    var json: JSONValue {
        get throws { try JSONReader.value(of: outputBytes) }
    }

    /// The elements of the JSON array on standard output.
    var rows: [JSONValue] {
        get throws { try json.array ?? [] }
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Whether standard output or standard error contains escape sequences.
    var hasEscapes: Bool { outputBytes.contains(0x1B) || errorBytes.contains(0x1B) }
}

extension JSONValue {
    var keys: [String] { members?.map(\.key) ?? [] }

    /// The names of the records in an array.
    var names: [String] { array?.compactMap { $0["name"]?.string } ?? [] }
}
