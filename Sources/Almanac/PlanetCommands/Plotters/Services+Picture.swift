import Display
import Navigation

extension Services {
    /// Tells a picture, or writes it as SVG to the file that was named.
    ///
    /// - Parameter subject: What is in it: `7 planets`.
    func show(_ picture: Picture, _ subject: String, to path: String?) async throws -> NavigationAction {
        guard let path else {
            return .tell(Page("\(picture.title)", [.picture(picture)]))
        }
        try await files.write(Array(configuration.svg(picture).utf8), to: path)
        // What is on standard output is the picture, and nothing else.
        if path == "-" { return .tell(.nothing) }
        return .tell(.message("Wrote a picture of \(subject) to \(path)."))
    }
}
