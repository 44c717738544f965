import Display

/// Functions that create elements of SVG 1.1 documents.
///
/// The documents are self-contained and have the same view box. The same content always produces the same document.
enum SVG {
    static let width = 960.0
    static let height = 640.0
    static let ink = "#222222"
    static let faint = "#dddddd"
    static let dashed = "#888888"
    static let area = "#e3f1e4"

    static func document(_ title: String, _ content: [String]) -> String {
        let head = [
            XML.element("title", text: title),
            XML.element("rect", ["width": "960", "height": "640", "fill": "#ffffff"]),
            label(title, x: width / 2, y: 34, anchor: "middle", size: 20),
        ]
        return XML.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 960 640", "role": "img",
                "font-family": "sans-serif",
            ], head + content) + "\n"
    }

    /// Returns a path, with a tooltip if there is a title.
    static func path(_ data: String, _ style: KeyValuePairs<String, String> = [:], title: String? = nil) -> String {
        XML.element("path", [("d", data)] + style, title.map { [XML.element("title", text: $0)] } ?? [])
    }

    static func label(
        _ text: String, x: Double, y: Double, anchor: String = "start", size: Int = 14, color: String = ink
    ) -> String {
        XML.element(
            "text",
            ["x": x.short, "y": y.short, "text-anchor": anchor, "font-size": String(size), "fill": color],
            text: text)
    }
}

extension Picture {
    /// The picture as an SVG document.
    public var svg: String {
        switch self {
        case .plot(let plot): SVGPlot(plot: plot).text
        case .drawing(let drawing): SVGDrawing(drawing: drawing).text
        }
    }
}
