import Display
import Localization
import Model

extension Planet: Presentable {
    static let columns = [
        Column("name", "Name"), Column("type", "Type"), Column("parent", "Orbits"),
        Column(massEarth, "Mass", .trailing), Column(radiusEarth, "Radius", .trailing),
        Column("discoveryYear", "Discovered", .trailing),
        .address,
    ]
    private static let massEarth = "massEarth"
    private static let radiusEarth = "radiusEarth"

    /// People compare bodies with Earth; programs have the figures of the catalogue.
    static func listed(_ row: Row) -> Row {
        let figures = [(massEarth, PlanetFigure.mass), (radiusEarth, PlanetFigure.radius)].map { key, figure in
            Field(key, figure.title, row[figure.key].inFirstComparison, for: .people)
        }
        return Row(address: row.address, row.fields + figures)
    }

    static let leftOut = [
        (noun: "retracted", condition: "status = retracted"),
        (noun: "fictional", condition: "type = fictional and not status = retracted"),
    ]
    static let placeholder: Message =
        "No planets yet: “seed solar” plants those of the Sun, “seed exoplanets” all others."

    static func fields(of planet: Record<Planet>, on today: CivilDate) -> [Field] {
        let facts = [
            Field("type", "Type", .text(planet.type.rawValue)),
            Field("status", "Status", .text(planet.status.rawValue)),
            Field("parent", "Orbits", .text(orNone: planet.parent)),
        ]
        let figures = PlanetFigure.all.map { figure in
            Field(
                figure.key, figure.title, figure.value(of: planet.content),
                for: figure.key == PlanetFigure.axisKm.key ? .programs : .everybody)
        }
        let story = [
            Field("moons", "Moons", .integer(orNone: planet.moons)),
            Field("rings", "Rings", planet.rings.map(Value.flag) ?? .none),
            Field("discoveryYear", "Discovered", .integer(orNone: planet.discoveryYear)),
            Field("discoverer", "Discoverer", .text(orNone: planet.discoverer)),
            Field("discoveryMethod", "Method", .text(orNone: planet.discoveryMethod)),
            Field("constellation", "Constellation", .text(orNone: planet.constellation)),
            Field("starSpectralType", "Star's type", .text(orNone: planet.starSpectralType)),
            Field("systemStars", "Stars", .integer(orNone: planet.systemStars)),
            Field("estimated", "Estimated", .list(planet.estimated.names.map(Value.text))),
            Field("aliases", "Also called", .list(planet.aliases.map(Value.text))),
            Field("customFields", "Also", .text(planet.customFields)),
            Field("source", "Source", .text(orNone: planet.source)),
            Field("url", "Web", .text(orNone: planet.url)),
        ]
        let links = [
            Field("citations", "Citations", .text(planet.citations), for: .programs),
            Field("picture", "Picture", .text(orNone: planet.picture?.rawValue ?? ""), for: .programs),
            Field("residents", "Residents", .references(planet.links.residents.first), for: .programs),
            Field("groups", "Groups", .references(planet.links.groups), for: .programs),
            Field("notes", "Notes", .references(planet.links.notes.first), for: .programs),
        ]
        return facts + figures + story + planet.content.derivedFields + links
    }

    static func presentOnly(of planet: Record<Planet>) -> Set<String> { ["residents", "groups", "notes"] }

    static func related(to planet: Record<Planet>) -> [Related] {
        [
            Related("residents", "Residents", planet.links.residents, list: .person),
            Related("groups", "Groups", planet.links.groups),
            Related("notes", "Notes", planet.links.notes, list: .note),
        ]
    }

    static func consequences(ofDeleting planet: Record<Planet>) -> [Message] {
        [
            count(planet.links.residents.count, "person").map { "leaves \($0) without a home planet" },
            count(planet.links.notes.count, "note").map { "leaves \($0) behind" },
        ].compactMap { $0 }
    }

    var webAddress: String? { url.isEmpty ? nil : url }
}

extension PlanetFigure {
    func value(of planet: Planet) -> Value { quantity(of: planet).map(Value.quantity) ?? .none }

    func quantity(of planet: Planet) -> Quantity? {
        guard let value = planet[keyPath: path] else { return nil }
        let comparisons = comparisons.map {
            Quantity.Amount(convert(value, to: $0.unit).rounded(toDigits: 4), unit: $0.symbol)
        }
        let marks = marks.intersection(planet.estimated)
        return Quantity(
            value, unit: unit, basis: Quantity.Basis(marks, otherwise: marks.isEmpty ? .measured : .computed),
            comparisons: comparisons)
    }
}

extension Quantity.Basis {
    /// - Parameter marks: What the catalogue says of the figure.
    init(_ marks: Estimates, otherwise basis: Quantity.Basis) {
        self = marks.contains(.massLimit) ? .upperLimit : marks.contains(.minimumMass) ? .lowerLimit : basis
    }
}

extension Value {
    /// A figure in the first unit that people compare it in.
    fileprivate var inFirstComparison: Value {
        guard case .quantity(let quantity) = self, let amount = quantity.comparisons.first else { return self }
        return .quantity(Quantity(amount.value, unit: amount.unit, basis: quantity.basis))
    }
}
