import Display
import Model
import Navigation

/// The command that shows a planetary system.
struct SystemCommand: Sendable {
    let planets: any PlanetDataSource

    var command: Command {
        Command(
            "system", .text("STAR"), about: "Show a star and its planets, nearest first",
            examples: ["system trappist-1", "system sun", "system kepler-90"]
        ) { _, name in
            guard let system = try await planets.system(of: name) else { throw CommandProblem.noSystem(name) }
            return .tell(system.page)
        }
    }
}

extension PlanetSystem {
    var page: Page {
        let table = Table(
            "bodies", columns: Self.columns, rows: bodies.map(row), firstNumber: 1, total: bodies.count)
        let picture = strip.map { [Block.strip($0)] } ?? []
        return Page("\(star)", [.record(fields)] + picture + [.table(table)], forPrograms: [.table(table)])
    }

    private static let columns = [
        Column("name", "Name"), Column("axis", "Axis", .trailing), Column("period", "Period", .trailing),
        Column("radiusEarth", "Radius", .trailing), Column("massEarth", "Mass", .trailing),
        Column("zone", "Zone"), Column("temperature", "Temperature", .trailing), .id,
    ]

    /// The properties of the star. The catalog repeats these properties for each body of the system.
    private var fields: [Field] {
        guard let body = bodies.map(\.content).first(where: { $0.star?.temperatureK != nil }) ?? bodies.first?.content
        else { return [] }
        let figures: [PlanetFigure] = [.distance, .starMass, .starRadius, .starTemperature]
        let light = DerivedFigure.starLuminosity
        return [
            Field("starSpectralType", "Spectral type", .text(orNone: body.starSpectralType)),
            Field("constellation", "Constellation", .text(orNone: body.constellation)),
            Field("systemStars", "Stars", .integer(orNone: body.systemStars)),
        ] + figures.map { Field($0.key, $0.title, $0.quantity(of: body).map(Value.quantity) ?? .none) }
            + [
                Field(light.key, light.title, light.quantity(of: body).map(Value.quantity) ?? .none),
                Field("habitableZone", "Habitable zone", .words(orNone: body.star?.zoneWords)),
                Field("radii", "Radii by distance", radii),
            ]
    }

    /// The radii of the bodies in order of distance from the star; empty if only one radius is known.
    private var radii: Value {
        let radii = bodies.map(\.content.radiusKm)
        return radii.count { $0 != nil } > 1 ? .series(radii) : .none
    }

    private func row(_ body: Record<Planet>) -> Row {
        let planet = body.content
        /// Returns a value in its first comparison unit, or in its own unit if there is no comparison unit.
        func value(_ figure: PlanetFigure) -> Value {
            guard let quantity = figure.quantity(of: planet) else { return .none }
            let amount = quantity.comparisons.first ?? Quantity.Amount(quantity.value, unit: quantity.unit)
            return .quantity(
                Quantity(amount.value.rounded(toDigits: 4), unit: amount.unit, basis: quantity.basis))
        }
        return body.address.row([
            Field("name", "Name", .text(planet.title)),
            Field("status", "Status", .text(planet.status.rawValue)),
            Field("axis", "Axis", value(.axis)),
            Field("period", "Period", value(.period)),
            Field("massEarth", "Mass", value(.mass)),
            Field("radiusEarth", "Radius", value(.radius)),
            Field("temperature", "Temperature", value(.temperature)),
            Field("zone", "Zone", planet.isInHabitableZone == true ? .words("habitable") : .none),
        ])
    }
}

extension PlanetSystem {
    /// A strip that shows the bodies by distance from the star, or `nil` if fewer than two distances are known.
    var strip: StripPlot? {
        let marks = bodies.compactMap { body in
            body.content.semiMajorAxisAu.flatMap { $0 > 0 ? StripPlot.Marker(shortName(of: body.content), $0) : nil }
        }
        guard marks.count > 1 else { return nil }
        let zone = habitableZone
        let band = zone.map { StripPlot.Band("habitable zone, \($0.words)", $0.inner...$0.outer) }
        let ends = marks.map(\.value) + (zone.map { [$0.inner, $0.outer] } ?? [])
        let axis = Axis("Distance from \(star)", unit: "au", scale: .logarithmic, around: ends)
        return StripPlot(axis, marks: marks, band: band)
    }
}
