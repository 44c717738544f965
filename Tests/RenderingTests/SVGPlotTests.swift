import Display
import TestSupport
import Testing

@testable import Rendering

@Suite("Plots and drawings as SVG", .long("random plots"))
struct SVGPlotTests {
    @Test(
        "SVG plots are well-formed and reproducible, contain no scripts, and have a title for each marker and guide",
        arguments: 0..<UInt64(try Soak.times(atLeast: 40, byDefault: 2)))
    func wellFormed(seed: UInt64) throws {
        var plots = RandomPlots(seed: seed)
        for _ in 0..<10 {
            let plot = plots.plot()
            let text = Picture.plot(plot).svg()
            let names = try #require(elements(of: text), "\(text.prefix(400))")
            #expect(names.first == "svg")
            #expect(names.count { $0 == "title" } == 1 + plot.count + plot.guides.count)
            #expect(!names.contains("script"))
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
            #expect(Picture.plot(plot).svg() == text)
        }
    }

    @Test(
        "SVG drawings are well-formed, with descriptions as titles",
        arguments: 0..<UInt64(try Soak.times(atLeast: 40, byDefault: 2)))
    func drawings(seed: UInt64) throws {
        var drawings = RandomDrawings(seed: seed)
        for _ in 0..<10 {
            let drawing = drawings.drawing()
            let text = Picture.drawing(drawing).svg()
            let names = try #require(elements(of: text), "\(text.prefix(400))")
            #expect(names.count { $0 == "title" } == 1 + drawing.shapes.count { !$0.words.isEmpty })
            #expect(!names.contains("script") && !text.contains("nan") && !text.contains("inf "))
            #expect(text.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640""#))
            #expect(Picture.drawing(drawing).svg() == text)
        }
    }

    @Test("SVG plots have a fixed size, and marker titles contain the label and the values")
    func example() {
        let axes = (
            Axis("Mass", unit: "M⊕", scale: .logarithmic, range: 1...100), Axis("Radius", unit: "R⊕", range: 0...4)
        )
        let plot = Plot("<Sizes>", x: axes.0, y: axes.1, marks: ["Transit": [Plot.Marker("K2-18 \"b\"", x: 10, y: 2)]])
        let text = Picture.plot(plot).svg()
        #expect(text.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640""#))
        #expect(text.contains("<title>&lt;Sizes&gt;</title>"))
        // The marker is at the center of both axes.
        let mark = #"<circle cx="494.0" cy="308.0" r="4.5">"#
        #expect(text.contains(mark + "<title>K2-18 &quot;b&quot;: 10 M⊕, 2 R⊕</title></circle>"))
    }

    @Test(
        "Labels in SVG pictures never overlap and are inside the document",
        arguments: 0..<UInt64(try Soak.times(atLeast: 40, byDefault: 2)))
    func labels(seed: UInt64) {
        var (plots, drawings) = (RandomPlots(seed: seed), RandomDrawings(seed: seed))
        for _ in 0..<10 {
            for picture in [Picture.plot(plots.plot()), .drawing(drawings.drawing())] {
                let labels = SVGGeometry(picture.svg()).labels
                #expect(!labels.isEmpty)
                let outside = labels.filter { !$0.isInside }
                #expect(outside.isEmpty, "\(outside)")
                let pairs = SVGGeometry.overlaps(labels)
                #expect(pairs.isEmpty, "\(pairs)")
            }
        }
    }

    @Test("The caption of a disk ends with its unit")
    func captions() {
        let disc = Drawing.Shape(
            "Sun", of: Quantity(109, unit: "R⊕"), "", .body, .disc(Drawing.Point(x: 0, y: 0), radius: 109))
        let drawing = Drawing(
            "Sizes", shapes: [disc], rulers: [], notices: [], table: Table("sizes", columns: [], rows: []))
        let text = Picture.drawing(drawing).svg()
        #expect(text.contains(">Sun 109 R⊕</text>") && text.contains("<title>Sun 109 R⊕</title>"))
    }

    @Test("Captions and rulers are directly below the disks, and a caption without space does not displace others")
    func captionPlaces() {
        for (count, least) in [(3, 3), (8, 8), (24, 16)] {
            let discs = (0..<count).map { number in
                Drawing.Shape(
                    "Body \(number) 1.234", "", .body, .disc(Drawing.Point(x: Double(number) * 2.2, y: 1), radius: 1))
            }
            let ruler = Drawing.Ruler(
                Axis("Scale", unit: "km", range: 0...10), along: 0...(Double(count - 1) * 2.2 + 1))
            let drawing = Drawing(
                "Sizes", shapes: discs, rulers: [ruler], notices: [], table: Table("sizes", columns: [], rows: []))
            let text = Picture.drawing(drawing).svg()
            let circles = text.matches(of: /<circle cx="[0-9.]+" cy="([0-9.]+)" r="([0-9.]+)"/)
            let bottom =
                circles.compactMap { circle in Double(circle.1).flatMap { y in Double(circle.2).map { y + $0 } } }
                .max() ?? 0
            let labels = SVGGeometry(text).labels
            let captions = labels.filter { $0.text.hasPrefix("Body") }
            #expect(captions.count >= least && circles.count == count, "\(captions.count) of \(count)")
            let first = captions.map(\.y.lowerBound).min() ?? 0
            #expect((0...20).contains(first - bottom), "\(first) \(bottom)")
            let last = captions.map(\.y.upperBound).max() ?? 0
            let scale = labels.first { $0.text.hasPrefix("Scale") }?.y.lowerBound ?? 0
            #expect((0...20).contains(scale - last), "\(scale) \(last)")
        }
    }

    @Test("Captions with enough space are in one row, each centered below its disk")
    func centeredCaptions() {
        let discs = (0..<3).map { number in
            Drawing.Shape("Body \(number)", "", .body, .disc(Drawing.Point(x: Double(number) * 9, y: 1), radius: 1))
        }
        let drawing = Drawing(
            "Sizes", shapes: discs, rulers: [], notices: [], table: Table("sizes", columns: [], rows: []))
        let text = Picture.drawing(drawing).svg()
        let captions = SVGGeometry(text).labels.filter { $0.text.hasPrefix("Body") }
        #expect(captions.count == 3 && Set(captions.map(\.y.lowerBound)).count == 1, "\(captions)")
        let centers = text.matches(of: /<circle cx="([0-9.]+)"/).compactMap { Double($0.1) }
        for (caption, center) in zip(captions, centers) {
            #expect(abs((caption.x.lowerBound + caption.x.upperBound) / 2 - center) < 2, "\(caption) \(center)")
        }
    }

    @Test("A ring is drawn as a circle whose line is as wide as the area between its bounds")
    func ring() {
        let shapes = [
            Drawing.Shape("", "", .zone, .ring(inner: 1, outer: 2)),
            Drawing.Shape("", "", .body, .disc(Drawing.Point(x: 2, y: 0), radius: 0.5)),
        ]
        let drawing = Drawing(
            "Zone", shapes: shapes, rulers: [], notices: [], table: Table("shapes", columns: [], rows: []))
        let text = Picture.drawing(drawing).svg()
        let circles = text.matches(of: /<circle [^>]*r="([0-9.]+)"[^>]*>/)
        #expect(circles.count == 2 && !text.contains(/\sd="[^"]*[aA]/))
        let width = text.firstMatch(of: /stroke-width="([0-9.]+)"/).flatMap { Double($0.1) } ?? 0
        let radius = circles.first.flatMap { Double($0.1) } ?? 0
        #expect(abs(radius - width * 1.5) < 0.3)
    }

    @Test("A reference line is labeled where it has the fewest markers, and all lines share a legend entry")
    func guideNames() {
        let marks = (0..<200).map { Plot.Marker("a", x: Double($0) / 40, y: $0 % 2 == 0 ? 3 : 7) }
        let guides = [("water", 3.0), ("rock", 7.0)].map { name, y in
            Plot.Guide("\(name) in g/cm³", labeled: name, along: [(0, y), (10, y)])
        }
        let axes = (Axis("x", range: 0...10), Axis("y", range: 0...10))
        let plot = Plot("Lines", x: axes.0, y: axes.1, marks: ["Transit": marks], guides: guides)
        let text = Picture.plot(plot).svg()
        let labels = text.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>(water|rock)</)
        let lines = text.matches(of: /d="M[0-9.]+ ([0-9.]+)L[0-9.]+ [0-9.]+" clip-path/)
        #expect(labels.count == 2 && lines.count == 2)
        for (label, line) in zip(labels, lines) {
            #expect((Double(label.1) ?? 0) > 494)
            let distance = (Double(label.2) ?? 0) - (Double(line.1) ?? 0)
            #expect((3.8...4.2).contains(distance))
        }
        #expect(text.contains(">water in g/cm³, rock in g/cm³</text>"))
    }

    @Test(
        "The line from a marker to its label does not cross other markers or labels",
        arguments: 0..<6 as Range<UInt64>)
    func lines(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let places = (0..<14).map { _ in
            (x: Double(400 + chance.number(below: 60)), y: Double(300 + chance.number(below: 60)))
        }
        let room = SVGBox(x: 0...960, y: 0...640)
        var placer = SVGLabelPlacer(in: room, around: places)
        let placed = places.enumerated().compactMap { number, place in
            placer.place("Body \(number)", x: place.x, y: place.y).map {
                (place: place, label: $0.label, line: $0.line)
            }
        }
        #expect(placed.contains { $0.line != nil })
        for (index, one) in placed.enumerated() {
            guard let line = one.line else { continue }
            for (number, other) in placed.enumerated() where number != index {
                #expect(!other.label.box.isCrossed(by: line))
            }
            for place in places {
                let box = SVGBox(x: place.x, y: place.y, radius: SVGLabelPlacer.radius)
                let isOwn = box.x.contains(one.place.x) && box.y.contains(one.place.y)
                #expect(isOwn || !box.isCrossed(by: line))
            }
        }
    }

    @Test("A label on a line has its own background, and markers are larger if there are few")
    func readable() {
        let axes = (Axis("x", range: 0...10), Axis("y", range: 0...10))
        let line = Plot.Guide("Milky Way", labeled: "Milky Way", along: [(0, 5), (10, 5)])
        func text(_ count: Int) -> String {
            let marks = (0..<count).map { Plot.Marker("a", x: Double($0 % 10), y: 3) }
            return Picture.plot(
                Plot("Lines", x: axes.0, y: axes.1, marks: ["Transit": marks], guides: [line])
            ).svg()
        }
        #expect(text(3).contains(/<rect x="[0-9.]+" [^>]*fill-opacity="0.85"\/>\n<text [^>]*>Milky Way</))
        #expect(text(3).contains("r=\"4.5\"") && text(100).contains("r=\"3.5\"") && text(400).contains("r=\"2.5\""))
    }

    @Test("Each line of a wrapped sentence except the last is nearly full")
    func filled() {
        let sentence = Array(repeating: "without mass or radius,", count: 20).joined(separator: " ")
        let lines = SVGLabel.wrapped(sentence, to: 880, size: 12)
        #expect(lines.dropLast().allSatisfy { (115...150).contains($0.count) }, "\(lines)")
    }

    @Test("Wrapping a sentence keeps its words", arguments: 0..<20 as Range<UInt64>)
    func wrapped(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let words = (0..<60).map { _ in
            String(repeating: chance.pick(["W", "i", "n", "界"]), count: 1 + chance.number(below: 9))
        }
        let lines = SVGLabel.wrapped(words.joined(separator: " "), to: 400, size: 12)
        #expect(lines.joined(separator: " ").split(separator: " ").map(String.init) == words)
        #expect(lines.allSatisfy { $0.count { $0 == "W" || $0 == "界" } < 50 })
    }

    @Test("The dark theme uses a dark background, other colors, and the same shapes and labels")
    func dark() {
        var plots = RandomPlots(seed: 7)
        let picture = Picture.plot(plots.plot())
        let (light, dark) = (picture.svg(.light), picture.svg(.dark))
        #expect(light.contains("fill=\"#ffffff\"") && !dark.contains("fill=\"#ffffff\"/>"))
        let colorless = { (text: String) in text.replacing(/#[0-9a-f]{6}/, with: "color") }
        #expect(light != dark && colorless(light) == colorless(dark))
    }

    @Test(
        "The XML checker rejects malformed XML",
        arguments: ["<a>", "<a></b>", "<a b=1/>", "<a/><b/>", "<a>&</a>", "<a>\u{1}</a>", "<a>", "x<a/>"])
    func checker(text: String) { #expect(elements(of: text) == nil) }

    /// Returns the names of the elements in order, or `nil` if the text is not well-formed XML 1.0. Declarations and
    /// comments are not supported.
    private func elements(of text: String) -> [String]? {
        let isAllowed = { (scalar: Unicode.Scalar) in
            scalar.value >= 0x20 && scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
                || "\t\n\r".unicodeScalars.contains(scalar)
        }
        guard text.unicodeScalars.allSatisfy(isAllowed) else { return nil }
        var (names, open, rest) = ([String](), [String](), text[...])
        // XML consists of scalars, so a combining mark after a bracket does not combine with the bracket.
        let tag = /<(\/?)([A-Za-z]+)((?: [A-Za-z:-]+="[^"<&]*(?:&[a-z0-9#]+;[^"<&]*)*")*)(\/?)>/
            .matchingSemantics(.unicodeScalar)
        let words = /[^<&]*(?:&(?:amp|lt|gt|quot|#39);[^<&]*)*/.matchingSemantics(.unicodeScalar)
        while !rest.isEmpty {
            guard let before = rest.prefixMatch(of: words) else { return nil }
            let isOutside = open.isEmpty && !before.0.allSatisfy(\.isWhitespace)
            rest = rest[before.range.upperBound...]
            if isOutside { return nil }
            if rest.isEmpty { break }
            guard let match = rest.prefixMatch(of: tag) else { return nil }
            rest = rest[match.range.upperBound...]
            let name = String(match.2)
            if !match.1.isEmpty {
                guard open.popLast() == name else { return nil }
            } else {
                if open.isEmpty && !names.isEmpty { return nil }
                names.append(name)
                if match.4.isEmpty { open.append(name) }
            }
        }
        return open.isEmpty && !names.isEmpty ? names : nil
    }
}
