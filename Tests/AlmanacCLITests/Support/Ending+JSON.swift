import TestSupport
import Text

extension ChildProcess.Ending {
    /// Standard output, read as one JSON text.
    var json: JSONValue {
        get throws { try JSONReader.value(of: outputBytes) }
    }

    /// The elements of the list on standard output.
    var rows: [JSONValue] {
        get throws { try json.array ?? [] }
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Whether a byte went out that a terminal would obey rather than show.
    var hasEscapes: Bool { outputBytes.contains(0x1B) || errorBytes.contains(0x1B) }
}

extension JSONValue {
    var keys: [String] { members?.map(\.key) ?? [] }

    /// The names of the references or rows in a list.
    var names: [String] { array?.compactMap { $0["name"]?.string } ?? [] }
}
