import Display
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
            "orbits", .text("STAR"), .svg, .dark,
            Argument.flag("--log", "Use a logarithmic scale for the distance from the star"),
            Argument.flag("--linear", "Draw the distances from the star to scale"),
            about: "Draw the orbits around a star with its habitable zone",
            examples: ["orbits trappist-1", "orbits sun --log", "orbits 'HD 80606' --svg orbits.svg"],
            details: """
                The orbits are ellipses with the star at one focus. They are drawn to scale, or logarithmically if the \
                largest axis is more than 50 times the smallest. When piped or in a machine-readable format, the \
                output has one row per body, with the current heliocentric longitude of planets of the solar system.
                """
        ) { _, name, path, isDark, isLogarithmic, isLinear in
            guard let system = try await planets.onlySystem(of: name) else { throw CommandProblem.noSystem(name) }
            guard !isLogarithmic || !isLinear else {
                throw CommandProblem.notHere("--log and --linear cannot be combined.", next: "Use only one of them.")
            }
            let scale: Axis.Scale? = isLogarithmic ? .logarithmic : isLinear ? .linear : nil
            guard let drawing = OrbitDrawing(system: system, scale: scale, today: today).drawing else {
                return .tell(.message(nothing(system)))
            }
            return try await pictures.show(
                .drawing(drawing), "the orbits of \(system.star)", of: system.bodies.map(\.content.source), to: path,
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
