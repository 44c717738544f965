/// Detection of the formats of imported files.
public enum ImportFormatDetection {
    public enum Contents: Hashable, Sendable {
        /// A file of cards, or a file of another known type, which the card reader rejects.
        case cards
        case table
        case catalog
        case archive
    }

    public static let beginning = 64 << 10

    /// Returns the contents of a file.
    ///
    /// - Parameter mapping: The column mapping: field names by heading.
    public static func contents(of file: String, beginning: [UInt8], mapping: [String: String] = [:]) -> Contents {
        var arriving = IncrementalTextDecoder()
        let start = arriving.decode(beginning.prefix(4096)) + arriving.finish()
        let text = String(decoding: start, as: UTF8.self)
        let first = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
        if first == "{", text.contains("\"almanac\""), !text.contains("\"@type\"") { return .archive }
        if let format = TableFormat(start), format != .ipac { return .catalog }
        if text.lowercased().contains("begin:vcard") || CardFileKind(start).isOtherCardFormat { return .cards }
        if isCatalog(beginning, of: file) || mapping.values.contains(where: AlmanacCatalogColumns.isNumber) {
            return .catalog
        }
        if [".csv", ".tsv"].contains(where: unpackedName(file).hasSuffix) { return .table }
        if first.map("{[<".contains) ?? true || start.contains(0) { return .cards }
        let isTable = (try? TableColumns(of: file, beginning: beginning, mapping: [:])) != nil
        return isTable ? .table : .cards
    }

    public static func reader(
        of file: String, beginning: [UInt8], mapping: [String: String] = [:], encoding: TableEncoding? = nil
    ) -> any ItemReader<CardItem> {
        switch contents(of: file, beginning: beginning) {
        case .table: ContactCSVReader(file: file, mapping: mapping, encoding: encoding)
        case .cards, .archive, .catalog: CardReader(file: file)
        }
    }

    private static func isCatalog(_ beginning: [UInt8], of file: String) -> Bool {
        var reader = CatalogReader(file: file)
        reader.feed(beginning)
        reader.finish()
        return (try? reader.dialect()) != nil || beginning.starts(with: archivesOwn.utf8)
    }

    /// The first line of a table exported by the NASA Exoplanet Archive. Comments that describe the columns follow.
    private static let archivesOwn = "# This file was produced by the NASA Exoplanet Archive"

    /// Returns whether a file in a folder can contain contacts, judging by its extension.
    public static func isCandidate(_ name: String) -> Bool {
        endings.contains { unpackedName(name).hasSuffix($0) }
    }

    /// Returns the name of a file in lowercase, without the extension of a compressed file.
    private static func unpackedName(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
    }

    private static let endings = [".vcf", ".vcard", ".jcf", ".jcard", ".jscontact", ".ldif", ".ldi", ".csv", ".tsv"]
}
