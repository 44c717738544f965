/// What there is to see beyond words: drawn in cells, written as SVG, and read by programs as rows.
public enum Picture: Hashable, Sendable {
    case plot(Plot)
    case drawing(Drawing)

    public var title: String {
        switch self {
        case .plot(let plot): plot.title
        case .drawing(let drawing): drawing.title
        }
    }

    public var table: Table {
        switch self {
        case .plot(let plot): plot.table
        case .drawing(let drawing): drawing.table
        }
    }
}
