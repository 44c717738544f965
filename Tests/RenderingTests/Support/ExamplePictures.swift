import Display

/// Small pictures whose complete output is tested.
enum ExamplePictures {
    private static let table = Table("rows", columns: [], rows: [])

    /// A scatter plot with a named class, a reference line, a reference area, omissions, and an origin.
    static let plot: Picture = {
        var plot = Plot(
            "Sizes & masses", x: Axis("Mass", unit: "M⊕", scale: .logarithmic, range: 1...100),
            y: Axis("Radius", unit: "R⊕", range: 0...4),
            marks: [
                "Transit": [Plot.Marker("K2-18 b", x: 10, y: 2), Plot.Marker("b", x: 100, y: 4)],
                "Imaging": [Plot.Marker("c", x: 1, y: 0)],
            ], named: ["Imaging"],
            guides: [
                Plot.Guide("rock 3.3 g/cm³", labeled: "rock line", along: [(1, 1), (100, 3)]),
                Plot.Guide("zone", within: [(10, 1), (20, 1), (20, 3)]),
            ], omissions: [Plot.Omission(4321, "without a mass")])
        plot.origin = PictureOrigin(filter: "mass > 1", sources: ["NASA", "IAU"], date: "2026-11-21")
        return .plot(plot)
    }()

    /// A bar chart with two classes, which are stacked in the first bar.
    static let bars = Picture.plot(
        Plot(
            "Bars", x: Axis("Year", range: 0...20), y: Axis("Number", range: 0...12).wholeNumbers, .bars,
            marks: [
                "Transit": [Plot.Marker("2000", x: 5, y: 6, standingFor: 6, over: 0...10)],
                "Imaging": [
                    Plot.Marker("2000", x: 5, y: 3, standingFor: 3, over: 0...10),
                    Plot.Marker("2010", x: 15, y: 2, standingFor: 2, over: 10...20),
                ],
            ]))

    /// Disks whose captions do not fit in one row.
    static let disks = Picture.drawing(
        Drawing(
            "Disks",
            shapes: [("Sun", 2.0, 2.0), ("Mercury with a long name", 5, 0.5), ("Venus with a long name", 6, 0.5)].map {
                Drawing.Shape($0, $0, .body, .disc(Drawing.Point(x: $1, y: $2), radius: $2))
            }, rulers: [Drawing.Ruler(Axis("Scale", unit: "km", range: 0...10), along: 0...5)],
            notices: ["X is missing."], table: table))

    /// Bodies around a star, with a zone, an angular orbit, and a legend.
    static let orbits: Picture = {
        let axis = Axis("Distance", unit: "au", range: 0...10)
        let corners = [(5.0, 0.0), (0, 5), (-5, 0), (0, -5)].map { Drawing.Point(x: $0, y: $1) }
        return .drawing(
            Drawing(
                "Orbits", along: axis,
                shapes: [
                    Drawing.Shape("", "the zone", .zone, .ring(inner: 2, outer: 4)),
                    Drawing.Shape("", "", .orbit, .loop(corners)),
                    Drawing.Shape("Sun", "the Sun", .star, .sign(Drawing.Point(x: 0, y: 0))),
                    Drawing.Shape("Earth", "the Earth", .bodyInZone, .sign(Drawing.Point(x: 3, y: 0))),
                    Drawing.Shape("Mars", "", .body, .sign(Drawing.Point(x: 0, y: 10))),
                ],
                keys: [
                    Drawing.Key(.star, "star"), Drawing.Key(.orbit, "orbit"), Drawing.Key(.zone, "habitable zone"),
                ], rulers: [Drawing.Ruler(axis, along: 0...10)], notices: [], table: table))
    }()

    /// A tree of three generations with a list.
    static let tree = Picture.tree(
        Tree(
            "Relations",
            rows: [
                Tree.Row("Ed & Edna", generation: 1, ends: [true], isSubject: false),
                Tree.Row("Fred", generation: 2, ends: [true, false], isSubject: true),
                Tree.Row("Pebbles", generation: 3, ends: [true, false, true], isSubject: false),
                Tree.Row("Zack", generation: 2, ends: [true, true], isSubject: false),
            ], lists: [Tree.List("Work", ["George Slate: manager"])], table: table))
}
