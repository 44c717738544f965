/// What is left of people that were read and let go: enough to tell that both sides read the same ones, and cheap.
struct Digest: Hashable, Sendable {
    private var ids: Int64 = 0
    private var heights = 0.0
    private var emailBytes = 0

    init() {}

    init(_ people: some Sequence<Person>) {
        for person in people { add(person) }
    }

    @inline(__always)
    mutating func add(_ person: borrowing Person) {
        ids &+= person.id
        heights += person.height
        emailBytes += person.email.utf8.count
    }
}
