import Model
import Text

/// A parser of one row of the Encyclopaedia of Exoplanetary Systems (https://exoplanet.eu/catalog/).
///
/// Masses and radii of planets are relative to those of Jupiter. `…_error_min` and `…_error_max` are the distances to
/// the bounds. Both are 0 if unknown. Names contain HTML character references.
enum EncyclopaediaRow {
    private static let status = "planet_status"
    static let star = "star_name"
    private static let minimumMass = "mass_sini"

    static func isHeader(_ headings: [String]) -> Bool {
        // Older files do not have a status column.
        headings.contains(AlmanacCatalogColumns.name) && headings.contains(star)
            && (headings.contains(status) || headings.contains(minimumMass))
    }

    static func entry(of row: CatalogRow) throws(RowProblem) -> CatalogEntry {
        var entry = CatalogEntry(row, name: CharacterReferences.decoded(try row.require(AlmanacCatalogColumns.name)))
        entry.mayBeRounded = true
        entry.sources = [Catalog.encyclopaedia.rawValue]
        entry.newPlanetAssignments = [FieldAssignment(key: "type", value: PlanetType.exoplanet.rawValue)]
        entry.aliases = CharacterReferences.decoded(row.text("alternate_names") ?? "").split(separator: ",")
            .map(\.trimmed).filter { !$0.isEmpty && $0 != entry.name }
        for (heading, key) in texts {
            guard let cell = row.cell(heading) else { continue }
            let text = CharacterReferences.decoded(cell.text).trimmed
            entry.add(FieldAssignment(key: key, value: text), from: cell, of: row)
        }
        if let status = row.text(status).flatMap({ statuses[$0.lowercased()] }) {
            entry.assignments.append(FieldAssignment(key: "status", value: status.rawValue))
        }
        if let method = row.text("detection_type")?.split(separator: ",").first?.trimmed {
            let value = methods[method] ?? method
            entry.assignments.append(FieldAssignment(key: "discoveryMethod", value: value))
        }
        readFigures(of: row, into: &entry)
        markBasis(of: row, in: &entry)
        return entry
    }

    private static func readFigures(of row: CatalogRow, into entry: inout CatalogEntry) {
        var known: Set<String> = []
        for column in figures where !known.contains(column.figure.key) {
            guard let cell = row.cell(column.heading), let number = entry.number(in: column, of: row) else { continue }
            known.insert(column.figure.key)
            let word = FieldAssignment(key: column.figure.key, value: String(column.value(of: number)))
            guard entry.add(word, from: cell, of: row) else { continue }
            if let upper = entry.number(column.heading + "_error_max", in: column.expected, of: row),
                let lower = entry.number(column.heading + "_error_min", in: column.expected, of: row),
                upper != 0 || lower != 0
            {
                entry.uncertainties[column.figure.key] = Uncertainty(
                    upper: column.distance(of: abs(upper)), lower: column.distance(of: abs(lower)))
            }
        }
    }

    private static func markBasis(of row: CatalogRow, in entry: inout CatalogEntry) {
        let isMinimum = !row.hasNumber("mass")
        if !isMinimum || row.hasNumber(minimumMass) {
            entry.decidedMarks.formUnion([.mass, .massLimit, .minimumMass])
            if isMinimum { entry.marks.insert(.minimumMass) }
            if row.text("mass_detection_type") == theoretical { entry.marks.insert(.mass) }
        }
        guard row.hasNumber("radius") else { return }
        entry.decidedMarks.insert(.radius)
        if row.text("radius_detection_type") == theoretical { entry.marks.insert(.radius) }
    }

    /// The detection type of values that were calculated with a model.
    private static let theoretical = "Theoretical"

    private typealias Column = ExoplanetArchiveColumns.Figure

    /// The numeric columns, in order of preference. For each field, the first column with a value is used.
    private static let figures = [
        Column("mass", .mass, in: .mjup), Column(minimumMass, .mass, in: .mjup), Column("radius", .radius, in: .rjup),
        Column("orbital_period", .period), Column("semi_major_axis", .axis), Column("eccentricity", .eccentricity),
        Column("inclination", .inclination), Column("tzero_tr", .transitMidpoint),
        Column("temp_calculated", .temperature), Column("temp_measured", .temperature),
        Column("star_distance", .distance), Column("star_mass", .starMass), Column("star_radius", .starRadius),
        Column("star_teff", .starTemperature), Column("mag_v", .starMagnitudeV), Column("mag_k", .starMagnitudeK),
        Column("ra", .rightAscension), Column("dec", .declination),
    ]

    private static let texts = [
        (heading: star, key: "parent"), (heading: "discovered", key: "discoveryYear"),
        (heading: "star_sp_type", key: "starSpectralType"),
    ]

    private static let statuses: [String: PlanetStatus] = [
        "confirmed": .confirmed, "candidate": .candidate, "unconfirmed": .candidate, "controversial": .controversial,
        "retracted": .retracted,
    ]

    /// The names of detection methods in the NASA Exoplanet Archive, by their names in the Encyclopaedia, if these
    /// differ.
    private static let methods = [
        "Primary Transit": "Transit", "TTV": "Transit Timing Variations", "Timing": "Pulsar Timing",
    ]
}
