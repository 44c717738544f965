/// What the benchmarks read and write: short names, a longer e-mail, and columns that are NULL half of the time.
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
    /// The `number`th of an endless row of people, the same in each run; thousands of them share a name.
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
}

// MARK: - SQL

extension Person {
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
}
