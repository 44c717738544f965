import Display
import Navigation

/// A writer that shows a picture or writes it to a file.
struct PictureWriter: Sendable {
    let files: any FileAccess
    let svg: @Sendable (Picture) -> String

    /// Shows a picture, or writes it to an SVG file if a path is given.
    ///
    /// - Parameter subject: A description of the content, such as `7 planets`.
    func show(_ picture: Picture, _ subject: String, to path: String?) async throws -> NavigationAction {
        guard let path else {
            return .tell(Page("\(picture.title)", [.picture(picture)]))
        }
        try await files.write(Array(svg(picture).utf8), to: path)
        // Standard output must contain only the picture.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote a picture of \(subject) to \(path)."))
    }
}
