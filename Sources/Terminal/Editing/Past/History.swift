import Glibc

/// The lines typed earlier, kept in a file that sessions share; each is there before its command runs.
public struct History: Sendable {
    /// How many lines are kept where nobody says otherwise.
    public static let usualLimit = 10_000

    /// The newest lines, the oldest of them first.
    public private(set) var lines: [String] = []
    private let path: String
    private let limit: Int
    private let isPrivate: Bool
    private let keeps: @Sendable (String) -> Bool
    /// How far the file has been read.
    private var end = 0

    /// A file that cannot be read is an empty history.
    ///
    /// - Parameters:
    ///   - limit: How many lines are kept; 0 keeps none.
    ///   - isPrivate: The lines typed earlier are there, but no new one goes into the file.
    ///   - keeps: Whether a line may be kept at all: not if it says a secret.
    public init(
        path: String, limit: Int = usualLimit, isPrivate: Bool = false,
        keeps: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.path = path
        self.limit = max(0, limit)
        self.isPrivate = isPrivate
        self.keeps = keeps
        if !isPrivate, limit > 0 { HistoryFile(path, O_RDWR)?.shorten(to: limit) }
        refresh()
    }

    /// Takes in what other sessions have added.
    public mutating func refresh() {
        if let file = HistoryFile(path, O_RDONLY) { read(file) }
    }

    /// Keeps a line, unless it begins with a blank, is empty, repeats the one before, or may not be kept. A file that
    /// cannot be written costs the history, never the command.
    public mutating func append(_ line: String) {
        guard let first = line.first, !first.isWhitespace, limit > 0, keeps(line) else { return }
        if !isPrivate, let file = HistoryFile(path, O_RDWR | O_APPEND | O_CREAT) {
            read(file)
            guard line != lines.last else { return }
            file.append(line)
            end = file.size
        }
        if line != lines.last { add([line]) }
    }

    /// Only what was added since the last time; all of it, where another session has shortened the file.
    private mutating func read(_ file: borrowing HistoryFile) {
        let size = file.size
        guard size != end else { return }
        if size < end { (lines, end) = ([], 0) }
        add(file.lines(from: end))
        end = size
    }

    private mutating func add(_ new: [String]) {
        lines += new.suffix(limit)
        if lines.count > limit { lines.removeFirst(lines.count - limit) }
    }
}
