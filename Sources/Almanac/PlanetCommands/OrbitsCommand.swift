import Display
import Model
import Navigation

/// The orbits around a star as a picture.
struct OrbitsCommand: Sendable {
    let services: Services

    var command: Command {
        Command(
            "orbits", .text("STAR"), .svg,
            Argument.flag("--log", "with equal room for each power of ten of the distance from the star"),
            about: "the orbits around a star as a picture, with its habitable zone",
            examples: ["orbits trappist-1", "orbits sun --log", "orbits 'HD 80606' --svg orbits.svg"],
            details: """
                Ellipses of their eccentricities, with the star in a focus, in true proportion unless --log is given. \
                In a pipe, and in every format for programs, it is a row for each body.
                """
        ) { _, name, path, isLogarithmic in
            guard let system = try await services.planets.system(of: name) else { throw CommandProblem.noStar(name) }
            guard let drawing = OrbitDrawing(system: system, isLogarithmic: isLogarithmic).drawing else {
                return .tell(.message("No orbit is known of what orbits \(system.star): there is nothing to draw."))
            }
            return try await services.show(.drawing(drawing), "\(system.star)'s orbits", to: path)
        }
    }
}
