import Display
import Model
import Navigation

/// The command that draws the orbits around a star.
struct OrbitsCommand: Sendable {
    let planets: any PlanetDataSource
    let pictures: PictureWriter
    let today: CivilDate

    var command: Command {
        Command(
            "orbits", .text("STAR"), .svg,
            Argument.flag("--log", "Use a logarithmic scale for the distance from the star"),
            about: "Draw the orbits around a star with its habitable zone",
            examples: ["orbits trappist-1", "orbits sun --log", "orbits 'HD 80606' --svg orbits.svg"],
            details: """
                The orbits are ellipses with the star at one focus, drawn to scale unless --log is given. When piped \
                or in a machine-readable format, the output has one row per body, with the present heliocentric \
                longitude of the planets of the Sun.
                """
        ) { _, name, path, isLogarithmic in
            guard let system = try await planets.system(of: name) else { throw CommandProblem.noSystem(name) }
            let orbits = OrbitDrawing(system: system, isLogarithmic: isLogarithmic, today: today)
            guard let drawing = orbits.drawing else {
                return .tell(.message("Nothing to draw: no orbit around \(system.star) is known."))
            }
            return try await pictures.show(.drawing(drawing), "the orbits of \(system.star)", to: path)
        }
    }
}
