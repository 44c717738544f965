import Display
import Model

extension Planet: Presentable {
    static let columns = [
        Column("name", "Name"), Column("type", "Type"), Column("parent", "Orbits"), Column("massKg", "Mass", .trailing),
        Column("radiusKm", "Radius", .trailing), Column("discoveryYear", "Discovered", .trailing),
        .address,
    ]
    static let placeholder = "No planets yet: “seed solar” plants those of the Sun, “seed exoplanets” all others."

    static func fields(of planet: Record<Planet>, on today: CivilDate) -> [Field] {
        let facts = [
            Field("type", "Type", .text(planet.type.rawValue)),
            Field("status", "Status", .text(planet.status.rawValue)),
            Field("parent", "Orbits", .text(orNone: planet.parent)),
        ]
        let figures = PlanetFigure.all.map { figure in
            Field(
                figure.key, figure.title, figure.value(of: planet.content),
                for: figure.key == "semiMajorAxisKm" ? .programs : .everybody)
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
            Field("picture", "Picture", .text(orNone: planet.picture?.rawValue ?? ""), for: .programs),
            Field("residents", "Residents", .references(planet.links.residents.first), for: .programs),
            Field("notes", "Notes", .references(planet.links.notes.first), for: .programs),
        ]
        return facts + figures + story + links
    }

    static func related(to planet: Record<Planet>) -> [Related] {
        [
            Related("residents", "Residents", planet.links.residents, list: .person),
            Related("notes", "Notes", planet.links.notes, list: .note),
        ]
    }

    static func consequences(ofDeleting planet: Record<Planet>) -> [String] {
        [
            count(planet.links.residents.count, "person").map { "leaves \($0) without a home planet" },
            count(planet.links.notes.count, "note").map { "leaves \($0) behind" },
        ].compactMap { $0 }
    }

    var webAddress: String? { url.isEmpty ? nil : url }
}

extension PlanetFigure {
    func value(of planet: Planet) -> Value {
        planet[keyPath: path].map { .quantity(Quantity($0, unit: unit, basis: basis(in: planet))) } ?? .none
    }

    private func basis(in planet: Planet) -> Quantity.Basis {
        let marks = marks.intersection(planet.estimated)
        if marks.contains(.massLimit) { return .upperLimit }
        if marks.contains(.minimumMass) { return .lowerLimit }
        return marks.isEmpty ? .measured : .computed
    }
}
