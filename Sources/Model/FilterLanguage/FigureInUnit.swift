/// A figure as a filter names it, in one of its units: `mass:mjup`.
public struct FigureInUnit: Hashable, Sendable {
    public let field: FilterField
    /// Nil for the unit that it is kept in, and for a pure number.
    public let unit: Unit?
    /// Whether it is wanted as a bar beside those of others, `mass:bar`.
    public let isBar: Bool
    /// Where it stands in the text, in characters from 0.
    let column: Int

    /// Reads just two of them, which may have been cut into words anywhere.
    ///
    /// - Parameters:
    ///   - fields: Those that are understood.
    ///   - others: What else could stand in their place, for whoever has mistyped that.
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
            problem.subject = "This"
            // Only the first word could be anything else.
            problem.expected.words += error.column == 0 ? others : []
            throw problem
        }
    }
}

extension FigureInUnit {
    /// Reads any number of them, between commas or blanks, figures also as bars: `name, radius:rearth, distance:bar`.
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
    /// Reads the name of an order; as in a filter in any case, as JSON calls the field, or with a unit, which changes no
    /// order: `mass`, `massKg`, `mass:mjup`.
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
