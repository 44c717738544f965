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

    /// The origin of the data, or `nil` if it is not stated.
    public var origin: PictureOrigin? {
        get {
            switch self {
            case .plot(let plot): plot.origin
            case .drawing(let drawing): drawing.origin
            }
        }
        set {
            switch self {
            case .plot(var plot):
                plot.origin = newValue
                self = .plot(plot)
            case .drawing(var drawing):
                drawing.origin = newValue
                self = .drawing(drawing)
            }
        }
    }

    public var table: Table {
        switch self {
        case .plot(let plot): plot.table
        case .drawing(let drawing): drawing.table
        }
    }
}
