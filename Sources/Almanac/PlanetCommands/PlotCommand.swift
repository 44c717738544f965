import Display
import Localization
import Model
import Navigation

/// The planets as a picture.
struct PlotCommand: Sendable {
    let services: Services

    var command: Command {
        Command(
            "plot", .plotSubject, .condition(.planet), .svg,
            Argument.flag("--all", "the retracted and the fictional ones too"),
            Argument.flag("--estimated", "also what is computed or a limit"),
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
        ) { _, subject, filter, path, isWhole, isEstimated in
            var plotter = subject.plotter(!isEstimated)
            let listing = Listing<Planet>(isWhole ? .all : .usual, limit: Self.pageSize, where: filter)
            var number = 0
            try await forEachPlanet(of: listing) { planet in
                plotter.add(planet)
                number += 1
            }
            let hidden = try await services.planets.count(.all) - number
            let reason = listing.filter == nil ? "retracted or fictional" : "not asked for"
            let plot = plotter.plot(leavingOut: [Plot.Omission(hidden, reason)])
            guard plot.count > 0 else { return .tell(.message(nothing(plotter, listing))) }
            return try await services.show(.plot(plot), "\(plot.count) planets", to: path)
        }
    }

    private func forEachPlanet(of all: Listing<Planet>, _ body: (Planet) -> Void) async throws {
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

    private func nothing(_ plotter: any Plotter, _ listing: Listing<Planet>) -> Message {
        guard listing.filter == nil else {
            return "Of what the filter finds no planet has \(plotter.need): there is nothing to draw."
        }
        return "No planet here has \(plotter.need): there is nothing to draw. “seed exoplanets” plants thousands."
    }
}

/// What is plotted: as it was written, and what draws it of measured values only or of all.
private struct PlotSubjectWords: Sendable {
    let words: [String]
    let plotter: @Sendable (_ isMeasured: Bool) -> any Plotter

    /// A subject, or two figures.
    init(_ words: [String]) throws {
        self.words = words
        if let subject = PlotSubject(rawValue: words[0].lowercased()) {
            plotter = { subject.plotter(isMeasured: $0) }
            return
        }
        do throws(FilterProblem) {
            let (x, y) = try FigureInUnit.pair(
                words.joined(separator: " "), of: PlottedFigure.fields, besides: Self.subjects)
            let title = "\(PlottedFigure(x).name) and \(PlottedFigure(y).name.lowercased())"
            plotter = { FigurePlotter(title, PlottedFigure(x), PlottedFigure(y), isMeasured: $0) }
        } catch {
            throw error.withSuggestions
        }
    }

    static let subjects = PlotSubject.allCases.map(\.rawValue)
}

extension Argument where Value == PlotSubjectWords {
    fileprivate static var plotSubject: Argument {
        Argument(
            [
                Parameter("WHAT", .figure(PlottedFigure.fields, or: PlotSubjectWords.subjects)),
                Parameter("Y", .figure(PlottedFigure.fields, or: []), .optional),
            ],
            read: { reader in
                let first = try reader.required(.text)
                let isSubject = PlotSubject(rawValue: first.lowercased()) != nil
                // A unit may stand apart from its figure.
                let others = try isSubject ? reader.none() : reader.rest(.text, ignoringCase: true)
                return try PlotSubjectWords([first] + others)
            }, words: \.words)
    }
}
