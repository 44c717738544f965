import Display
import Model

extension PlanetSystem {
    /// Its bodies by their distance from the star; nil where it is known of fewer than two.
    var strip: Strip? {
        let marks = bodies.compactMap { body in
            body.content.semiMajorAxisAu.flatMap { $0 > 0 ? Strip.Marker(shortName(of: body.content), $0) : nil }
        }
        guard marks.count > 1 else { return nil }
        let zone = bodies.lazy.compactMap(\.content.star?.habitableZone).first
        let band = zone.map { Strip.Band("habitable zone, \($0.words)", $0.inner...$0.outer) }
        let ends = marks.map(\.value) + (zone.map { [$0.inner, $0.outer] } ?? [])
        let axis = Axis("Distance from \(star)", unit: "au", scale: .logarithmic, around: ends)
        return Strip(axis, marks: marks, band: band)
    }
}
