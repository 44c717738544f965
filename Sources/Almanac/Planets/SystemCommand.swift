import Display
import Localization
import Model
import Navigation

/// The command that shows a planetary system.
struct SystemCommand: Sendable {
    let planets: any PlanetDataSource
    let today: CivilDate

    var command: Command {
        Command(
            "system", .text("STAR", naming: .planet), about: "Show a star and its planets, nearest first",
            examples: ["system trappist-1", "system sun", "system kepler-90"]
        ) { _, name in
            guard let system = try await planets.onlySystem(of: name) else { throw CommandProblem.noSystem(name) }
            return .tell(system.page(on: today))
        }
    }
}

extension PlanetDataSource {
    /// Returns the system of a star or body, or `nil` if there is none.
    ///
    /// - Throws: `CommandProblem` if the name refers to several stars.
    func onlySystem(of name: String) async throws -> PlanetSystem? {
        let systems = try await systems(of: name)
        guard systems.count < 2 else { throw CommandProblem.ambiguousStar(name, systems.map(\.star)) }
        return systems.first
    }
}

extension PlanetSystem {
    /// Returns the page of the system.
    ///
    /// - Parameter today: The date shown in the picture.
    func page(on today: CivilDate) -> Page {
        var strip = strip
        strip?.origin = PictureOrigin(of: bodies.map(\.content.source), on: today)
        let others = bodiesOfOtherZones.map(shortName).joined(separator: ", ")
        let notice = Block.message([
            "The habitable zone does not apply to bodies with other or missing star values: \(others)."
        ])
        return Page(
            "\(star)",
            [.record(fields)] + [strip.map(Block.strip)].compactMap(\.self) + [.table(table(readable))]
                + (others.isEmpty ? [] : [notice]),
            forPrograms: [.table(table { $0.amount(of: $1) })])
    }

    /// Returns a table of the bodies.
    ///
    /// - Parameter quantity: A function that returns a value of a body in the unit of the table.
    private func table(_ quantity: (PlanetFigure, Planet) -> Quantity?) -> Table {
        Table(
            "bodies", columns: Self.columns, rows: bodies.map { row($0, quantity) }, firstNumber: 1,
            total: bodies.count)
    }

    private static let columns = [
        Column("name", "Name"), Column("axis", "Axis", .trailing), Column("period", "Period", .trailing),
        Column("radiusEarth", "Radius", .trailing), Column("massEarth", "Mass", .trailing),
        Column("zone", "Zone"), Column("temperature", "Temperature", .trailing), .id,
    ]

    /// The properties of the star. The catalog repeats these properties for each body of the system.
    private var fields: [Field] {
        let bodies = bodies.map(\.content)
        guard
            let body = bodies.first(where: { $0.star?.habitableZone != nil })
                ?? bodies.first(where: { $0.star?.temperatureK != nil }) ?? bodies.first
        else { return [] }
        let figures: [PlanetFigure] = [.distance, .starMass, .starRadius, .starTemperature]
        let light = DerivedFigure.luminosity
        return [
            Field("starSpectralType", "Spectral type", .text(orNone: body.starSpectralType)),
            Field("constellation", "Constellation", .text(orNone: body.constellation)),
            Field("systemStars", "Stars", .integer(orNone: isOfMoons ? nil : body.systemStars)),
        ] + figures.map { Field($0.key, $0.title, $0.quantity(of: body).map(Value.quantity) ?? .none) }
            + [
                Field(
                    light.key, light.title,
                    light.quantity(of: body).map(Value.quantity) ?? .none),
                Field("habitableZone", "Habitable zone", .words(orNone: body.star?.zoneWords)),
                Field("radii", "Radii by distance", radii),
            ]
    }

    /// The radii of the bodies in order of distance from the star; empty if fewer than two radii are known.
    private var radii: Value {
        let radii = bodies.map(\.content.radiusKm)
        return radii.count { $0 != nil } > 1 ? .series(radii) : .none
    }

    private func row(_ body: Record<Planet>, _ quantity: (PlanetFigure, Planet) -> Quantity?) -> Row {
        let planet = body.content
        func value(_ figure: PlanetFigure) -> Value { quantity(figure, planet).map(Value.quantity) ?? .none }
        return body.recordID.row([
            Field("name", "Name", .text(planet.title)),
            Field("status", "Status", .text(planet.status.rawValue)),
            Field("axis", "Axis", value(.axis)),
            Field("period", "Period", value(.period)),
            Field("massEarth", "Mass", value(.mass)),
            Field("radiusEarth", "Radius", value(.radius)),
            Field("temperature", "Temperature", value(.temperature)),
            Field("zone", "Zone", .words(orNone: zoneWord(of: planet))),
        ])
    }

    /// Returns a phrase for a body in the habitable zone of its star, or `nil` for any other body.
    private func zoneWord(of planet: Planet) -> Message? {
        guard let zone = planet.star?.habitableZone, planet.isInHabitableZone ?? false else { return nil }
        return zone.isExtrapolated ? "habitable, extrapolated" : "habitable"
    }

    /// Returns a value of a body in the unit that is easiest to read, or `nil` if the value is unknown. All distances
    /// of moons have the same unit.
    private func readable(_ figure: PlanetFigure, _ planet: Planet) -> Quantity? {
        guard let quantity = figure.quantity(of: planet) else { return nil }
        guard figure.key == PlanetFigure.axis.key, distanceUnit != .au else { return quantity.readable }
        return Quantity(
            figure.convert(quantity.value, to: distanceUnit), unit: distanceUnit.symbol, basis: quantity.basis,
            digits: quantity.readable.digits)
    }
}

extension Quantity {
    /// The quantity in the unit that is easiest to read.
    fileprivate var readable: Quantity {
        let amount = comparisons.first ?? Amount(value, unit: unit)
        return Quantity(
            amount.value, unit: amount.unit, basis: basis, digits: max(2, min(4, digits ?? value.statedDigits)))
    }
}

extension PlanetFigure {
    /// Returns a value of a body for machine-readable output, in a unit that is the same for all bodies: the first
    /// comparison unit or, for values without one, the value’s own unit. Returns `nil` if the value is unknown.
    fileprivate func amount(of planet: Planet) -> Quantity? {
        guard let quantity = quantity(of: planet) else { return nil }
        let unit = comparisons.first
        let value = unit.map { convert(quantity.value, to: $0.unit) } ?? quantity.value
        return Quantity(value.rounded(toDigits: 4), unit: unit?.symbol ?? quantity.unit, basis: quantity.basis)
    }
}

extension PlanetSystem {
    /// A strip that shows the bodies by distance from the star, or `nil` if fewer than two distances are known.
    var strip: StripPlot? {
        let marks = bodies.compactMap { body in
            body.content.semiMajorAxisAu.flatMap { axis in
                axis > 0
                    ? StripPlot.Marker(shortName(of: body.content), Unit.au.convert(axis, to: distanceUnit)) : nil
            }
        }
        guard marks.count > 1 else { return nil }
        let zone = habitableZone
        let band = zone.map { StripPlot.Band("habitable zone, \($0.words)", $0.inner...$0.outer) }
        let ends = marks.map(\.value) + (zone.map { [$0.inner, $0.outer] } ?? [])
        let axis = Axis("Distance from \(star)", unit: distanceUnit.symbol, scale: .logarithmic, around: ends)
        return StripPlot(axis, marks: marks, band: band)
    }
}
