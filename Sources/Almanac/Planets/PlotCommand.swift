import Display
import Localization
import Model
import Navigation

/// The command that plots planets.
struct PlotCommand: Sendable {
    let planets: any PlanetDataSource
    let pictures: PictureWriter

    var command: Command {
        Command(
            "plot", .plotSubject, .condition(.planet), .svg, .dark,
            Argument.flag("--all", "Include moons, small bodies, and retracted and fictional planets"),
            Argument.flag("--estimated", "Include estimated values and upper limits"),
            about: "Plot planets by their measured values",
            examples: [
                "plot mass-radius", "plot discoveries --svg discoveries.svg",
                "plot period-radius where 'distance:ly < 50'", "plot distance:ly mass:mjup",
            ],
            details: """
                WHAT is mass-radius, period-radius, habitable (insolation and star temperature, with the \
                habitable zone of Kopparapu 2014), discoveries (by year and method), distance, or sky. The first three \
                show exoplanets and the eight planets, or other bodies if no planet matches; --all shows all bodies. \
                WHAT can also be two numeric fields of the filter language, each with an optional unit after a colon. \
                A minimum mass (m sin i) counts as measured; upper limits and values estimated by the archive do not. \
                When piped or in a machine-readable format, the output has one row per point.
                """
        ) { _, subject, filter, file, isDark, isWhole, isEstimated in
            var planets = PlottedBodies(plotter: subject.plotter(!isEstimated))
            // Other bodies are drawn only if there are no planets to draw.
            var others = planets
            let listing = ListRequest<Planet>(isWhole ? .all : .usual, where: filter)
            try await self.planets.forEachPage(of: listing) { page in
                for planet in page.lazy.map(\.content) {
                    if isWhole || !subject.isOfPlanets || planet.isUsualInPlots {
                        planets.add(planet)
                    } else {
                        others.add(planet)
                    }
                }
            }
            let hidden = try await self.planets.count(.all) - planets.count - others.count
            let reason = listing.filter == nil ? "retracted or fictional" : "excluded by the filter"
            let omissions = [Plot.Omission(hidden, reason)]
            var plot = planets.plotter.plot(
                leavingOut: omissions + [Plot.Omission(others.count, "stars, moons, and small bodies")])
            var sources = planets.sources
            if plot.count == 0, others.count > 0 {
                plot = others.plotter.plot(leavingOut: planets.plotter.plot(leavingOut: omissions).omissions)
                sources = others.sources
            }
            guard plot.count > 0 else { return .tell(.message(nothing(planets.plotter, listing))) }
            return try await pictures.show(
                .plot(plot), Message(plot.count, "planet"), of: sources, where: listing.filter?.text, to: file,
                isDark ? .dark : .light)
        }
    }

    private func nothing(_ plotter: any Plotter, _ listing: ListRequest<Planet>) -> Message {
        guard listing.filter == nil else {
            return "Nothing to draw: no planet that matches the filter has \(plotter.need)."
        }
        return "Nothing to draw: no planet has \(plotter.need). Use “seed exoplanets” to load sample data."
    }
}

/// The bodies that were added to a plotter.
private struct PlottedBodies {
    var plotter: any Plotter
    /// The sources of the bodies with the values that the plot needs.
    private(set) var sources: [String] = []
    private(set) var count = 0

    mutating func add(_ planet: Planet) {
        count += 1
        if plotter.add(planet) { sources.append(planet.source) }
    }
}

/// The subject of a plot as entered by the user, together with its plotter.
private struct PlotRequest: Sendable {
    let words: [String]
    /// Whether moons, dwarf planets, asteroids, and stars are excluded by default.
    let isOfPlanets: Bool
    let plotter: @Sendable (_ isMeasured: Bool) -> any Plotter

    /// Creates a subject from the name of a predefined plot or the names of two numeric fields.
    init(_ words: [String]) throws {
        self.words = words
        if let subject = PlotSubject(rawValue: words[0].lowercased()) {
            plotter = { subject.plotter(isMeasured: $0) }
            isOfPlanets = subject.isOfPlanets
            return
        }
        do throws(FilterProblem) {
            let (x, y) = try FigureInUnit.pair(
                words.joined(separator: " "), of: PlottedFigure.fields, besides: Self.subjects)
            isOfPlanets = false
            plotter = { ScatterPlotter(nil, PlottedFigure(x), PlottedFigure(y), isMeasured: $0) }
        } catch {
            throw error.withSuggestions
        }
    }

    static let subjects = PlotSubject.allCases.map(\.rawValue)
}

extension Argument where Value == PlotRequest {
    fileprivate static var plotSubject: Argument {
        Argument(
            [
                Parameter("WHAT", .figure(PlottedFigure.fields, or: PlotRequest.subjects)),
                Parameter("Y", .figure(PlottedFigure.fields, or: []), .any),
            ],
            read: { reader in
                let first = try reader.required(.text)
                // A space may separate a field from its unit.
                let others = try reader.rest(.text)
                if PlotSubject(rawValue: first.lowercased()) != nil, let other = others.first {
                    throw CommandProblem.unwantedWords([other], of: "plot", filtering: .planet)
                }
                return try PlotRequest([first] + others)
            }, words: \.words)
    }
}

extension PictureWriter {
    /// Shows a picture, or writes it to an SVG file if one is given.
    ///
    /// - Parameters:
    ///   - subject: A description of the content, such as `7 planets`.
    ///   - sources: The source of each body in the picture.
    ///   - filter: The filter of the bodies, or `nil` for none.
    func show(
        _ picture: Picture, _ subject: Message, of sources: [String], where filter: String? = nil, to file: OutputFile?,
        _ theme: PictureTheme
    ) async throws -> NavigationAction {
        guard file != nil || theme == .light else {
            throw CommandProblem.notHere("--dark requires --svg.", next: "Add --svg FILE.")
        }
        var picture = picture
        picture.origin = PictureOrigin(of: sources, where: filter, on: clock.today())
        guard let file else { return .tell(Page("\(picture.title)", [.picture(picture)])) }
        return try await write(picture, subject, to: file, theme)
    }
}

extension PictureOrigin {
    /// Creates the origin of a picture.
    ///
    /// - Parameters:
    ///   - sources: The source of each body in the picture.
    ///   - filter: The filter of the bodies, or `nil` for none.
    init(of sources: [String], where filter: String? = nil, on date: CivilDate) {
        self.init(filter: filter, sources: CatalogName.names(of: sources), date: date.description)
    }
}

/// The names of the catalogs in the sources of planets.
private enum CatalogName {
    /// The names of the sample data’s catalogs, by abbreviation.
    private static let names = [
        "nea": "NASA Exoplanet Archive", "oec": "Open Exoplanet Catalogue", "nasa-factsheet": "NASA fact sheets",
        "jpl-sats": "JPL satellite parameters", "jpl-sbdb": "JPL Small-Body Database", "iau": "IAU", "nasa": "NASA",
    ]
    private static let most = 3

    /// Returns the names of the catalogs that occur most often in the given sources, and the number of the other
    /// catalogs. A source consists of catalog abbreviations joined by plus signs.
    static func names(of sources: [String]) -> [String] {
        let parts = sources.flatMap { $0.split(separator: "+").map(String.init) }
        let counts = Dictionary(parts.map { (names[$0] ?? $0, 1) }, uniquingKeysWith: +)
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return sorted.count > most ? sorted.prefix(most) + ["\(sorted.count - most) more"] : sorted
    }
}
