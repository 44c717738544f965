import Localization

/// A picture that is drawn in terminal cells or as SVG. Machine-readable output contains its data as a table.
public enum Picture: Hashable, Sendable {
    case plot(Plot)
    case drawing(Drawing)
    case qrCode(QRCode)
    case tree(Tree)

    public var title: String {
        switch self {
        case .plot(let plot): plot.title
        case .drawing(let drawing): drawing.title
        case .qrCode(let code): code.title
        case .tree(let tree): tree.title.localized
        }
    }

    /// The origin of the data, or `nil` if it is not stated.
    public var origin: PictureOrigin? {
        get {
            switch self {
            case .plot(let plot): plot.origin
            case .drawing(let drawing): drawing.origin
            // QR codes and trees show only the user’s own data.
            case .qrCode, .tree: nil
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
            case .qrCode, .tree: break
            }
        }
    }

    public var table: Table {
        switch self {
        case .plot(let plot): plot.table
        case .drawing(let drawing): drawing.table
        case .qrCode(let code): code.table
        case .tree(let tree): tree.table
        }
    }
}

/// The filter, catalogs, and date of a picture.
public struct PictureOrigin: Hashable, Sendable {
    /// The filter, or `nil` if no filter was used.
    public let filter: String?
    /// The names of the catalogs, most used first.
    public let sources: [String]
    /// The date on which the picture was drawn, in ISO 8601 format.
    public let date: String

    public init(filter: String?, sources: [String], date: String) {
        self.filter = filter
        self.sources = sources
        self.date = date
    }

    /// The origin as sentences, such as `Drawn 2026-11-25. Filter: none. Source: NASA Exoplanet Archive.`
    public var text: String {
        let names = sources.isEmpty ? "unknown" : sources.joined(separator: ", ")
        return "Drawn \(date). Filter: \(filter ?? "none"). Source: \(names)."
    }
}

/// The background of a picture in a file.
public enum PictureTheme: Hashable, Sendable {
    case light, dark
}

/// A QR code (ISO/IEC 18004).
public struct QRCode: Hashable, Sendable {
    public let title: String
    /// The rows of the code from top to bottom, without a margin. Dark modules are `true`.
    public let modules: [[Bool]]
    /// The sentences about data that the code does not contain.
    public let notices: [Message]
    /// A machine-readable table with the content of the code.
    public let table: Table

    public init(_ title: String, modules: [[Bool]], notices: [Message], table: Table) {
        self.title = title
        self.modules = modules
        self.notices = notices
        self.table = table
    }

    /// Returns whether a module is dark. All modules in the margin are light.
    public func isDark(row: Int, column: Int) -> Bool {
        modules.indices.contains(row) && modules[row].indices.contains(column) && modules[row][column]
    }
}
