import Localization

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
