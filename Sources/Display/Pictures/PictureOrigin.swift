/// The origin of the data in a picture, which makes the picture understandable without its command.
public struct PictureOrigin: Hashable, Sendable {
    /// The filter, or `nil` if no filter was used.
    public let filter: String?
    /// The names of the catalogs, most used first.
    public let sources: [String]
    /// The date on which the picture was drawn, in ISO 8601 format.
    public let date: String

    public init(filter: String?, sources: [String], date: String) {
        self.filter = filter
        self.sources = sources
        self.date = date
    }

    /// The origin as sentences, such as `Drawn 2026-11-25. Filter: none. Source: NASA Exoplanet Archive.`
    public var text: String {
        let names = sources.isEmpty ? "unknown" : sources.joined(separator: ", ")
        return "Drawn \(date). Filter: \(filter ?? "none"). Source: \(names)."
    }
}

/// The background of a picture in a file.
public enum PictureTheme: Hashable, Sendable {
    case light, dark
}
