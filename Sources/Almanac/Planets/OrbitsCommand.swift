import Display
import Ephemerides
import Localization
import Model
import Navigation

/// The command that draws the orbits around a star.
struct OrbitsCommand: Sendable {
    let planets: any PlanetDataSource
    let pictures: PictureWriter
    let today: CivilDate

    var command: Command {
        Command(
            "orbits", .text("STAR", naming: .planet), .svg, .dark,
            Argument.flag("--log", "Use a logarithmic scale for the distance from the star"),
            Argument.flag("--linear", "Draw the distances from the star to scale"),
            about: "Draw the orbits around a star with its habitable zone",
            examples: ["orbits trappist-1", "orbits sun --log", "orbits 'HD 80606' --svg orbits.svg"],
            details: """
                The orbits are ellipses with the star at one focus. They are drawn to scale, or logarithmically if the \
                largest axis is more than 50 times the smallest. When piped or in a machine-readable format, the \
                output has one row per body, with the current heliocentric longitude of planets of the solar system.
                """
        ) { _, name, file, isDark, isLogarithmic, isLinear in
            guard let system = try await planets.onlySystem(of: name) else { throw CommandProblem.noSystem(name) }
            guard !isLogarithmic || !isLinear else {
                throw CommandProblem.notHere("--log and --linear cannot be combined.", next: "Use only one of them.")
            }
            let scale: Axis.Scale? = isLogarithmic ? .logarithmic : isLinear ? .linear : nil
            guard let drawing = OrbitDrawing(system: system, scale: scale, today: today).drawing else {
                return .tell(.message(nothing(system)))
            }
            return try await pictures.show(
                .drawing(drawing), "the orbits of \(system.star)", of: system.bodies.map(\.content.source), to: file,
                isDark ? .dark : .light)
        }
    }

    private func nothing(_ system: PlanetSystem) -> Message {
        let isRetracted = system.bodies.contains { $0.content.status == .retracted && $0.content.axisAu != nil }
        return isRetracted
            ? "Nothing to draw: all bodies around \(system.star) with a known orbit are retracted."
            : "Nothing to draw: no orbit around \(system.star) is known."
    }
}

/// A drawing of the orbits around a star, seen from above, to scale or logarithmic.
struct OrbitDrawing {
    let system: PlanetSystem
    /// The scale of the distances, or `nil` to choose a scale that fits the orbits.
    let scale: Axis.Scale?
    /// The date for the positions of the Sun’s planets.
    let today: CivilDate

    /// An orbit in the unit of the drawing.
    private struct Orbit {
        let body: Record<Planet>
        let ellipse: Ellipse
        let isRoundByGuess: Bool
        /// The direction of the body from the star, as a unit vector; `nil` if it is unknown.
        let direction: Drawing.Point?

        var planet: Planet { body.content }
    }

    private var bodies: [Record<Planet>] { system.bodies.filter { $0.content.status != .retracted } }

    private var zone: HabitableZone? { system.habitableZone }

    private var unit: Unit { system.distanceUnit }

    /// The drawing, or `nil` if no orbit is known.
    var drawing: Drawing? {
        let orbits = bodies.compactMap(orbit)
        var drawing = drawing(of: orbits)
        guard orbits.count > Self.mostInReduced else { return drawing }
        let bySize = orbits.sorted { ($0.planet.radiusKm ?? 0) > ($1.planet.radiusKm ?? 0) }
        let largest = Set(bySize.prefix(Self.mostInReduced).map(\.body.id))
        let reduced = self.drawing(of: orbits.filter { largest.contains($0.body.id) }, among: orbits.count)
        if let reduced { drawing?.reduced = .drawing(reduced) }
        return drawing
    }

    /// The maximum number of bodies in the drawing for small terminals.
    private static let mostInReduced = 8

    /// Returns a drawing of orbits, or `nil` for an empty array.
    ///
    /// - Parameter count: The number of known orbits, if only the orbits of the largest bodies are drawn.
    private func drawing(of orbits: [Orbit], among count: Int? = nil) -> Drawing? {
        guard let nearest = orbits.map(\.ellipse.nearest).min(), let farthest = orbits.map(\.ellipse.farthest).max()
        else { return nil }
        let isLogarithmic = (scale ?? Axis.Scale(fitting: orbits.map(\.ellipse.axis))) == .logarithmic
        // A distant zone would leave too little space for the orbits.
        let shown = zone.flatMap { isLogarithmic || $0.outer <= farthest * 3 ? $0 : nil }
        let end = max(farthest, shown?.outer ?? 0)
        let distances =
            isLogarithmic ? Axis(name, unit: unit.symbol, scale: .logarithmic, range: nearest / 2...end) : nil
        let ring = shown.map { ring in
            Drawing.Shape("", zoneWords ?? "", .zone, .ring(inner: ring.inner, outer: ring.outer))
        }
        let star = Drawing.Shape("", system.star, .star, .sign(Drawing.Point(x: 0, y: 0)))
        let ways = orbits.map { Drawing.Shape("", "", .orbit, .loop($0.ellipse.places)) }
        let marks = orbits.enumerated().map { mark($1, number: $0) }
        return Drawing(
            "Orbits: \(system.star)", along: distances, shapes: [ring].compactMap { $0 } + ways + [star] + marks,
            keys: count.map { reducedKeys(marks.count, of: $0) }
                ?? keys(marks, isPartly: orbits.contains { shareInZone($0) == .part }, isZoneShown: shown != nil),
            rulers: [Drawing.Ruler(distances ?? Axis(name, unit: unit.symbol, range: 0...end), along: 0...end)],
            notices: count == nil ? notices(orbits, isZoneShown: shown != nil) : positions(of: orbits), table: table)
    }

    private var name: String { "Distance from \(system.star)" }

    // MARK: - Orbits

    private func orbit(_ body: Record<Planet>) -> Orbit? {
        let planet = body.content
        let longitudes = planet.heliocentricLongitudes(on: today)
        let aphelion = Drawing.Point(longitude: (longitudes?.perihelion ?? 180) + 180)
        guard let axis = planet.axisAu,
            let ellipse = Ellipse(
                axis: Unit.au.convert(axis, to: unit), eccentricity: planet.eccentricity ?? 0, orientation: aphelion)
        else { return nil }
        return Orbit(
            body: body, ellipse: ellipse, isRoundByGuess: planet.eccentricity == nil,
            direction: longitudes.map { Drawing.Point(longitude: $0.planet) })
    }

    private func mark(_ orbit: Orbit, number: Int) -> Drawing.Shape {
        let planet = orbit.planet
        let sign =
            switch planet.provenance(of: .axis) {
            case .computed: "~"
            case .unknown: "*"
            case .measured, .upperLimit, .lowerLimit, nil: ""
            }
        let axis = orbit.ellipse.axis.rounded(toDigits: 4)
        let shape = orbit.isRoundByGuess ? "eccentricity unknown" : "eccentricity \(orbit.ellipse.eccentricity)"
        let share = shareInZone(orbit)
        let zone =
            switch share {
            case .whole: ", in the habitable zone"
            case .part: ", partly in the habitable zone"
            case .none: ""
            }
        return Drawing.Shape(
            system.shortName(of: planet),
            "\(planet.title): \(sign)\(axis.digits) \(unit.symbol), \(shape)\(zone)",
            share == .whole ? .bodyInZone : .body,
            .sign(orbit.direction.map(orbit.ellipse.place(toward:)) ?? orbit.ellipse.place(number: number)))
    }

    /// The share of an orbit that is in the habitable zone.
    private enum ShareInZone { case whole, part, none }

    private func shareInZone(_ orbit: Orbit) -> ShareInZone {
        let ends = [orbit.ellipse.nearest, orbit.ellipse.farthest].map { unit.convert($0, to: .au) }
        guard let zone = orbit.planet.star?.habitableZone, ends[0] <= zone.outer, ends[1] >= zone.inner else {
            return .none
        }
        return ends.allSatisfy(zone.contains) ? .whole : .part
    }

    // MARK: - Captions

    private var zoneWords: String? { zone.map { "habitable zone, \($0.words)" } }

    private func keys(_ marks: [Drawing.Shape], isPartly: Bool, isZoneShown: Bool) -> [Drawing.Key] {
        let others = isPartly ? "outside or only partly in the zone" : "outside the zone"
        let counts = [(Drawing.Role.body, others), (.bodyInZone, "in the habitable zone")].compactMap {
            role, name in
            let count = marks.count { $0.role == role }
            return count > 0 ? Drawing.Key(role, zone == nil ? "bodies \(count)" : "\(name) \(count)") : nil
        }
        return [Drawing.Key(.star, system.star)] + counts
            + (isZoneShown ? [Drawing.Key(.zone, zoneWords ?? "")] : [])
    }

    private func reducedKeys(_ drawn: Int, of count: Int) -> [Drawing.Key] {
        [Drawing.Key(.star, system.star), Drawing.Key(.body, "\(drawn) largest of \(count) bodies")]
    }

    private func notices(_ orbits: [Orbit], isZoneShown: Bool) -> [String] {
        let drawn = Set(orbits.map(\.body.id))
        let unknown = bodies.filter { !drawn.contains($0.id) }.map(\.content)
        let round = orbits.filter(\.isRoundByGuess).map(\.planet)
        let estimated = orbits.map(\.planet).filter { $0.estimated.contains(.axis) }
        let retracted = system.bodies.map(\.content).filter { $0.status == .retracted }
        let beyond = isZoneShown ? nil : zoneWords.map { "Not drawn: the \($0). Use --log to include it." }
        return [
            list(unknown, "Orbit unknown:"), list(retracted, "Retracted, not drawn:"),
            list(round, "Eccentricity unknown, drawn as a circle:"),
            list(estimated, "Estimated axis:"), beyond, zoneless,
            isZoneShown
                ? list(
                    system.bodiesOfOtherZones,
                    "The habitable zone does not apply to bodies with other or missing star values:")
                : nil,
        ].compactMap { $0 } + positions(of: orbits)
    }

    /// Returns the sentences about the positions of the bodies.
    private func positions(of orbits: [Orbit]) -> [String] {
        let arbitrary = orbits.filter { $0.direction == nil }.map(\.planet)
        guard arbitrary.count < orbits.count else {
            return ["The orientation of the orbits and the positions of the bodies are arbitrary."]
        }
        let known = "Positions on \(today), seen from the north. Vernal equinox: to the right."
        return [known, list(arbitrary, "Arbitrary position and orientation:")].compactMap(\.self)
    }

    /// A sentence that explains why the habitable zone is unknown, or `nil` if it is known or no star data exists.
    private var zoneless: String? {
        let stars = system.bodies.compactMap(\.content.star)
        guard zone == nil, let star = stars.first(where: { $0.temperatureK != nil }) ?? stars.first else { return nil }
        guard let temperature = star.temperatureK, !HabitableZone.temperatures.contains(temperature),
            !HabitableZone.extrapolated.contains(temperature)
        else {
            return "Habitable zone unknown: the temperature or radius of the star is missing."
        }
        let words = temperature.rounded().digits
        return "Habitable zone unknown: the formula is not valid for a star of \(words) K."
    }

    private func list(_ planets: [Planet], _ words: String) -> String? {
        let names = planets.map(system.shortName).joined(separator: ", ")
        return planets.isEmpty ? nil : "\(words) \(names)."
    }

    // MARK: - Machine-readable output

    private var table: Table {
        let columns = [
            Column("name", "Name"), Column("axisAu", "Axis", .trailing),
            Column("eccentricity", "Eccentricity", .trailing), Column("zone", "Zone"), .id,
        ]
        let rows = system.bodies.map { body in
            let planet = body.content
            let ellipse = planet.axisAu.flatMap { Ellipse(axis: $0, eccentricity: planet.eccentricity ?? 0) }
            let place = planet.semiMajorAxisAu.flatMap { axis in
                planet.star?.habitableZone.map { zone in
                    zone.contains(axis) ? "inside" : axis < zone.inner ? "nearer" : "farther"
                }
            }
            return body.recordID.row([
                Field("name", "Name", .text(planet.title)),
                Field("status", "Status", .text(planet.status.rawValue)),
                Field("axisAu", "Axis", .number(orNone: planet.axisAu)),
                Field("eccentricity", "Eccentricity", .number(orNone: planet.eccentricity)),
                Field("nearestAu", "Nearest", .number(orNone: ellipse?.nearest)),
                Field("farthestAu", "Farthest", .number(orNone: ellipse?.farthest)),
                Field("orbitalPeriodDays", "Period", .number(orNone: planet.orbitalPeriodDays)),
                Field("longitudeDeg", "Longitude", .longitude(of: planet, on: today)),
                Field("zone", "Zone", .text(orNone: place ?? "")),
                Field("estimated", "Estimated", .flag(planet.estimated.contains(.axis))),
            ])
        }
        return Table("orbits", columns: columns, rows: rows, total: rows.count)
    }
}

extension Drawing.Point {
    /// Creates the unit vector of a longitude in degrees. Longitude 0° points to the right.
    fileprivate init(longitude: Double) {
        let (x, y) = HeliocentricLongitudes.direction(of: longitude)
        self.init(x: x, y: y)
    }
}

extension PlanetSystem {
    /// The habitable zone for pictures, or `nil` if it is unknown. It is computed for the first body whose row contains
    /// the values of the star.
    var habitableZone: HabitableZone? { bodies.firstNonNil(\.content.star?.habitableZone) }

    /// The bodies that are inside the drawn habitable zone but outside the zone computed from their own rows, or vice
    /// versa. The values of the star in these rows differ or are missing.
    var bodiesOfOtherZones: [Planet] {
        guard let habitableZone else { return [] }
        return bodies.map(\.content).filter { planet in
            let fits = planet.semiMajorAxisAu.map(habitableZone.contains) ?? false
            return fits != (planet.isInHabitableZone ?? false)
        }
    }

    /// Whether the bodies orbit a planet.
    var isOfMoons: Bool { bodies.allSatisfy { $0.content.type == .moon } }

    /// The unit of the distances from the star, or from the planet that moons orbit.
    var distanceUnit: Unit { isOfMoons ? .km : .au }

    /// Returns the name of a planet for a label, without the star’s name at the beginning.
    func shortName(of planet: Planet) -> String {
        let name = planet.title
        guard name.lowercased().hasPrefix(star.lowercased() + " ") else { return name }
        return String(name.dropFirst(star.count + 1))
    }
}
