import TestSupport

/// A call that changed a file, as recorded by `FaultShim`.
struct RecordedCall {
    enum Kind: String { case create, mkdir, write, truncate, sync, rename, link, unlink }

    let kind: Kind
    /// The inode of the file or folder, which identifies it until it is removed.
    let inode: UInt64
    /// The offset of a write, or the new size of a truncated file.
    let offset: Int
    let path: String
    /// The new name of a renamed or linked file.
    let target: String
    let bytes: [UInt8]

    /// Returns the calls in a recording.
    /// - Throws: `Failure` if the recording is malformed.
    static func all(in recording: [UInt8]) throws -> [RecordedCall] {
        var calls: [RecordedCall] = []
        var rest = recording[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            let numbers = words.dropFirst().compactMap { Int($0) }
            guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }), numbers.count == 5 else {
                throw ChildProcess.Failure(description: "Invalid recording: \(words)")
            }
            rest = rest[(end + 1)...]
            func take(_ count: Int) -> ArraySlice<UInt8> {
                defer { rest = rest.dropFirst(count) }
                return rest.prefix(count)
            }
            let (path, target) = (take(numbers[3]), take(numbers[4]))
            calls.append(
                RecordedCall(
                    kind: kind, inode: UInt64(numbers[0]), offset: numbers[1],
                    path: String(decoding: path, as: UTF8.self), target: String(decoding: target, as: UTF8.self),
                    bytes: Array(take(numbers[2]))))
        }
        return calls
    }
}
