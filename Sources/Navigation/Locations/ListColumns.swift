import Model

/// The columns of a list. They are written with the field names of the filter language, as in
/// `name,radius:rearth,distance:ly`.
public struct ListColumns: Hashable, Sendable {
    public let kind: Kind
    /// The columns as part of a path, without spaces.
    public let text: String
    package let columns: [FigureInUnit]

    public init(_ text: String, of kind: Kind) throws(FilterProblem) {
        do throws(FilterProblem) {
            let fields = FilterField.all(of: kind).filter(\.isColumn)
            let typed = try FigureInUnit.several(text, of: fields)
            self.kind = kind
            self.text = typed.map { $0.typed }.joined(separator: ",")
            // Parse the columns again so that equal columns compare equal regardless of how they were typed.
            columns = try FigureInUnit.several(self.text, of: fields)
        } catch {
            throw error.withSuggestions
        }
    }
}

/// Columns are encoded as their kind and text.
extension ListColumns: Codable {
    private enum Key: CodingKey { case kind, text }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        try self.init(try values.decode(String.self, forKey: .text), of: try values.decode(Kind.self, forKey: .kind))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(text, forKey: .text)
    }
}

extension FigureInUnit {
    fileprivate var typed: String { field.name + (isBar ? ":" + FilterField.bar : unit.map { ":" + $0.name } ?? "") }
}
