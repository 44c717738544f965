/// What the benchmarks read and write: short names, a longer e-mail, and columns that are NULL half of the time.
struct Person: Equatable {
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
    /// The `number`th of an endless row of people, the same in each run.
    init(number: Int) {
        let given = ["Leia", "Luke", "Han", "Ada", "Grace", "Alan", "Edsger", "Barbara"]
        let family = ["Organa", "Skywalker", "Solo", "Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov"]
        let digits = String(number)
        self.init(
            id: Int64(number), given: given[number % 8], family: family[number / 8 % 8],
            email: "person.\(digits)@alderaan.example", phone: number % 2 == 0 ? "+1 555 0100 \(digits)" : nil,
            birthday: number % 3 == 0 ? "1977-05-04" : nil, height: 1.5 + Double(number % 50) / 100,
            isFavorite: number % 10 == 0)
    }

    static let insert = "INSERT INTO person VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    static let scan = "SELECT id, given, family, email, phone, birthday, height, favorite FROM person"
    static let lookup = scan + " WHERE id = ?1"
    static let schema = """
        CREATE TABLE person (
            id INTEGER PRIMARY KEY, given TEXT NOT NULL, family TEXT NOT NULL, email TEXT NOT NULL,
            phone TEXT, birthday TEXT, height REAL NOT NULL, favorite INTEGER NOT NULL
        ) STRICT
        """
}
