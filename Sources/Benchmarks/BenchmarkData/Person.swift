import BenchmarksC
import SQLite

/// A person, as read and written by the benchmarks.
struct Person: Hashable {
    var id: Int64
    var given: String
    var family: String
    var email: String
    var phone: String?
    var birthday: String?
    var height: Double
    var isFavorite: Bool
}

extension Person {
    /// Creates the person with the given number. Equal numbers produce equal people; names repeat every 8,000 numbers.
    init(number: Int) {
        let given = Self.name(number &* 7919, syllables: 2)
        let family = Self.name(number &* 104_729, syllables: 3)
        self.init(
            id: Int64(number), given: given, family: family, email: "\(given).\(number)@alderaan.example",
            phone: number % 2 == 0 ? "+1 555 0100 \(number)" : nil, birthday: number % 3 == 0 ? "1977-05-04" : nil,
            height: 1.5 + Double(number % 50) / 100, isFavorite: number % 10 == 0)
    }

    private static let syllables = [
        "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "we", "xi",
        "yo",
        "zu",
    ]

    private static func name(_ number: Int, syllables count: Int) -> String {
        var rest = number
        var name = ""
        for _ in 0..<count {
            name += syllables[rest % syllables.count]
            rest /= syllables.count
        }
        return name
    }

    // MARK: - SQL

    static let columns = """
        person.id, person.given, person.family, person.email, person.phone, person.birthday, person.height,
        person.favorite
        """
    static let insert = "INSERT INTO person VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    static let scan = "SELECT \(columns) FROM person"
    static let lookup = scan + " WHERE id = ?1"
    static let table = """
        CREATE TABLE person (
            id INTEGER PRIMARY KEY, given TEXT NOT NULL, family TEXT NOT NULL, email TEXT NOT NULL,
            phone TEXT, birthday TEXT, height REAL NOT NULL, favorite INTEGER NOT NULL
        ) STRICT;
        """

    // MARK: - SQLite

    init(_ row: borrowing Row) {
        self.init(
            id: row[0], given: row[1], family: row[2], email: row[3], phone: row[4], birthday: row[5], height: row[6],
            isFavorite: row[7])
    }

    @inline(__always)
    func bind(to parameters: inout Bindings) {
        parameters[1] = id
        parameters[2] = given
        parameters[3] = family
        parameters[4] = email
        parameters[5] = phone
        parameters[6] = birthday
        parameters[7] = height
        parameters[8] = isFavorite
    }

    /// Creates a copy of a C person, for comparing results. The copying is not measured.
    init(_ person: c_person) {
        func text(_ text: c_text) -> String? {
            text.start.map { start in
                start.withMemoryRebound(to: UInt8.self, capacity: Int(text.count)) {
                    String(decoding: UnsafeBufferPointer(start: $0, count: Int(text.count)), as: UTF8.self)
                }
            }
        }
        self.init(
            id: person.id, given: text(person.given) ?? "", family: text(person.family) ?? "",
            email: text(person.email) ?? "", phone: text(person.phone), birthday: text(person.birthday),
            height: person.height, isFavorite: person.favorite)
    }
}

extension c_person {
    init(_ person: Person, in store: CStore) {
        self.init(
            id: person.id, given: store.text(person.given), family: store.text(person.family),
            email: store.text(person.email), phone: store.text(person.phone), birthday: store.text(person.birthday),
            height: person.height, favorite: person.isFavorite)
    }
}

/// A checksum of people, used to verify that all sides read the same people.
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
