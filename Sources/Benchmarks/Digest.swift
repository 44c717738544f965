/// What is left of people that were read and let go: enough to tell that both sides read the same ones.
struct Digest: Equatable {
    private var count = 0
    private var ids: Int64 = 0
    private var heights = 0.0
    private var textBytes = 0

    init() {}

    init(_ people: some Sequence<Person>) {
        for person in people { add(person) }
    }

    mutating func add(_ person: Person) {
        count += 1
        ids &+= person.id
        heights += person.height
        textBytes += person.given.utf8.count + person.family.utf8.count + person.email.utf8.count
        textBytes += (person.phone?.utf8.count ?? 0) + (person.birthday?.utf8.count ?? 0)
    }
}
