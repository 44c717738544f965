import Display

/// The colors of an SVG document.
struct SVGTheme {
    let background: String
    let ink: String
    /// The color of grid lines.
    let faint: String
    /// The color of reference lines and secondary text.
    let subdued: String
    /// The color of reference areas.
    let area: String
    private let colors: [Plot.Symbol: String]

    init(_ theme: PictureTheme) {
        switch theme {
        case .light:
            (background, ink, faint) = ("#ffffff", "#222222", "#dddddd")
            (subdued, area) = ("#555555", "#e3f1e4")
            colors = Self.light
        case .dark:
            (background, ink, faint) = ("#14171c", "#e8e8e8", "#343a42")
            (subdued, area) = ("#aab2bd", "#1d3a2a")
            colors = Self.dark
        }
    }

    func color(of symbol: Plot.Symbol) -> String { colors[symbol] ?? ink }

    func color(of role: Drawing.Role) -> String {
        switch role {
        case .star: color(of: .square)
        case .body: color(of: .dot)
        case .bodyInZone: color(of: .ring)
        case .orbit: subdued
        case .zone: area
        }
    }

    /// A colorblind-safe palette (Okabe and Ito, 2008).
    private static let light: [Plot.Symbol: String] = [
        .dot: "#0072b2", .plus: "#d55e00", .cross: "#009e73", .circle: "#cc79a7", .square: "#e69f00",
        .diamond: "#56b4e9", .triangle: "#000000", .wedge: "#777777", .speck: "#8a8f98", .dash: "#8a8f98",
        .ring: "#007a55", .star: "#d55e00",
    ]

    /// The same hues with enough contrast on a dark background.
    private static let dark: [Plot.Symbol: String] = [
        .dot: "#5db4ff", .plus: "#ff8a3d", .cross: "#1fcf9f", .circle: "#e3a1c6", .square: "#f2b62e",
        .diamond: "#9bdcff", .triangle: "#ffffff", .wedge: "#a0a0a0", .speck: "#7d8590", .dash: "#7d8590",
        .ring: "#2fd39b", .star: "#ff8a3d",
    ]
}
