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
