import Display
import Localization
import Model
import Navigation

/// The command that draws planets as disks.
struct SizesCommand: Sendable {
    let planets: any PlanetDataSource
    let reader: SelectionReader
    let pictures: PictureWriter

    var command: Command {
        Command(
            "sizes", .any("PLANET", .record(.planet)), .svg, .dark,
            about: "Draw planets side by side, to scale",
            examples: ["sizes earth mars jupiter", "sizes earth trappist-1e --svg sizes.svg"],
            details: """
                Without a planet, the command draws the planet on screen or, at the prompt, all planets in the \
                filtered list or search results on screen. The rulers show Earth radii and kilometers; “~” marks an \
                estimated radius, and “*” one of unknown provenance. When piped or in a machine-readable format, the \
                output has one row per planet.
                """
        ) { invocation, words, file, isDark in
            let selection = try RecordSelection(words, nil, of: "sizes", among: [.planet], in: invocation)
            let ids = try await reader.ids(of: selection, [.planet], in: invocation)
            let bodies = try await planets.records(ids.compactMap(Planet.ID.init))
            guard !bodies.isEmpty else { return .tell(.message("Nothing to draw: no planets match.")) }
            guard let drawing = SizeDrawing(bodies: bodies, isList: selection.isBulk).drawing else {
                return .tell(.message("Nothing to draw: no radius is known for \(bodies.map(\.title).sample)."))
            }
            return try await pictures.show(
                .drawing(drawing), Message(bodies.count, "planet"),
                of: bodies.map(\.content.source), to: file, isDark ? .dark : .light)
        }
    }
}

/// A drawing of bodies side by side, to scale, with rulers in Earth radii and kilometers.
struct SizeDrawing {
    let bodies: [Record<Planet>]
    /// Whether the bodies are those of a list or a search, so that their number is stated.
    let isList: Bool

    private var known: [Record<Planet>] { bodies.filter { Self.isDrawable($0.content) } }

    // Other programs can store infinite values.
    private static func isDrawable(_ planet: Planet) -> Bool {
        planet.radiusKm.map { $0 > 0 && $0 < 1e100 } ?? false
    }

    /// The drawing, or `nil` if no radius is known.
    var drawing: Drawing? {
        let radii = known.compactMap(\.content.radiusKm)
        guard let largest = radii.max() else { return nil }
        var shapes: [Drawing.Shape] = []
        var (end, gap) = (0.0, largest / 8)
        if radii.count > 8 { gap /= 2 }
        for (body, radius) in zip(known, radii) {
            let center = Drawing.Point(x: end + radius, y: radius)
            shapes.append(
                Drawing.Shape(
                    body.content.title, of: quantity(body.content, radius), "", .body, .disc(center, radius: radius)))
            end += radius * 2 + gap
        }
        let length = end - gap
        let rulers = [
            Axis("Scale", unit: Unit.rearth.symbol, range: 0...Unit.km.convert(length, to: .rearth)),
            Axis("Scale", unit: Unit.km.symbol, range: 0...length),
        ].map { Drawing.Ruler($0, along: 0...length) }
        return Drawing("Sizes", shapes: shapes, rulers: rulers, notices: notices, table: table)
    }

    private func quantity(_ planet: Planet, _ radius: Double) -> Quantity {
        Quantity(
            Unit.km.convert(radius, to: .rearth), unit: "R⊕",
            basis: planet.provenance(of: .radius).map(Quantity.Basis.init), digits: 4)
    }

    private var notices: [String] {
        let unknown = bodies.map(\.content).filter { !Self.isDrawable($0) }.map(\.title)
        let number = isList ? ["The selection has \(Message(bodies.count, "planet"))."] : []
        return number + (unknown.isEmpty ? [] : ["Radius unknown: \(unknown.sample)."])
    }

    private var table: Table {
        let largest = known.compactMap(\.content.radiusKm).max()
        let columns = [Column("name", "Name"), Column("radiusKm", "Radius", .trailing), .id]
        let rows = bodies.map { body in
            let radius = body.content.radiusKm
            let ratio = radius.flatMap { radius in largest.map { (radius / $0).rounded(toDigits: 6) } }
            let earthRadii = radius.map { Unit.km.convert($0, to: .rearth).rounded(toDigits: 6) }
            return body.recordID.row([
                Field("name", "Name", .text(body.title)),
                Field("radiusKm", "Radius", .number(orNone: radius)),
                Field("radiusEarth", "Earth radii", .number(orNone: earthRadii)),
                Field("ofLargest", "Ratio to largest", .number(orNone: ratio)),
                Field("estimated", "Estimated", .flag(body.content.estimated.contains(.radius))),
            ])
        }
        return Table("sizes", columns: columns, rows: rows, total: rows.count)
    }
}

extension [String] {
    /// At most ten names, and the number of the others.
    fileprivate var sample: String {
        let others = count - 10
        return prefix(10).joined(separator: ", ") + (others > 0 ? ", and \(others) more" : "")
    }
}
