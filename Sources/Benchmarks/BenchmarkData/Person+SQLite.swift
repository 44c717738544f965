import BenchmarksC
import SQLite

/// How any caller of the module would read and write a person.
extension Person {
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
}

/// A person between Swift and C, to compare what they read; never measured.
extension Person {
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
