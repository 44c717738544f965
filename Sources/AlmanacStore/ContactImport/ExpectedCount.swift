import Interchange

/// An estimate of the number of items in all files, based on the items read so far.
struct ExpectedCount {
    // A sum of sizes that file systems report can overflow an integer.
    private let size: Double?
    private var passed = ReadProgress()

    init(_ sources: [any ByteSource]) {
        let sizes = sources.compactMap(\.size)
        size = sizes.count == sources.count ? sizes.map(Double.init).reduce(0, +) : nil
    }

    mutating func pass(_ part: ReadProgress) { passed += part }

    /// Returns the estimate, or `nil` if the total size is unknown or nothing has been read.
    func total(with part: ReadProgress) -> Int? {
        var taken = passed
        taken += part
        guard let size, taken.bytes > 0, taken.items > 0 else { return nil }
        return Int(exactly: (Double(taken.items) * size / Double(taken.bytes)).rounded(.down))
    }
}
