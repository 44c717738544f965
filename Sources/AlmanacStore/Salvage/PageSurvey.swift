import Model
import SQLite

/// The tables to which the pages of a damaged database belong, as far as this can be determined from the page trees and
/// the form of the rows.
struct PageSurvey {
    /// A page with rows.
    struct Entry {
        let page: Int
        /// The table whose tree contains the page, if known.
        let owner: TableShape?
        /// Whether no tree contains the page.
        let isDetached: Bool
        /// The tables to which most of the rows can belong, including the owner.
        let candidates: [TableShape]
    }

    /// A range of row IDs, or of values in the first column of the primary key. A bound is `nil` if it is unknown.
    struct KeyRange {
        var lower: Int64?
        var upper: Int64?
    }

    private let file: PageFile
    private let handle: InterruptHandle
    private var shapes: [TableShape]
    private(set) var entries: [Entry] = []
    /// The unreadable key ranges in each table’s tree.
    private(set) var lost: [String: [KeyRange]] = [:]
    private var schema = DamagedSchema()
    /// The pages that belong to trees. Each interior page is read only once, so that a cycle of pages does not cause an
    /// endless loop.
    private var reached: Set<Int> = []

    /// Reads all pages of a file, except free pages outside the trees.
    /// - Parameter shapes: The shapes of all tables in the current schema.
    init(of file: PageFile, for shapes: [TableShape], handle: InterruptHandle) throws {
        (self.file, self.shapes, self.handle) = (file, [.schema], handle)
        let free = FreePages.all(of: file)
        try readSchema(without: free)
        let trees = Dictionary(schema.trees.map { ($0.name, $0) }) { first, _ in first }
        self.shapes = shapes.map { shape in trees[shape.name]?.columns.map(shape.arranged) ?? shape }
        if lost[TableShape.schema.name] != nil {
            for shape in shapes where trees[shape.name] == nil && !shape.isIndex { lose(KeyRange(), of: shape) }
        }
        for tree in schema.trees {
            try walk(
                tree.root, isOfTable: tree.isIndex ? false : nil,
                of: tree.isIndex ? nil : self.shapes.first { $0.name == tree.name })
        }
        for page in stride(from: 2, through: file.count, by: 1) where !reached.contains(page) && !free.contains(page) {
            try rejectInterruption()
            if let page = file.tree(page), page.kind.hasRows { add(page, owner: nil, isDetached: true) }
        }
    }

    private func rejectInterruption() throws {
        if handle.isInterrupted { throw CancellationError() }
    }

    // MARK: - Trees

    /// Reads the schema table. If a part of its tree is unreadable, searches the other pages, except free pages, for
    /// its rows.
    private mutating func readSchema(without free: Set<Int>) throws {
        try walk(1, isOfTable: true, of: .schema)
        var pages = entries.map(\.page)
        entries = []
        if lost[TableShape.schema.name] != nil {
            for number in stride(from: 2, through: file.count, by: 1) where !free.contains(number) {
                try rejectInterruption()
                guard !reached.contains(number), let page = file.tree(number) else { continue }
                if fits(page, .schema) { pages.append(number) }
            }
        }
        for page in pages.compactMap(file.tree) {
            reached.insert(page.number)
            for cell in page.cells { file.values(of: cell, in: page).map { schema.add($0) } }
        }
    }

    /// Adds the pages of a tree.
    /// - Parameters:
    ///   - isOfTable: Whether the pages must belong to a table with row IDs; `nil` if this is unknown.
    ///   - owner: The table, or `nil` for an index or the table of another program.
    private mutating func walk(_ root: Int, isOfTable: Bool?, of owner: TableShape?) throws {
        let isOfTable = owner?.hasRowID ?? isOfTable
        var rest = [(page: root, range: KeyRange())]
        while let (number, range) = rest.popLast() {
            try rejectInterruption()
            guard !reached.contains(number), let page = file.tree(number),
                isOfTable.map({ $0 == page.kind.isOfTable }) ?? true
            else {
                lose(range, of: owner)
                continue
            }
            if page.kind.hasRows, page.cellCount > 0, let owner, !fits(page, owner) {
                lose(range, of: owner)
                continue
            }
            reached.insert(number)
            if page.kind.hasRows { add(page, owner: owner, isDetached: false) }
            if !page.kind.isLeaf { rest += children(of: page, range).reversed() }
        }
    }

    private func children(of page: TreePage, _ range: KeyRange) -> [(page: Int, range: KeyRange)] {
        var children: [(page: Int, range: KeyRange)] = []
        var lower = range.lower
        for cell in page.cells {
            guard let child = cell.child else { continue }
            // In the tree of a table, the key is the last row ID of the child. In the tree of an index, the cell
            // contains the row that follows the rows of the child.
            let key = (cell.rowID ?? file.values(of: cell, in: page)?.first?.integer).flatMap {
                (1..<Int64.max).contains($0) ? $0 : nil
            }
            children.append((child, KeyRange(lower: lower, upper: key ?? range.upper)))
            lower = page.kind.isOfTable ? key.map { $0 + 1 } : key
        }
        if let last = page.rightChild { children.append((last, KeyRange(lower: lower, upper: range.upper))) }
        return children
    }

    private mutating func lose(_ range: KeyRange, of owner: TableShape?) {
        if let owner { lost[owner.name, default: []].append(range) }
    }

    // MARK: - Rows

    private mutating func add(_ page: TreePage, owner: TableShape?, isDetached: Bool) {
        let formats = formats(of: page)
        let candidates = shapes.filter { shape in
            shape.isRecovered && shape.hasRowID == page.kind.isOfTable && Self.fit(formats, shape)
        }
        let owner = candidates.first { $0.name == owner?.name }
        guard !candidates.isEmpty else { return }
        entries.append(
            Entry(page: page.number, owner: owner, isDetached: isDetached, candidates: candidates))
    }

    private func fits(_ page: TreePage, _ shape: TableShape) -> Bool {
        page.kind.isOfTable == shape.hasRowID && Self.fit(formats(of: page), shape)
    }

    /// Returns whether most rows have the shape of a table.
    private static func fit(_ formats: [RowFormat], _ shape: TableShape) -> Bool {
        formats.count { shape.accepts($0.types) } * 2 > formats.count
    }

    private func formats(of page: TreePage) -> [RowFormat] {
        page.sample.compactMap { file.format(of: $0, in: page) }
    }
}

extension TreePage {
    /// Some of the cells, evenly distributed. The page’s table is recognized from their rows.
    var sample: [Cell] {
        stride(from: 0, to: cellCount, by: max(1, cellCount / 8)).compactMap(cell)
    }
}

/// The readable part of the schema table of a damaged database: the root page of each table and index, and the columns
/// of each table.
struct DamagedSchema {
    /// A table or an index. The columns are `nil` for an index, or if they are unreadable.
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

    /// Returns the names of the stored columns in a statement that creates a table, or `nil` if there is no complete
    /// list.
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

/// The pages of a file that contain no current data (https://sqlite.org/fileformat.html#the_freelist).
enum FreePages {
    /// Returns the numbers of the unused pages, as far as the list of these pages is valid.
    static func all(of file: PageFile) -> Set<Int> {
        var pages: Set<Int> = []
        let places = (file.geometry.usableSize / 4) - 2
        var next = file.bytes(of: 1)?.bigEndian(at: 32) ?? 0
        while next > 1, !pages.contains(next), let bytes = file.bytes(of: next) {
            let count = bytes.bigEndian(at: 4)
            guard 0...places ~= count else { break }
            let numbers = (0..<count).map { bytes.bigEndian(at: 8 + 4 * $0) }
            guard numbers.allSatisfy({ $0 > 1 && $0 <= file.count }) else { break }
            pages.insert(next)
            pages.formUnion(numbers)
            next = bytes.bigEndian(at: 0)
        }
        return pages
    }
}
