/// Memory that only grows until all of it is forgotten: the cheapest way to copy texts.
struct Arena {
    private let memory: UnsafeMutableRawPointer
    private var used = 0

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    @inline(__always)
    mutating func copy(_ source: UnsafeRawPointer?, _ count: Int32) -> RawPerson.Text {
        guard let source else { return RawPerson.Text() }
        let start = memory + used
        start.copyMemory(from: source, byteCount: Int(count))
        used += Int(count)
        return RawPerson.Text(start: start, count: count)
    }

    mutating func clear() {
        used = 0
    }

    func free() {
        memory.deallocate()
    }
}
