import FileIO
import Localization
import Model

/// How far a file is that grows until it is about as large as another one.
struct FileGrowth {
    private let path: String
    private let part: Title
    /// In KiB.
    private let total: Int?

    init(of path: String, to original: String, part: Title) {
        self.path = path
        self.part = part
        total = Self.size(of: original)
    }

    func tell() {
        let done = Self.size(of: path) ?? 0
        WorkStep.report(WorkStep(part, done: total.map { min(done, $0) } ?? done, of: total))
    }

    private static func size(of path: String) -> Int? {
        (try? FileSystem.entry(path)).flatMap { $0.map { Int($0.bytes >> 10) } }
    }
}
