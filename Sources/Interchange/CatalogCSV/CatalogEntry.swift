import Localization
import Model

/// One row of a planet catalog. Empty cells are omitted.
public struct CatalogEntry: Hashable, Sendable {
    public let place: SourceLocation
    public let text: SourceText
    public let name: String
    public var aliases: [String] = []
    /// The values of the fields that do not have their own property in this type.
    public var assignments: [FieldAssignment] = []
    /// The values that apply only to new planets.
    public var newPlanetAssignments: [FieldAssignment] = []
    /// The estimate marks that the row either sets or clears. The set marks are in `marks`.
    public var decidedMarks: Estimates = []
    public var marks: Estimates = []
    public var uncertainties = Uncertainties()
    /// The columns that were ignored because they contain limits that cannot be stored.
    public var limits: [String] = []
    /// The citations, each labeled with the key of its field.
    public var citations: [Labeled<String>] = []
    /// The source catalogs of the row, such as `oec` and `nea`.
    public var sources: [String] = []
    /// The date of the row or of its publication in ISO 8601 format, or an empty string if it is unknown.
    public var published = ""
    /// Whether a rounded stored value counts as equal to the value in this row.
    public var mayBeRounded = false
    /// The problems with individual values. A value with a problem is usually ignored.
    public var warnings: [RowProblem] = []

    init(_ row: CatalogRow, name: String) {
        place = row.place
        text = row.source
        self.name = name
    }
}

/// An item of a planet catalog file.
public enum CatalogItem: Hashable, Sendable {
    case entry(CatalogEntry)
    case rejected(RejectedItem)
    /// A row that is skipped because it is not the default solution of a planet.
    case passed
    /// A row that is skipped because another row of the planet is used.
    case otherSolution
    /// A statement that the file contains only the planets that meet some conditions.
    case selection
    /// A warning about the file.
    case warning(Message, SourceLocation)
}

extension CatalogEntry {
    /// Merges the row into a planet. The planet keeps its aliases and all values, custom fields, and estimate marks
    /// that are missing from the row.
    ///
    /// - Parameter own: The keys of the fields that were edited by hand. They are not changed.
    /// - Returns: The merged planet; the kept fields, each with its value and the value in the row; and the number of
    ///   values that differ only because the stored value is rounded.
    public func merged(
        into existing: Planet, keeping own: Set<String>
    ) throws(FieldProblem) -> (planet: Planet, kept: [FieldChange], rounded: Int) {
        var planet = existing
        var kept: [FieldChange] = []
        var changed: [String] = []
        var rounded = 0
        var decidedMarks = decidedMarks
        for assignment in assignments {
            guard let field = Planet.fieldIndex[assignment.key] else { continue }
            var updated = planet
            try field.apply(assignment, to: &updated)
            let isSame = field.text(of: updated).trimmed == field.text(of: planet).trimmed
            if isSame { continue }
            if mayBeRounded, isRoundedValue(updated, planet, field) {
                rounded += 1
                continue
            }
            if own.contains(field.key) {
                kept.append(
                    FieldChange(
                        key: field.key, title: field.title(of: planet), old: field.text(of: planet).trimmed,
                        new: field.text(of: updated).trimmed))
                decidedMarks.subtract(CatalogEntry.marks(of: field.key))
            } else {
                planet = updated
                planet.uncertainties[field.key] = nil
                if !own.contains(Self.estimated) {
                    planet.estimated.subtract(Self.marks(of: field.key).subtracting([.calculated, .minimumMass]))
                }
                changed.append(field.key)
            }
        }
        for uncertainty in uncertainties.all where !own.contains(uncertainty.label) {
            if own.contains(Self.uncertainty), planet.uncertainties[uncertainty.label] != nil { continue }
            planet.uncertainties[uncertainty.label] = uncertainty.value
        }
        let marks = marks.intersection(decidedMarks)
        // A value is either measured or calculated.
        for measurement in Estimates.measurements {
            if marks.contains(measurement.mark) { decidedMarks.formUnion(measurement.calculated) }
            if !marks.isDisjoint(with: measurement.calculated) { decidedMarks.formUnion(measurement.mark) }
        }
        let estimated = planet.estimated.subtracting(decidedMarks).union(marks)
        if own.contains(Self.estimated), estimated != planet.estimated {
            kept.append(
                FieldChange(
                    key: Self.estimated, title: "Provenance", old: planet.estimated.catalog, new: estimated.catalog))
        } else {
            planet.estimated = estimated
        }
        planet.source = (Self.parts(of: planet.source) + sources).unique.joined(separator: "+")
        updateSources(changed, but: kept.map(\.key), in: &planet)
        planet.recalculateSurface(after: existing, except: own.union(assignments.map(\.key)))
        if !own.contains("constellation"), !assignments.contains(where: { $0.key == "constellation" }) {
            planet.updateConstellation(after: existing)
        }
        return (planet, kept, rounded)
    }

    /// Replaces the citations of changed values. Values from the catalogs in `source` need no citation.
    private func updateSources(_ changed: [String], but kept: [String], in planet: inout Planet) {
        let isPlain = Set(Self.parts(of: planet.source)) == Set(sources)
        let title = sources.map { Catalog(rawValue: $0)?.title ?? $0 }.joined(separator: " or ")
        let others = isPlain || title.isEmpty ? [] : changed.map { Labeled($0, title) }
        let all = citations + others.filter { other in !citations.contains { $0.label == other.label } }
        for key in changed where !all.contains(where: { $0.label == key }) {
            planet.citations.removeAll { $0.label == key }
        }
        for citation in all where !kept.contains(citation.label) {
            guard !planet.citations.contains(citation) else { continue }
            planet.citations.removeAll { $0.label == citation.label }
            planet.citations.append(citation)
        }
    }

    /// Returns a new planet with the values of the row.
    public func planet() throws(FieldProblem) -> Planet {
        var planet = Planet()
        planet.name = name
        for assignment in newPlanetAssignments {
            guard let field = Planet.fieldIndex[assignment.key] else { continue }
            try field.apply(assignment, to: &planet)
        }
        planet = try merged(into: planet, keeping: []).planet
        planet.aliases = aliases
        return planet
    }

    /// Returns the planet, renamed to the name in the row if only the planet’s present name is a candidate number. A
    /// renamed candidate becomes confirmed unless the row states its status.
    public func renamed(_ planet: Planet) -> Planet {
        guard ExoplanetArchiveTable.isCandidate(planet.name), !ExoplanetArchiveTable.isCandidate(name) else {
            return planet
        }
        var renamed = planet
        renamed.name = name
        renamed.aliases = [planet.name] + planet.aliases.filter { $0 != name }
        if planet.status == .candidate, !assignments.contains(where: { $0.key == "status" }) {
            renamed.status = .confirmed
        }
        return renamed
    }

    /// Returns the individual catalogs named in the field `source`, such as `oec` and `nea` for `oec+nea`.
    public static func parts(of source: String) -> [String] { source.split(separator: "+").map(String.init) }

    private static let estimated = "estimated"
    private static let uncertainty = "uncertainty"

    static func marks(of key: String) -> Estimates {
        PlanetFigure.all.first { $0.key == key }.map { figure in
            // Gravity and density do not have marks of their own.
            [PlanetFigure.gravity.key, PlanetFigure.density.key].contains(key) ? [] : figure.marks
        } ?? []
    }

    /// Returns whether the stored value is the new value, rounded in one of its units.
    private func isRoundedValue(_ updated: Planet, _ existing: Planet, _ field: EditableField<Planet>) -> Bool {
        guard let figure = PlanetFigure.all.first(where: { $0.key == field.key }),
            let new = updated[keyPath: figure.path], let old = existing[keyPath: figure.path]
        else { return false }
        return figure.isRounded(old, from: new)
    }
}

/// The result of a catalog import or its dry run.
public struct CatalogReport: Hashable, Sendable {
    /// The relation between a catalog row and a planet in the database.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case added, changed
        /// A row that may describe an existing planet with another name.
        case possible
        /// A planet that is no longer in the catalog but is kept in the database.
        case gone
        /// A planet with changes only to its sources or uncertainties.
        case annotated
        case same
    }

    /// A planet listed in the report.
    public struct Case: Hashable, Sendable {
        public let kind: Kind
        public let record: RecordReference
        public let place: SourceLocation?
        public let fields: [FieldChange]
        /// The fields that were kept because they were edited by hand, with the values of the catalog.
        public let kept: [FieldChange]
    }

    /// The planets that an import added to a smart group or removed from it.
    public struct GroupChange: Hashable, Sendable {
        public let group: RecordReference
        /// The names of the planets.
        public let added: [String]
        public let removed: [String]

        public init(_ group: RecordReference, added: [String], removed: [String]) {
            self.group = group
            self.added = added
            self.removed = removed
        }
    }

    /// The fields that describe values: their sources and uncertainties.
    private static let annotations: Set = ["citation", "source", "uncertainty"]

    /// The maximum number of reported cases of each kind.
    public static let limit = 100

    public var counts: [Kind: Int] = [:]
    public var cases: [Case] = []
    /// The number of fields that were kept because they were edited by hand.
    public var kept = 0
    public var rejections = ImportWarnings()
    public var warnings = ImportWarnings()
    /// The number of skipped rows that are not the default solution of a planet.
    public var passed = 0
    /// The number of rows that are skipped because another row of the planet is used.
    public var otherSolutions = 0
    /// The number of rows that may describe an existing planet with another name and need a decision.
    public var undecided = 0
    /// The number of ignored limits in each column.
    public var limits: [String: Int] = [:]
    /// The number of values that differ from the catalog only because the stored value is rounded.
    public var rounded = 0
    /// Whether the files contain only a part of the catalog. Planets missing from the files may then still be in the
    /// catalog.
    public var isSelection = false
    public var groups: [GroupChange] = []

    public init() {}

    /// Whether nothing was imported, because rows require a decision.
    public var isOpen: Bool { undecided > 0 }

    /// Adds a planet with the changes made by its row, if any. Changes to values are listed first.
    public mutating func add(
        _ record: RecordReference, changedBy fields: [FieldChange], at place: SourceLocation, kept: [FieldChange]
    ) {
        let values = fields.filter { !Self.annotations.contains($0.key) }
        let annotations = fields.filter { Self.annotations.contains($0.key) }
        let kind: Kind = fields.isEmpty ? .same : values.isEmpty ? .annotated : .changed
        add(kind, record, at: place, fields: values + annotations, kept: kept)
    }

    public mutating func add(
        _ kind: Kind, _ record: RecordReference, at place: SourceLocation?, fields: [FieldChange] = [],
        kept differing: [FieldChange] = []
    ) {
        counts[kind, default: 0] += 1
        kept += differing.count
        guard kind != .same || !differing.isEmpty, cases.count(where: { $0.kind == kind }) < Self.limit else { return }
        cases.append(Case(kind: kind, record: record, place: place, fields: fields, kept: differing))
    }
}
