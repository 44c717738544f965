import Display
import Ephemerides
import Model

/// A plot of a star’s altitude during the night of a transit.
struct TransitCurve {
    private let transit: Transit
    private let limits: Observability.Limits
    private let place: ObserverPlace
    private let host: HostStar
    private let clock: Clock
    /// The local midnight closest to the transit.
    private let midnight: JulianDate

    /// Creates the curve, or returns `nil` if the position of the star or the place is unknown.
    init?(_ transit: Transit, within limits: Observability.Limits, clock: Clock) {
        guard let place = transit.place, let host = transit.planet.content.host else { return nil }
        self.transit = transit
        self.limits = limits
        self.place = place
        self.host = host
        self.clock = clock
        let noon = (transit.midpoint.timestamp.secondsSince1970 ?? 0) + 43_200
        midnight = JulianDate(clock.start(of: clock.day(Timestamp(secondsSince1970: Int64(noon)))))
    }

    var plot: Plot {
        let sun = RiseAndSet(
            of: .sun, from: place.observer, in: JulianDate(midnight.days - 0.5)..<JulianDate(midnight.days + 0.5))
        let times = moments.map { hours($0.time) }
        let start = min(sun.setting.map(hours) ?? -12, (times.min() ?? 0) - Self.margin)
        let end = max(sun.rising.map(hours) ?? 12, (times.max() ?? 0) + Self.margin)
        let marks = moments.map { name, time in
            Plot.Marker(
                "\(name) \(clock.timeOfDay(time.timestamp.secondsSince1970 ?? 0))", x: hours(time).rounded(toPlaces: 3),
                y: altitude(at: time).rounded(toPlaces: 1))
        }
        let least = min(0, ((marks.map(\.y).min() ?? 0) / 10).rounded(.down) * 10)
        var (x, y) = (
            Axis("Hours from midnight", unit: "h", range: start...end), Axis("Altitude", unit: "°", range: least...90)
        )
        (x.steps, y.steps) = ([1, 2, 3, 6], [10, 15, 30])
        return Plot(
            title, x: x, y: y, marks: [Self.transit: marks], symbols: [Self.transit: .star], named: [Self.transit],
            guides: guides(from: start, to: end, above: least))
    }

    private static let transit = "transit"
    /// The minimum time before ingress and after egress in the plot, in hours.
    private static let margin = 0.5

    private var moments: [(name: String, time: JulianDate)] {
        let midpoint = [(name: "midpoint", time: transit.midpoint)]
        guard let span = transit.span else { return midpoint }
        return [("ingress", span.lowerBound)] + midpoint + [("egress", span.upperBound)]
    }

    private var title: String {
        var parts = ["Transit of \(transit.planet.content.title)", transit.words(clock)]
        if let error = transit.errorWords { parts.append("1σ \(error)") }
        if let part = transit.observability?.part {
            parts.append("\((part * 100).rounded(toPlaces: 0).digits)% observable")
        }
        return parts.joined(separator: ", ")
    }

    private func guides(from start: Double, to end: Double, above least: Double) -> [Plot.Guide] {
        let count = max(1, Int(((end - start) * 6).rounded(.up)))
        let hours = (0...count).map { start + (end - start) * Double($0) / Double(count) }
        let dark = hours.filter { hour in
            HorizontalPosition(of: .sun, from: place.observer, at: date(hour)).altitude <= limits.sunAltitude
        }
        var guides: [Plot.Guide] = []
        if let dusk = dark.first, let dawn = dark.last, dawn > dusk {
            guides.append(
                Plot.Guide("dark sky", within: [(dusk, least), (dusk, 90), (dawn, 90), (dawn, least)]))
        }
        let limit = limits.altitude
        guides.append(
            Plot.Guide("limit \(limit.digits)°", labeled: "limit", along: [(start, limit), (end, limit)]))
        guides.append(
            Plot.Guide(
                host.name, labeled: host.name,
                along: hours.map { ($0, altitude(at: date($0))) }.filter { $0.1 >= least }))
        return guides
    }

    private func hours(_ date: JulianDate) -> Double { (date.days - midnight.days) * 24 }

    private func date(_ hours: Double) -> JulianDate { JulianDate(midnight.days + hours / 24) }

    private func altitude(at date: JulianDate) -> Double {
        HorizontalPosition(of: .star(host.position), from: place.observer, at: date).apparentAltitude
    }
}
