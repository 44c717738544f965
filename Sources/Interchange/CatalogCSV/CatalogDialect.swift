import Model

/// Whose columns a catalogue has.
public enum CatalogDialect: Hashable, Sendable {
    /// Ours: the columns of the seeds, which are the fields of a planet.
    case own
    /// Those of the NASA Exoplanet Archive's tables PSCompPars and PS.
    case archive

    /// Nil for what is no catalogue of planets.
    init?(headings: [String]) {
        if headings.contains(ArchiveColumns.name) {
            self = .archive
            return
        }
        let figures = Planet.fields.filter { field in PlanetFigure.all.contains { $0.key == field.key } }
        let hasFigure = headings.contains { heading in figures.contains { $0.answers(to: heading) } }
        guard hasFigure, headings.contains(where: { $0.lowercased() == "name" }) else { return nil }
        self = .own
    }
}
