import Localization
import Model

/// What one row of a catalogue says of one body, in the words of the language: a cell that is empty says nothing.
public struct CatalogEntry: Hashable, Sendable {
    public let place: SourceLocation
    /// The row that says it.
    public let text: SourceText
    public let name: String
    public var aliases: [String] = []
    /// What is said of the fields that are not spoken of below.
    public var words: [FieldAssignment] = []
    /// What is said of a body only if it is not here yet.
    public var wordsOfNew: [FieldAssignment] = []
    /// The marks that the row decides upon, and those of them that it sets.
    public var judged: Estimates = []
    public var marks: Estimates = []
    /// The columns of figures that are only limits, which no mark here could say, and that were left out.
    public var limits: [String] = []
    /// Where values come from, by the keys of their fields.
    public var citations: [Labeled<String>] = []
    /// The catalogues that the row is from: `oec`, `nea`.
    public var sources: [String] = []
    /// Whether the figures here may be those of the row in fewer digits, since ours were rounded when they were compiled.
    public var mayBeRounded = false

    init(_ row: CatalogRow, name: String) {
        place = row.place
        text = row.source
        self.name = name
    }
}

/// What a catalogue consists of.
public enum CatalogItem: Hashable, Sendable {
    case entry(CatalogEntry)
    /// - Parameter of: Which body it is about, as far as that can be read.
    case rejected(RejectedItem, of: String? = nil)
    /// A row that is no body's own: one of several solutions for a planet, and not the default one.
    case passed
    /// Something about the file.
    case remark(Message, SourceLocation)
}

extension CatalogEntry {
    /// A body as the row makes it, and which fields were left alone although the row says otherwise of them.
    ///
    /// What the row is silent about stays: other names, notes, custom fields, and marks of figures it has not.
    ///
    /// - Parameter own: The fields that somebody has changed by hand: what stands in them stays.
    public func merged(
        into present: Planet, keeping own: Set<String>
    ) throws(FieldProblem) -> (planet: Planet, kept: [String]) {
        var planet = present
        var kept: [String] = []
        var changed: [String] = []
        var judged = judged
        for word in words {
            guard let field = Planet.fields.first(where: { $0.answers(to: word.key) }) else { continue }
            var said = planet
            try field.apply(word, to: &said)
            let isSame = field.text(of: said).trimmed == field.text(of: planet).trimmed
            if isSame || mayBeRounded && restates(said, planet, field) { continue }
            if own.contains(field.key) {
                kept.append(field.key)
                judged.subtract(CatalogEntry.marks(of: field.key))
            } else {
                planet = said
                changed.append(field.key)
            }
        }
        let estimated = planet.estimated.subtracting(judged).union(marks.intersection(judged))
        if own.contains(Self.estimated), estimated != planet.estimated {
            kept.append(Self.estimated)
        } else {
            planet.estimated = estimated
        }
        planet.source = (Self.parts(of: planet.source) + sources).unique.joined(separator: "+")
        cite(changed, but: kept, in: &planet)
        planet.followFigures(of: present, unless: own.union(words.map(\.key)))
        return (planet, kept)
    }

    /// A changed value is not from where the old one was; what the column `source` tells needs no citation.
    private func cite(_ changed: [String], but kept: [String], in planet: inout Planet) {
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

    /// The body that the row makes if it is not here.
    public func planet() throws(FieldProblem) -> Planet {
        var planet = Planet()
        planet.name = name
        for word in wordsOfNew {
            guard let field = Planet.fields.first(where: { $0.answers(to: word.key) }) else { continue }
            try field.apply(word, to: &planet)
        }
        planet = try merged(into: planet, keeping: []).planet
        planet.aliases = aliases
        return planet
    }

    /// The catalogues in the column `source`: `oec+nea`.
    public static func parts(of source: String) -> [String] { source.split(separator: "+").map(String.init) }

    private static let estimated = "estimated"

    /// The marks that speak of a figure.
    static func marks(of key: String) -> Estimates {
        PlanetFigure.all.first { $0.key == key }.map { figure in
            // Gravity and density only follow from what has the marks.
            [PlanetFigure.gravity.key, PlanetFigure.density.key].contains(key) ? [] : figure.marks
        } ?? []
    }

    /// Whether the figure that is here is the row's, in as many digits as are here.
    private func restates(_ said: Planet, _ present: Planet, _ field: EditableField<Planet>) -> Bool {
        guard let figure = PlanetFigure.all.first(where: { $0.key == field.key }),
            let new = said[keyPath: figure.path], let old = present[keyPath: figure.path]
        else { return false }
        let digits = max(Self.fewestDigits, old.significantDigits)
        return new.rounded(toDigits: digits) == old.rounded(toDigits: digits)
    }

    /// A figure with fewer digits than this, such as a period of 15 days, was not rounded.
    private static let fewestDigits = 4
}

extension Planet {
    /// Gravity and density that follow from mass and radius follow them.
    fileprivate mutating func followFigures(of before: Planet, unless said: Set<String>) {
        guard massKg != before.massKg || radiusKm != before.radiusKm || estimated != before.estimated else { return }
        follow(.gravity, of: before, unless: said) { $0.surfaceGravity }
        follow(.density, of: before, unless: said) { $0.meanDensity }
    }

    private mutating func follow(
        _ figure: PlanetFigure, of before: Planet, unless said: Set<String>, _ compute: (Planet) -> Double?
    ) {
        guard !said.contains(figure.key), let old = before[keyPath: figure.path], let computed = compute(before),
            abs(old - computed) <= Self.closeness * computed
        else { return }
        // The catalogue tells them of what is measured only.
        let isMeasured = estimated.isDisjoint(with: [.mass, .massLimit, .radius])
        self[keyPath: figure.path] = isMeasured ? compute(self)?.rounded(toDigits: 3) : nil
    }

    /// How far a figure may be from what it follows from.
    private static let closeness = 0.02
}
