/// A field with an optional unit or bar suffix, such as `mass:mjup` or `mass:bar`.
public struct FigureInUnit: Hashable, Sendable {
    public let field: FilterField
    /// The requested unit, or `nil` for the stored unit and for pure numbers.
    public let unit: Unit?
    /// Whether the values are requested as bars.
    public let isBar: Bool
    /// The position in the text, counted in characters from 0.
    let column: Int

    /// Parses exactly two fields.
    /// - Parameters:
    ///   - fields: The available fields.
    ///   - others: Other words that are valid in place of the first field, used for suggestions.
    public static func pair(
        _ text: String, of fields: [FilterField], besides others: [String]
    ) throws(FilterProblem) -> (FigureInUnit, FigureInUnit) {
        do throws(FilterProblem) {
            let figures = try FilterParser.figures(text, over: fields)
            if figures.count == 2 { return (figures[0], figures[1]) }
            let extra = figures.count > 2 ? figures[2] : nil
            throw FilterProblem(
                text: text, column: extra?.column ?? text.count, found: extra?.field.name ?? "",
                expected: extra == nil ? .figure(of: fields) : .condition)
        } catch {
            var problem = error
            problem.subject = "The command"
            problem.expected.words += error.column == 0 ? others : []
            throw problem
        }
    }

    /// Parses a list of fields separated by commas or spaces, such as `name, radius:rearth, distance:bar`.
    public static func several(_ text: String, of fields: [FilterField]) throws(FilterProblem) -> [FigureInUnit] {
        do throws(FilterProblem) {
            return try FilterParser.figures(String(text.map { $0 == "," ? " " : $0 }), over: fields, asBars: true)
        } catch {
            var problem = FilterProblem(text: text, column: error.column, found: error.found, expected: error.expected)
            problem.subject = "The list of columns"
            throw problem
        }
    }
}

extension RecordOrder {
    /// Creates a sort order from its name, such as `mass` or `mass:mjup`. All names that filters accept are valid,
    /// including `massKg`.
    public init?(named text: String) {
        if let order = Self(rawValue: text) {
            self = order
            return
        }
        guard let fields = try? FigureInUnit.several(text, of: FilterField.all(of: Content.kind)), fields.count == 1
        else { return nil }
        self.init(rawValue: fields[0].field.name)
    }
}
