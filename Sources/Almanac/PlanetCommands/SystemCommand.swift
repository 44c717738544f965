import Display
import Model
import Navigation

/// A star and what orbits it.
struct SystemCommand: Sendable {
    let planets: any PlanetDataSource

    var command: Command {
        Command(
            "system", .text("STAR"), about: "a star and what orbits it, the nearest first",
            examples: ["system trappist-1", "system sun", "system kepler-90"]
        ) { _, name in
            guard let page = try await page(of: name) else {
                throw CommandProblem.noStar(name)
            }
            return .tell(page)
        }
    }

    /// Nil for no star.
    func page(of star: String) async throws -> Page? { try await planets.system(of: star)?.page }
}

extension PlanetSystem {
    fileprivate var page: Page {
        let table = Table(
            "bodies", columns: Self.columns, rows: bodies.map(row), firstNumber: 1, total: bodies.count)
        let picture = strip.map { [Block.strip($0)] } ?? []
        return Page("\(star)", [.record(fields)] + picture + [.table(table)], forPrograms: [.table(table)])
    }

    private static let columns = [
        Column("name", "Name"), Column("axis", "Axis", .trailing), Column("period", "Period", .trailing),
        Column("radiusEarth", "Radius", .trailing), Column("massEarth", "Mass", .trailing),
        Column("zone", "Zone"), Column("temperature", "Heat", .trailing), .id,
    ]

    /// What the catalogue tells of the star beside each of its bodies.
    private var fields: [Field] {
        guard let body = bodies.map(\.content).first(where: { $0.star?.temperatureK != nil }) ?? bodies.first?.content
        else { return [] }
        let figures: [PlanetFigure] = [.distance, .starMass, .starRadius, .starTemperature]
        let light = DerivedFigure.starLuminosity
        return [
            Field("starSpectralType", "Star's type", .text(orNone: body.starSpectralType)),
            Field("constellation", "Constellation", .text(orNone: body.constellation)),
            Field("systemStars", "Stars", .integer(orNone: body.systemStars)),
        ] + figures.map { Field($0.key, $0.title, $0.quantity(of: body).map(Value.quantity) ?? .none) }
            + [
                Field(light.key, light.title, light.quantity(of: body).map(Value.quantity) ?? .none),
                Field("habitableZone", "Habitable zone", .words(orNone: body.star?.zoneWords)),
                Field("radii", "Radii outward", radii),
            ]
    }

    /// From the nearest body to the farthest; of one alone there is nothing to see.
    private var radii: Value {
        let radii = bodies.map(\.content.radiusKm)
        return radii.count { $0 != nil } > 1 ? .series(radii) : .none
    }

    private func row(_ body: Record<Planet>) -> Row {
        let planet = body.content
        /// In the first unit it is compared in, or else in its own.
        func value(_ figure: PlanetFigure) -> Value {
            guard let quantity = figure.quantity(of: planet) else { return .none }
            let amount = quantity.comparisons.first ?? Quantity.Amount(quantity.value, unit: quantity.unit)
            return .quantity(
                Quantity(amount.value.rounded(toDigits: 4), unit: amount.unit, basis: quantity.basis))
        }
        let isInside = planet.semiMajorAxisAu.flatMap { planet.star?.habitableZone?.contains($0) } ?? false
        return Row(
            address: body.address.description,
            [
                Field("id", "ID", .text(body.address.description)),
                Field("name", "Name", .text(planet.title)),
                Field("status", "Status", .text(planet.status.rawValue)),
                Field("axis", "Axis", value(.axis)),
                Field("period", "Period", value(.period)),
                Field("massEarth", "Mass", value(.mass)),
                Field("radiusEarth", "Radius", value(.radius)),
                Field("temperature", "Heat", value(.temperature)),
                Field("zone", "Zone", isInside ? .words("habitable") : .none),
            ])
    }
}
