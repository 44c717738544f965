import Display
import Localization
import Model
import Navigation

/// The planets as a picture.
struct PlotCommand: Sendable {
    let services: Services

    var command: Command {
        Command(
            "plot",
            [
                Parameter("WHAT", .figure(PlottedFigure.fields, or: Self.subjects)),
                Parameter("Y", .figure(PlottedFigure.fields, or: []), .optional),
                Parameter("where", .word("where"), .optional), Parameter("FILTER", .filter(.planet), .any),
            ],
            options: [
                .svg,
                Option("--all", nil, "the retracted and the fictional ones too"),
                Option("--estimated", nil, "also what is computed or a limit"),
            ],
            about: "planets as a picture, only measured values",
            examples: [
                "plot mass-radius", "plot discoveries --svg discoveries.svg",
                "plot period-radius where 'distance:ly < 50'", "plot distance:ly mass:mjup",
            ],
            details: """
                WHAT is mass-radius, period-radius, habitable (the light of the star, by its temperature, beside the \
                zone of Kopparapu 2014), discoveries (by year and method), distance or sky; or it is two figures of \
                the filter language, each in its own unit or in the one behind a colon. A least mass (m sin i) counts \
                as measured; an upper limit, and what the archive has computed, does not. In a pipe, and in every \
                format for programs, it is a row for each mark.
                """
        ) { invocation in
            var (plotter, condition) = try plotter(for: invocation.arguments, !invocation.has("--estimated"))
            let listing = Listing<PlanetOrder>(
                invocation.has("--all") ? .all : .usual, limit: Self.pageSize,
                where: try FilterTokenJoiner.filter(behind: condition, of: .planet))
            var number = 0
            try await forEachPlanet(of: listing) { planet in
                plotter.add(planet)
                number += 1
            }
            let hidden = try await services.planets.count(.all) - number
            let reason = listing.filter == nil ? "retracted or fictional" : "not asked for"
            let plot = plotter.plot(leavingOut: [Plot.Omission(hidden, reason)])
            guard plot.count > 0 else { return .tell(.message(nothing(plotter, listing))) }
            return try await services.show(.plot(plot), "\(plot.count) planets", in: invocation)
        }
    }

    private static let subjects = PlotSubject.allCases.map(\.rawValue)

    /// What the words before `where` ask for, and those from there on.
    private func plotter(
        for words: [String], _ isMeasured: Bool
    ) throws -> (any Plotter, condition: ArraySlice<String>) {
        if let subject = PlotSubject(rawValue: words[0].lowercased()) {
            return (subject.plotter(isMeasured: isMeasured), words.dropFirst())
        }
        let asked = words.prefix { $0.lowercased() != "where" }
        do throws(FilterProblem) {
            let (x, y) = try FigureInUnit.pair(
                asked.joined(separator: " "), of: PlottedFigure.fields, besides: Self.subjects)
            let title = "\(PlottedFigure(x).name) and \(PlottedFigure(y).name.lowercased())"
            let plotter = FigurePlotter(title, PlottedFigure(x), PlottedFigure(y), isMeasured: isMeasured)
            return (plotter, words.dropFirst(asked.count))
        } catch {
            throw error.withSuggestions
        }
    }

    private func forEachPlanet(of all: Listing<PlanetOrder>, _ body: (Planet) -> Void) async throws {
        var listing = all
        var page = ResultPage<Record<Planet>>([], hasMore: true)
        while page.hasMore {
            try Task.checkCancellation()
            page = try await services.planets.list(listing)
            for record in page.items { body(record.content) }
            listing.after = page.items.last?.id.address
        }
    }

    private static let pageSize = 1000

    private func nothing(_ plotter: any Plotter, _ listing: Listing<PlanetOrder>) -> Message {
        guard listing.filter == nil else {
            return "Of what the filter finds no planet has \(plotter.need): there is nothing to draw."
        }
        return "No planet here has \(plotter.need): there is nothing to draw. “seed exoplanets” plants thousands."
    }
}
