import Display
import Ephemerides
import Interchange
import Localization
import Model

extension Planet {
    /// The times of transits, or `nil` if the period or a midpoint is unknown or the planet does not transit its star.
    var transitTimes: TransitTimes? {
        guard transiting != false, let transitMidpoint, let orbitalPeriodDays else { return nil }
        return TransitTimes(
            midpoint: transitMidpoint, period: orbitalPeriodDays, midpointError: standardError(of: .transitMidpoint),
            periodError: standardError(of: .period))
    }

    /// Returns the larger of the upper and lower uncertainties of a value, or `nil` if they are unknown.
    private func standardError(of figure: PlanetFigure) -> Double? {
        uncertainties[figure.key].map { max($0.upper, $0.lower) }
    }

    /// The duration of a transit in days, with its basis: the value of the catalog or, assuming a circular orbit, the
    /// value that follows from the radii and the orbit; `nil` if it is unknown.
    var duration: (days: Double, basis: Quantity.Basis?)? {
        if let transitDuration {
            // A transit is shorter than an orbit.
            return orbitalPeriodDays.map { transitDuration < $0 * 24 } == true ? (transitDuration / 24, nil) : nil
        }
        guard let axisAu, let starRadiusSun, starRadiusSun > 0 else { return nil }
        let starKm = Unit.rsun.convert(starRadiusSun, to: .km)
        return transitTimes?.duration(
            axis: Unit.au.convert(axisAu, to: .km) / starKm, radius: (radiusKm ?? 0) / starKm,
            inclination: inclinationDeg ?? 90
        ).map { ($0, .computed) }
    }
}

/// A passage of a planet in front of its star.
struct Transit: Sendable {
    let planet: Record<Planet>
    let midpoint: JulianDate
    /// The place of the observer, if known.
    let place: ObserverPlace?
    /// The observable part, or `nil` if the star’s position or the place is unknown. Without a duration, only the
    /// midpoint counts.
    let observability: Observability?

    // MARK: - Times

    /// The standard error of the midpoint in days, if known.
    var uncertainty: Double? { planet.content.transitTimes?.uncertainty(at: midpoint) }

    /// Whether the transit can be distinguished from the planet’s next transit.
    var isPredictable: Bool {
        guard let times = planet.content.transitTimes, let uncertainty else { return true }
        return times.isPredictable(uncertainty)
    }

    /// The time from ingress to egress, or `nil` if the duration is unknown.
    var span: ClosedRange<JulianDate>? {
        planet.content.duration.map { Self.span(around: midpoint, days: $0.days) }
    }

    static func span(around midpoint: JulianDate, days: Double) -> ClosedRange<JulianDate> {
        JulianDate(midpoint.days - days / 2)...JulianDate(midpoint.days + days / 2)
    }

    // MARK: - Sky

    /// Returns the position of the star at a time, or `nil` if the star’s position or the place is unknown.
    private func star(at date: JulianDate?) -> HorizontalPosition? {
        guard let date, let place, let host = planet.content.host else { return nil }
        return HorizontalPosition(of: .star(host.position), from: place.observer, at: date)
    }

    /// The altitude of the Sun at the midpoint in degrees, or `nil` if the place is unknown.
    private var sunAltitude: Double? {
        place.map { HorizontalPosition(of: .sun, from: $0.observer, at: midpoint).altitude }
    }

    // MARK: - Rows

    static let columns = [
        Column("midpoint", "Midpoint"), Column("name", "Planet", isIdentifying: true),
        Column("uncertainty", "1σ", .trailing), Column("ingress", "Ingress"), Column("egress", "Egress"),
        Column("durationHours", "Duration", .trailing), Column("altitudes", "Altitudes"),
        Column("light", "Light"), Column("observablePart", "Observable", .trailing),
        Column("place", "Place"), Column("magnitude", "Magnitude", .trailing), .id,
    ]

    /// Returns the columns of a list. The columns about the sky require a place, and the place is shown if there are
    /// several.
    static func columns(places count: Int) -> [Column] {
        let omitted: Set<String> =
            switch count {
            case 0: ["altitudes", "light", "observablePart", "place"]
            case 1: ["place"]
            default: []
            }
        return columns.filter { !omitted.contains($0.key) }
    }

    static let keys = [
        "id", "name", "star", "midpoint", "uncertaintyHours", "isUncertain", "isPredictable", "ingress", "egress",
        "durationHours", "altitudeDeg", "ingressAltitudeDeg", "egressAltitudeDeg", "azimuthDeg", "direction",
        "sunAltitudeDeg", "light", "observablePart", "observableFrom", "observableTo", "place", "magnitude",
    ]

    func row(_ clock: Clock) -> Row {
        let content = planet.content
        return planet.recordID.row(
            [
                Field("name", "Planet", .text(content.title)),
                Field("star", "Star", .text(orNone: content.parent), for: .programs),
            ] + errors + (isPredictable ? times(clock) + sky(clock) : unpredictable) + [
                Field("place", "Place", .text(orNone: place?.shortDescription ?? "")),
                Field("magnitude", "Magnitude", .number(orNone: content.starMagnitudeV)),
            ])
    }

    /// The fields of a transit whose midpoint is too uncertain.
    private var unpredictable: [Field] {
        [
            Field("midpoint", "Midpoint", .date(iso: "", words: ("too uncertain" as Message).localized)),
            Field("isPredictable", "Predictable", .flag(false)),
        ]
    }

    private func times(_ clock: Clock) -> [Field] {
        let time = midpoint.timestamp
        return [
            Field("midpoint", "Midpoint", .date(iso: time.rawValue, words: words(clock))),
            Field("isPredictable", "Predictable", .flag(true)),
            Field("ingress", "Ingress", timeOfDay(span?.lowerBound, clock)),
            Field("egress", "Egress", timeOfDay(span?.upperBound, clock)),
            Field("durationHours", "Duration", planet.content.duration.map(Self.hours) ?? .none),
        ]
    }

    private static func hours(_ duration: (days: Double, basis: Quantity.Basis?)) -> Value {
        .quantity(Quantity((duration.days * 24).rounded(toPlaces: 2), unit: "h", basis: duration.basis))
    }

    private func sky(_ clock: Clock) -> [Field] {
        let (star, sun, observability) = (star(at: midpoint), sunAltitude, observability)
        let ends = [self.star(at: span?.lowerBound), star, self.star(at: span?.upperBound)]
        let altitudes = ends.compactMap { $0?.apparentAltitude.rounded(toPlaces: 0).digits }
        return [
            Field("altitudeDeg", "Altitude", altitude(star)),
            Field("ingressAltitudeDeg", "Altitude at ingress", altitude(ends[0])),
            Field("egressAltitudeDeg", "Altitude at egress", altitude(ends[2])),
            Field(
                "altitudes", "Altitudes",
                .text(orNone: altitudes.isEmpty ? "" : altitudes.joined(separator: "° ") + "°"), for: .people),
            Field(
                "azimuthDeg", "Azimuth",
                star.map { .degrees($0.azimuth.rounded(toPlaces: 1).normalizedDegrees) } ?? .none),
            Field("direction", "Direction", .text(orNone: star.map { CompassPoint(azimuth: $0.azimuth).name } ?? "")),
            Field("sunAltitudeDeg", "Sun", sun.map { .degrees($0) } ?? .none),
            Field("light", "Light", .words(orNone: sun.map { Daylight(sunAltitude: $0).words })),
            Field(
                "observablePart", "Observable",
                observability.map { .quantity(Quantity(($0.part * 100).rounded(toPlaces: 0), unit: "%")) } ?? .none),
            Field("observableFrom", "Observable from", timeOfDay(observability?.longest?.lowerBound, clock)),
            Field("observableTo", "Observable to", timeOfDay(observability?.longest?.upperBound, clock)),
        ]
    }

    private func altitude(_ star: HorizontalPosition?) -> Value { star.map { .degrees($0.apparentAltitude) } ?? .none }

    /// Returns a time of day, which human-readable output omits if the time is uncertain.
    private func timeOfDay(_ date: JulianDate?, _ clock: Clock) -> Value {
        guard let date else { return .none }
        return precision == .minute ? .timeOfDay(date, clock) : .date(iso: date.timestamp.rawValue, words: "")
    }

    /// The fields with the standard error of the midpoint: in hours for machine-readable output, and in words.
    private var errors: [Field] {
        let hours = uncertainty.map { $0 * 24 }
        return [
            Field("uncertaintyHours", "1σ", .number(orNone: hours?.rounded(toDigits: 3)), for: .programs),
            Field(
                "isUncertain", "Uncertain", hours.map { .flag($0 > Self.maximumCertainHours) } ?? .none, for: .programs),
            Field("uncertainty", "1σ", .text(orNone: errorWords ?? ""), for: .people),
        ]
    }

    /// The standard error, such as `4 min`, with a mark if it is large; `nil` if it is unknown.
    var errorWords: String? {
        guard let uncertainty else { return nil }
        let hours = uncertainty * 24
        if hours < 1 { return "\((hours * 60).rounded(toDigits: 2).digits) min" }
        let amount =
            hours < 48 ? "\(hours.rounded(toDigits: 2).digits) h" : "\(uncertainty.rounded(toDigits: 2).digits) d"
        return hours > Self.maximumCertainHours ? "\(amount) !" : amount
    }

    /// The maximum standard error in hours that is not marked, as in the transit service of the NASA Exoplanet Archive.
    private static let maximumCertainHours = 3.0

    /// The precision of a midpoint in human-readable output.
    private enum Precision { case minute, hour, day }

    private var precision: Precision {
        let hours = (uncertainty ?? 0) * 24
        return hours < 0.5 ? .minute : hours < 12 ? .hour : .day
    }

    /// Returns the midpoint in local time, with a precision that fits its standard error.
    func words(_ clock: Clock) -> String {
        let seconds = midpoint.timestamp.secondsSince1970 ?? 0
        switch precision {
        case .minute: return clock.dayAndTime(seconds)
        case .hour:
            let hour = (seconds + 1800) / 3600 * 3600
            let day = DateText.shortWords(clock.day(Timestamp(secondsSince1970: Int64(hour))))
            return "\(day) ~\(clock.timeOfDay(hour).prefix(2)) h"
        case .day: return DateText.shortWords(clock.day(Timestamp(secondsSince1970: Int64(seconds))))
        }
    }

    // MARK: - Events

    func event(_ clock: Clock, description: String) -> TransitEvent {
        let duration = planet.content.duration.flatMap { Int(exactly: ($0.days * 86_400).rounded()) }
        return TransitEvent(
            planet, midpoint: midpoint.timestamp, duration: duration, description: description)
    }

    /// Returns sentences about the sky at the place, and the standard error.
    func description(_ clock: Clock, namingPlace: Bool) -> String {
        var sentences: [String] = []
        if namingPlace, let place { sentences.append("\(place.shortDescription):") }
        if let star = star(at: midpoint), let sun = sunAltitude {
            let (altitude, direction) = (
                star.apparentAltitude.rounded(toPlaces: 0), CompassPoint(azimuth: star.azimuth)
            )
            sentences.append(
                "Altitude \(altitude.digits)° (\(direction.name)); \(Daylight(sunAltitude: sun).words.description).")
        }
        if let observability, let longest = observability.longest {
            let ends = [longest.lowerBound, longest.upperBound].map {
                clock.timeOfDay($0.timestamp.secondsSince1970 ?? 0)
            }
            let percent = (observability.part * 100).rounded(toPlaces: 0)
            sentences.append("\(percent.digits)% observable, \(ends.joined(separator: "–")).")
        }
        if let errorWords { sentences.append("1σ: \(errorWords).") }
        return sentences.joined(separator: " ")
    }
}
