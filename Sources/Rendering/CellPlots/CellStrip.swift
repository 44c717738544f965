import Display
import Text

/// A renderer that draws a strip in terminal cells: labels, a line with markers and the highlighted band, and tick
/// labels.
struct CellStrip: CellPicture {
    let strip: StripPlot
    let settings: RenderSettings

    private static let narrowest = 24
    private static let widest = 100

    var lines: [Line] {
        let width = min(settings.width ?? settings.pictureWidth ?? 80, Self.widest)
        guard width >= Self.narrowest, !strip.marks.isEmpty else { return accessibleLines }
        return names(width) + [line(width)] + scale(width) + key(width) + origin(width)
    }

    private func column(_ value: Double, _ width: Int) -> Int? {
        DotCanvas.step(strip.axis.place(value), of: width - 1).map { $0 + 1 }
    }

    /// Returns the rows of labels. The rows closest to the line are filled first.
    private func names(_ width: Int) -> [Line] {
        var rows = CaptionRows(width)
        for mark in strip.marks {
            if let column = column(mark.value, width) { rows.add(mark.label, below: column) }
        }
        return rows.lines.reversed()
    }

    private func line(_ width: Int) -> Line {
        let place = { (value: Double) in max(0, min(1, strip.axis.place(value))) }
        let band = strip.band.map { place($0.range.lowerBound)...place($0.range.upperBound) }
        var spans = (1..<width).map { column in
            let way = (Double(column) - 0.5) / Double(width - 1)
            let isInside = band.map { $0.lowerBound < $0.upperBound && $0.contains(way) } ?? false
            return isInside ? Span(settings.charset.thickFloor, .good) : Span(settings.charset.floor, .dim)
        }
        for mark in strip.marks {
            guard let column = column(mark.value, width) else { continue }
            let kind: Drawing.Role = strip.isInBand(mark) ? .bodyInZone : .body
            spans[column - 1] = Span(String(settings.charset.sign(of: kind)), .of(kind))
        }
        return Line([Span(settings.charset.star, .favorite)] + spans)
    }

    private func scale(_ width: Int) -> [Line] {
        CellAxis(axis: strip.axis, charset: settings.charset, corner: 0, columns: width - 1, width: width).lines
    }

    private func key(_ width: Int) -> [Line] {
        let name = Line(strip.axis.words(settings.charset), .label)
        let band = strip.band.map { Line(settings.charset.thickFloor, .good) + Line(" \($0.name)") }
        return Line.flowing([name] + (band.map { [$0] } ?? []), in: width)
    }

    private func origin(_ width: Int?) -> [Line] {
        strip.origin.map { Line($0.text, .dim).wrapped(to: width) } ?? []
    }

    var accessibleLines: [Line] {
        let (inside, outside) = (strip.marks.filter(strip.isInBand), strip.marks.filter { !strip.isInBand($0) })
        guard let band = strip.band else { return [] }
        let nearer = outside.filter { $0.value < band.range.lowerBound }
        let farther = outside.filter { $0.value > band.range.upperBound }
        let parts = [("Closer than the", nearer), ("In the", inside), ("Farther than the", farther)]
        return parts.filter { !$0.1.isEmpty }.flatMap { words, marks in
            Line("\(words) \(band.name): \(marks.map(\.label).joined(separator: ", ")).").wrapped(to: settings.width)
        } + origin(settings.width)
    }
}
