/// A picture of markers along a single axis, a few lines high.
public struct StripPlot: Hashable, Sendable {
    public let axis: Axis
    public let marks: [Marker]
    /// A highlighted part of the axis.
    public let band: Band?
    /// The origin of the data, or `nil` if it is not stated.
    public var origin: PictureOrigin?

    public struct Marker: Hashable, Sendable {
        public let label: String
        public let value: Double

        public init(_ label: String, _ value: Double) {
            self.label = label
            self.value = value
        }
    }

    public struct Band: Hashable, Sendable {
        public let name: String
        public let range: ClosedRange<Double>

        public init(_ name: String, _ range: ClosedRange<Double>) {
            self.name = name
            self.range = range
        }
    }

    /// Creates a strip.
    ///
    /// - Parameter marks: The markers. Markers outside the axis are omitted.
    public init(_ axis: Axis, marks: [Marker], band: Band?) {
        self.axis = axis
        self.marks = marks.filter { axis.shows($0.value) }
        self.band = band
    }

    public func isInBand(_ mark: Marker) -> Bool { band?.range.contains(mark.value) ?? false }

    /// A table with a row for each marker, for programs.
    public var table: Table {
        let rows = marks.map { mark in
            Row([
                Field("label", "Label", .text(mark.label)), Field("value", axis.title, .number(mark.value)),
                Field("inBand", band?.name ?? "", .flag(isInBand(mark))),
            ])
        }
        return Table(
            "strip", columns: [Column("label", "Label"), Column("value", axis.title, .trailing)], rows: rows,
            total: rows.count)
    }
}
