/// A picture that is drawn in terminal cells or as SVG. Programs receive its data as a table.
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
