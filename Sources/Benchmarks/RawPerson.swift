/// A person as C would keep one: texts lie in an arena, each as a place and a length.
struct RawPerson {
    struct Text {
        var start: UnsafeRawPointer?
        var count: Int32 = 0
    }

    var id: Int64 = 0
    var given = Text()
    var family = Text()
    var email = Text()
    var phone = Text()
    var birthday = Text()
    var height = 0.0
    var isFavorite = false
}

extension RawPerson {
    init(_ person: Person, in arena: inout Arena) {
        func text(_ string: String?) -> Text {
            guard var string else { return Text() }
            return string.withUTF8 { arena.copy($0.baseAddress, Int32($0.count)) }
        }
        self.init(
            id: person.id, given: text(person.given), family: text(person.family), email: text(person.email),
            phone: text(person.phone), birthday: text(person.birthday), height: person.height,
            isFavorite: person.isFavorite)
    }
}
