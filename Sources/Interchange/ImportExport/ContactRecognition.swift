/// What a file holds, and which reader it needs, by how its bytes begin.
public enum ContactRecognition {
    public enum Contents: Hashable, Sendable {
        /// vCards, jCards, or what their reader knows by name to be something else.
        case cards
        case table
        /// Planets in a table.
        case catalog
        /// All of a store, in our own JSON.
        case archive
    }

    /// So many bytes of the beginning are looked at, if there are as many.
    public static let beginning = 64 << 10

    /// - Parameter file: As its owner knows it.
    public static func contents(of file: String, beginning: [UInt8]) -> Contents {
        var arriving = IncrementalTextDecoder()
        let start = arriving.decode(beginning.prefix(4096)) + arriving.finish()
        let text = String(decoding: start, as: UTF8.self)
        let first = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" }
        if first == "{", text.contains("\"almanac\"") { return .archive }
        if text.lowercased().contains("begin:vcard") { return .cards }
        if isCatalog(beginning, of: file) { return .catalog }
        if [".csv", ".tsv"].contains(where: file.lowercased().hasSuffix) { return .table }
        if first.map("{[<".contains) ?? true || start.contains(0) { return .cards }
        let isTable = (try? TableColumns(of: file, beginning: beginning, mapping: [:])) != nil
        return isTable ? .table : .cards
    }

    /// - Parameter mapping: What the columns of a table are for, where somebody says so.
    public static func reader(
        of file: String, beginning: [UInt8], mapping: [String: String] = [:]
    ) -> any ItemReader<CardItem> {
        switch contents(of: file, beginning: beginning) {
        case .table: ContactCSVReader(file: file, mapping: mapping)
        case .cards, .archive, .catalog: CardReader(file: file)
        }
    }

    private static func isCatalog(_ beginning: [UInt8], of file: String) -> Bool {
        var reader = CatalogReader(file: file)
        reader.feed(beginning)
        return (try? reader.dialect()) != nil || beginning.starts(with: archivesOwn.utf8)
    }

    /// The first line of a table that the archive gives out; all its columns follow in comments.
    private static let archivesOwn = "# This file was produced by the NASA Exoplanet Archive"

    /// Whether a file of a folder is taken for one of contacts, by how its name ends.
    public static func isCandidate(_ name: String) -> Bool {
        endings.contains { name.lowercased().hasSuffix($0) }
    }

    private static let endings = [".vcf", ".vcard", ".jcf", ".jcard", ".csv", ".tsv"]
}
