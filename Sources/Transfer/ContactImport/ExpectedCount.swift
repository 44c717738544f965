import Interchange

/// An estimate of the number of items in all files, based on the items read so far.
struct ExpectedCount {
    private let size: Int?
    private var passed = ReadProgress()

    init(_ sources: [any ByteSource]) {
        let sizes = sources.compactMap(\.size)
        size = sizes.count == sources.count ? sizes.reduce(0, +) : nil
    }

    mutating func pass(_ part: ReadProgress) { passed += part }

    /// Returns the estimate, or `nil` if the total size is unknown or nothing has been read.
    func total(with part: ReadProgress) -> Int? {
        var taken = passed
        taken += part
        guard let size, taken.bytes > 0, taken.items > 0 else { return nil }
        return Int(Double(taken.items) * Double(size) / Double(taken.bytes))
    }
}
