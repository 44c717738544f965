import Display
import Localization
import Model
import Navigation

/// The command that draws planets as disks.
struct SizesCommand: Sendable {
    let planets: any PlanetDataSource
    let resolver: RecordResolver
    let pictures: PictureWriter

    var command: Command {
        Command(
            "sizes", .some("PLANET", .record(.planet)), .svg, .dark,
            about: "Draw planets side by side, to scale",
            examples: ["sizes earth mars jupiter", "sizes earth trappist-1e --svg sizes.svg"],
            details: """
                The rulers show Earth radii and kilometers; “~” marks an estimated radius. When piped or in a \
                machine-readable format, the output has one row per planet.
                """
        ) { _, words, path, isDark in
            let ids = try await resolver.addresses(words).compactMap(Planet.ID.init)
            let bodies = try await planets.records(ids)
            guard let drawing = SizeDrawing(bodies: bodies).drawing else {
                let names = bodies.map(\.title).joined(separator: ", ")
                return .tell(.message("Nothing to draw: no radius is known for \(names)."))
            }
            return try await pictures.show(
                .drawing(drawing), Message(bodies.count, "planet"),
                of: bodies.map(\.content.source), to: path, isDark ? .dark : .light)
        }
    }
}
