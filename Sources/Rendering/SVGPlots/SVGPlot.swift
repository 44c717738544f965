import Display
import Text

/// A renderer that draws a plot as SVG. Markers have a `<title>` element that browsers show as a tooltip.
struct SVGPlot {
    let plot: Plot

    private static let frame = (left: 90.0, top: 64.0, right: 930.0, bottom: 500.0)
    /// The colors of the classes, from a palette that is safe for color blindness (Okabe and Ito, 2008).
    private static let colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]

    var text: String {
        let clip = XML.element("defs", [:], [XML.element("clipPath", ["id": "frame"], [frame(SVG.ink)])])
        return SVG.document(
            plot.title, [clip] + grid + guides + marks + [frame(SVG.ink)] + axisNames + legend + counts)
    }

    // MARK: - Places

    private func x(_ value: Double) -> Double {
        Self.frame.left + plot.x.place(value) * (Self.frame.right - Self.frame.left)
    }

    private func y(_ value: Double) -> Double {
        Self.frame.bottom - plot.y.place(value) * (Self.frame.bottom - Self.frame.top)
    }

    // MARK: - Axes

    private func frame(_ color: String) -> String {
        let frame = Self.frame
        return XML.element(
            "rect",
            [
                "x": frame.left.short, "y": frame.top.short, "width": (frame.right - frame.left).short,
                "height": (frame.bottom - frame.top).short, "fill": "none", "stroke": color,
            ])
    }

    private var grid: [String] {
        let frame = Self.frame
        let columns = plot.x.ticks(atMost: 14).flatMap { tick in
            [
                line("M\(x(tick).short) \(frame.top.short)V\(frame.bottom.short)"),
                SVG.label(plot.x.label(tick, .utf8), x: x(tick), y: frame.bottom + 20, anchor: "middle"),
            ]
        }
        let rows = plot.y.ticks(atMost: 12).flatMap { tick in
            [
                line("M\(frame.left.short) \(y(tick).short)H\(frame.right.short)"),
                SVG.label(plot.y.label(tick, .utf8), x: frame.left - 8, y: y(tick) + 5, anchor: "end"),
            ]
        }
        return columns + rows
    }

    private func line(_ path: String) -> String { SVG.path(path, ["stroke": SVG.faint]) }

    private var axisNames: [String] {
        [
            SVG.label(plot.x.words(.utf8), x: 510, y: Self.frame.bottom + 44, anchor: "middle"),
            SVG.label(plot.y.words(.utf8), x: 20, y: Self.frame.top - 12),
        ]
    }

    // MARK: - Guides and markers

    private var guides: [String] {
        plot.guides.map { guide in
            let path = guide.places.map { "\(x($0.x).short) \(y($0.y).short)" }.joined(separator: "L")
            let style: KeyValuePairs = [
                "clip-path": "url(#frame)", "fill": guide.isArea ? SVG.area : "none", "stroke": SVG.dashed,
                "stroke-dasharray": "6 4",
            ]
            return SVG.path("M\(path)\(guide.isArea ? "Z" : "")", style, title: guide.name)
        }
    }

    private var marks: [String] {
        plot.classes.enumerated().map { index, marks in
            let shapes = marks.marks.map { mark in
                let (x, y) = (x(mark.x), y(mark.y))
                let bar = plot.form == .bars ? "M\(x.short) \(Self.frame.bottom.short)V\(y.short)" : nil
                return SVG.path(bar ?? marks.symbol.path(x, y), title: words(mark))
            }
            return group(index, shapes)
        }
    }

    /// Returns an SVG group with the color of a class. Bars are drawn as thick lines.
    private func group(_ index: Int, _ content: [String]) -> String {
        let color = Self.colors[index % Self.colors.count]
        return XML.element(
            "g",
            [
                "fill": color, "fill-opacity": "0.25", "stroke": color,
                "stroke-width": plot.form == .bars ? "12" : "1",
            ], content)
    }

    /// Returns a description of a marker, such as `Kepler-90 h: 203 M⊕, 11.3 R⊕`.
    private func words(_ mark: Plot.Marker) -> String {
        let figures = [(mark.x, plot.x), (mark.y, plot.y)].map { value, axis in
            Quantity.Amount(value, unit: axis.unit).words(.utf8)
        }
        return "\(mark.label): \(figures.joined(separator: ", "))"
    }

    // MARK: - Legend

    /// The legend, arranged in rows of three entries.
    private var legend: [String] {
        let classes = plot.classes.enumerated().map { index, marks in
            let sign = SVG.path(plot.form == .bars ? "M-6 -5h12" : marks.symbol.path(0, -5))
            return (sign: group(index, [sign]), text: "\(marks.name) \(NumberText.of(marks.count))")
        }
        let guides = plot.guides.map { guide in
            let sign = SVG.path(
                guide.isArea ? "M-12 -11H8V1H-12Z" : "M-14 -5H8",
                ["fill": SVG.area, "stroke": SVG.dashed, "stroke-dasharray": "6 4"])
            return (sign: sign, text: guide.name)
        }
        return (classes + guides).enumerated().map { index, item in
            XML.element(
                "g", ["transform": "translate(\(104 + index % 3 * 280) \(566 + index / 3 * 18))"],
                [item.sign, SVG.label(item.text, x: 16, y: 0, size: 13)])
        }
    }

    /// The numbers of drawn and omitted items, in at most two lines.
    private var counts: [String] {
        Line(plot.counts).wrapped(to: 125).prefix(2).enumerated().map { index, line in
            SVG.label(line.text, x: 90, y: 618 + Double(index) * 16, size: 12)
        }
    }
}

extension Plot.Symbol {
    /// Returns the SVG path of the symbol at a position.
    func path(_ x: Double, _ y: Double) -> String {
        let at = { (right: Double, down: Double) in "\((x + right).short) \((y + down).short)" }
        return switch self {
        case .dot: "M\(at(-2.5, 0))a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0Z"
        case .circle: "M\(at(-4, 0))a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"
        case .plus: "M\(at(-4, 0))h8M\(at(0, -4))v8"
        case .cross: "M\(at(-3, -3))l6 6M\(at(-3, 3))l6 -6"
        case .square: "M\(at(-3, -3))h6v6h-6Z"
        case .diamond: "M\(at(0, -4))l4 4l-4 4l-4 -4Z"
        case .triangle: "M\(at(0, -4))l4 7h-8Z"
        }
    }
}

extension Double {
    /// The number rounded to one decimal place, for coordinates.
    var short: String { ((self * 10).rounded() / 10).description }
}
