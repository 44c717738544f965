import Interchange

/// About how many items there are in all files of an import, as many to a byte as in what was taken so far.
struct ExpectedCount {
    /// Of all files; nil if that of one is not known.
    private let size: Int?
    /// Of the files that are done.
    private var passed = ReadProgress()

    init(_ sources: [any ByteSource]) {
        let sizes = sources.compactMap(\.size)
        size = sizes.count == sources.count ? sizes.reduce(0, +) : nil
    }

    /// A file is done.
    mutating func pass(_ part: ReadProgress) { passed += part }

    /// Nil as long as too little was taken to tell.
    func total(with part: ReadProgress) -> Int? {
        let taken = passed + part
        guard let size, taken.bytes > 0, taken.items > 0 else { return nil }
        return Int(Double(taken.items) * Double(size) / Double(taken.bytes))
    }
}
