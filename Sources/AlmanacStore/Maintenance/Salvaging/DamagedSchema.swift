/// The readable part of the schema table of a damaged database: the first page of each table and index.
struct DamagedSchema {
    /// A table or an index. The columns are `nil` if they are unreadable.
    struct Tree {
        let name: String
        let isIndex: Bool
        let root: Int
        let columns: [String]?
    }

    private(set) var trees: [Tree] = []
    private var names: Set<String> = []

    /// Adds a row of the schema table. If there are several rows with the same name, the first is used.
    mutating func add(_ row: [StoredValue]) {
        guard row.count == 5, let type = row[0].text, ["table", "index"].contains(type), let name = row[1].text,
            let root = row[3].integer, root > 1, let page = Int32(exactly: root), names.insert(name).inserted
        else { return }
        let columns = type == "table" ? row[4].text.flatMap(Self.columns) : nil
        trees.append(Tree(name: name, isIndex: type == "index", root: Int(page), columns: columns))
    }

    /// Returns the names of the stored columns in a statement that creates a table, or `nil` if there is no list.
    static func columns(in sql: String) -> [String]? {
        let tokens = SQLTokens(sql).bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard let start = tokens.firstIndex(of: "(") else { return nil }
        var (definitions, depth): ([[String]], Int) = ([[]], 0)
        for token in tokens[(start + 1)...] {
            if token == "(" { depth += 1 }
            if token == ")" { depth -= 1 }
            if depth < 0 { break }
            if depth == 0, token == "," {
                definitions.append([])
            } else {
                definitions[definitions.count - 1].append(token)
            }
        }
        guard depth < 0 else { return nil }
        return definitions.compactMap(column)
    }

    /// Returns the name of the column in a definition, or `nil` for a constraint and for a column that is not stored.
    private static func column(in definition: [String]) -> String? {
        let words = definition.map { $0.uppercased() }
        guard let name = definition.first, !["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(words[0])
        else { return nil }
        if words.contains("GENERATED") || words.contains("AS"), !words.contains("STORED") { return nil }
        return "\"`[".contains(name.prefix(1)) ? String(name.dropFirst().dropLast()) : name
    }
}
