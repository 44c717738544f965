import Glibc

/// The lines typed earlier, kept in a file that sessions share; each is there before its command runs.
public struct History: Sendable {
    /// How many lines are kept where nobody says otherwise.
    public static let usualLimit = 10_000

    /// The newest lines, the oldest of them first.
    public private(set) var lines = HistoryLines()
    private let path: String
    private let limit: Int
    private let isPrivate: Bool
    private let keeps: @Sendable (String) -> Bool
    /// How far the file has been read.
    private var end = 0

    /// Nothing is read before somebody asks: a file that cannot be read is an empty history.
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
    }

    /// Takes in what stands in the file and what other sessions have added.
    public mutating func refresh() {
        if end == 0, !isPrivate, let file = HistoryFile(path, O_RDWR) {
            read(file, mayShorten: true)
        } else if let file = HistoryFile(path, O_RDONLY) {
            read(file)
        }
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
        guard line != lines.last else { return }
        lines.append(line)
        lines.shorten(to: limit)
    }

    /// Only what was added since the last time; all of it, where another session has shortened the file.
    ///
    /// - Parameter mayShorten: Whether a file that holds twice as many lines as are wanted keeps only those that are.
    private mutating func read(_ file: borrowing HistoryFile, mayShorten: Bool = false) {
        let size = file.size
        guard size != end else { return }
        if size < end { (lines, end) = (HistoryLines(), 0) }
        lines.append(written: file.bytes(from: end))
        end = size
        let isTooMany = lines.count > limit * 2
        lines.shorten(to: limit)
        guard mayShorten, isTooMany, limit > 0 else { return }
        file.replace(with: lines)
        end = file.size
    }
}
