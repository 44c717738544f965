import Display
import Localization
import Model
import Navigation

/// A writer that shows a picture or writes it to a file.
struct PictureWriter: Sendable {
    let files: any FileAccess
    let clock: Clock
    let svg: @Sendable (Picture, PictureTheme) -> String

    /// Shows a picture, or writes it to an SVG file if a path is given.
    ///
    /// - Parameters:
    ///   - subject: A description of the content, such as `7 planets`.
    ///   - sources: The source of each body in the picture.
    ///   - filter: The filter of the bodies, or `nil` for none.
    func show(
        _ picture: Picture, _ subject: Message, of sources: [String], where filter: String? = nil, to path: String?,
        _ theme: PictureTheme
    ) async throws -> NavigationAction {
        guard path != nil || theme == .light else {
            throw CommandProblem.notHere("--dark requires --svg.", next: "Add --svg FILE.")
        }
        var picture = picture
        picture.origin = PictureOrigin(of: sources, where: filter, on: clock.today())
        guard let path else {
            return .tell(Page("\(picture.title)", [.picture(picture)]))
        }
        try await files.write(Array(svg(picture, theme).utf8), to: path, .shared)
        // Standard output must contain only the picture.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote a picture of \(subject) to \(path)."))
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
    /// The names of the catalogs of the sample data, by abbreviation.
    private static let names = [
        "nea": "NASA Exoplanet Archive", "oec": "Open Exoplanet Catalogue", "nasa-factsheet": "NASA fact sheets",
        "jpl-sats": "JPL satellite parameters", "jpl-sbdb": "JPL Small-Body Database", "iau": "IAU", "nasa": "NASA",
    ]
    private static let most = 3

    /// Returns the most frequent catalogs. A source consists of catalogs joined by plus signs.
    static func names(of sources: [String]) -> [String] {
        let parts = sources.flatMap { $0.split(separator: "+").map(String.init) }
        let counts = Dictionary(parts.map { (names[$0] ?? $0, 1) }, uniquingKeysWith: +)
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return sorted.count > most ? sorted.prefix(most) + ["\(sorted.count - most) more"] : sorted
    }
}
