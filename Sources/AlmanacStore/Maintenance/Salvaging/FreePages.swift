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
