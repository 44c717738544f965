import Text

/// A terminal emulator that supports printing, cursor movement, and erasing. It ignores colors.
public struct ScreenEmulator: Hashable, Sendable {
    public let columns: Int
    public let height: Int
    public private(set) var row = 0
    public private(set) var column = 0
    private(set) var cells: [[String]]
    /// Whether the last column is filled and the next character starts a new row.
    private var isWrapPending = false

    public init(columns: Int, rows: Int) {
        self.columns = columns
        height = rows
        cells = Array(repeating: Self.blank(columns), count: rows)
    }

    /// Creates a screen with the given cells. Missing rows and columns are empty.
    init(cells rows: some Sequence<[String]>, columns: Int, rows height: Int, cursor: (row: Int, column: Int)) {
        self.init(columns: columns, rows: height)
        for (number, row) in rows.enumerated().prefix(height) {
            cells[number].replaceSubrange(0..<min(row.count, columns), with: row.prefix(columns))
        }
        move(cursor.row, cursor.column)
    }

    private static func blank(_ columns: Int) -> [String] { Array(repeating: " ", count: columns) }

    /// The rows without trailing spaces.
    public var lines: [String] {
        cells.map { row in
            row.lastIndex { $0 != " " }.map { row[...$0].joined() } ?? ""
        }
    }

    public var text: String { lines.joined(separator: "\n") }

    /// Applies program output to the screen.
    /// - Parameter output: Program output that does not end within a control sequence.
    public mutating func show(_ output: String) {
        var rest = output.unicodeScalars[...]
        while let scalar = rest.first {
            let text = rest.prefix { $0.value >= 0x20 }
            rest = rest.dropFirst(max(1, text.count))
            switch scalar {
            case "\u{1B}": obey(&rest)
            case "\n": lineFeed()
            case "\r": move(row, 0)
            case "\u{8}": move(row, column - 1)
            default: for character in String(text) { put(character) }
            }
        }
    }

    private mutating func put(_ character: Character) {
        let width = character.asciiValue.map { $0 < 0x7F ? 1 : 0 } ?? DisplayWidth.width(of: character)
        guard width > 0 else { return }
        if isWrapPending || column + width > columns {
            column = 0
            lineFeed()
        }
        guard width <= columns else { return }
        cells[row][column] = String(character)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
        isWrapPending = column >= columns
        if isWrapPending { column = columns - 1 }
    }

    private mutating func lineFeed() {
        isWrapPending = false
        if row < height - 1 {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Self.blank(columns))
        }
    }

    private mutating func move(_ row: Int, _ column: Int) {
        self.row = min(max(0, row), height - 1)
        self.column = min(max(0, column), columns - 1)
        isWrapPending = false
    }

    // MARK: - Control sequences

    private mutating func obey(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.first == "[" else { return }
        rest.removeFirst()
        let parameters = rest.prefix { !("@"..."~").contains($0) }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst() else { return }
        let numbers = String(parameters).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let count = max(1, numbers.first ?? 1)
        switch final {
        case "A": move(row - count, column)
        case "B": move(row + count, column)
        case "C": move(row, column + count)
        case "D": move(row, column - count)
        case "G": move(row, count - 1)
        case "H": move(count - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
        case "J": erase(numbers.first ?? 0)
        case "K": eraseInRow(numbers.first ?? 0)
        default: break
        }
    }

    private mutating func erase(_ part: Int) {
        isWrapPending = false
        switch part {
        case 0:
            eraseInRow(0)
            for row in (row + 1)..<max(row + 1, height) { cells[row] = Self.blank(columns) }
        case 2: cells = Array(repeating: Self.blank(columns), count: height)
        default: break
        }
    }

    private mutating func eraseInRow(_ part: Int) {
        let range = part == 0 ? column..<columns : part == 1 ? 0..<column + 1 : 0..<columns
        for column in range { cells[row][column] = " " }
    }

    /// Resizes the screen as xterm does: long rows are wrapped, and excess rows scroll off the top.
    public mutating func resize(columns: Int, rows: Int) {
        var broken: [[String]] = []
        var place = (row: 0, column: 0)
        for (number, cells) in cells.enumerated() {
            let isCursorHere = number == row
            let width = max(cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0, isCursorHere ? column + 1 : 0)
            var kept: [String] = []
            for (column, cell) in cells.prefix(width).enumerated() where !cell.isEmpty {
                let isWide = column + 1 < cells.count && cells[column + 1].isEmpty
                if kept.count + (isWide ? 2 : 1) > columns {
                    broken.append(kept)
                    kept = []
                }
                if isCursorHere, column == self.column { place = (broken.count, kept.count) }
                kept += isWide ? [cell, ""] : [cell]
            }
            broken.append(kept)
        }
        while broken.count > rows, broken.last?.isEmpty == true, place.row < broken.count - 1 { broken.removeLast() }
        let gone = max(0, min(broken.count - rows, place.row))
        self = ScreenEmulator(
            cells: broken.dropFirst(gone), columns: columns, rows: rows, cursor: (place.row - gone, place.column))
    }
}
