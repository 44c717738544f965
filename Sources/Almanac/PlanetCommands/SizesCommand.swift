import Display
import Model
import Navigation

/// Planets side by side as discs.
struct SizesCommand: Sendable {
    let services: Services
    let directory: RecordResolver

    var command: Command {
        Command(
            "sizes", .some("PLANET", .record(.planet)), .svg,
            about: "planets side by side as a picture, in true proportion",
            examples: ["sizes earth mars jupiter", "sizes earth trappist-1e --svg sizes.svg"],
            details: """
                With rulers in Earth radii and kilometres; “~” stands before a radius that is computed. In a pipe, and \
                in every format for programs, it is a row for each planet.
                """
        ) { _, planets, path in
            var bodies: [Record<Planet>] = []
            for address in try await directory.addresses(planets) {
                if let id = Planet.ID(address) { bodies.append(try await services.planets.record(id)) }
            }
            guard let drawing = SizeDrawing(bodies: bodies).drawing else {
                let names = bodies.map(\.content.title).joined(separator: ", ")
                return .tell(.message("No radius is known of \(names): there is nothing to draw."))
            }
            return try await services.show(
                .drawing(drawing), bodies.count == 1 ? "1 planet" : "\(bodies.count) planets", to: path)
        }
    }
}
