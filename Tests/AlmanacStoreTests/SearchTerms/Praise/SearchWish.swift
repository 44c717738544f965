/// What somebody types, and whom or what they hope to see first.
struct SearchWish: Sendable {
    let typed: String
    /// The name of the record.
    let wanted: String
    var isMistyped = false

    init(_ typed: String, _ wanted: String) {
        self.typed = typed
        self.wanted = wanted
    }

    private static func mistyped(_ typed: String, _ wanted: String) -> SearchWish {
        var wish = SearchWish(typed, wanted)
        wish.isMistyped = true
        return wish
    }

    static let all = names + spellings + beginnings + fields + numbers + catalog + mistakes + operators

    private static let names = [
        SearchWish("Leia Organa", "Leia Organa"),
        SearchWish("organa leia", "Leia Organa"),
        SearchWish("Chewbacca", "Chewbacca"),
        SearchWish("Gabo", "Gabriel José García Márquez"),
        SearchWish("Steve", "Stephen Hawking"),
        SearchWish("Twinkletoes", "Fred Flintstone"),
        SearchWish("Rebel transport", "Rebel transport"),
        SearchWish("wanderklub", "Wanderklub Zürich"),
        SearchWish("jose marquez", "Gabriel José García Márquez"),
        SearchWish("xiao ming", "小明 王"),
        SearchWish("Mr. Slate", "George Slate"),
    ]

    private static let spellings = [
        SearchWish("garcia marquez", "Gabriel José García Márquez"),
        SearchWish("GARCÍA MÁRQUEZ", "Gabriel José García Márquez"),
        SearchWish("lukasz", "Łukasz Wiśniewski"),
        SearchWish("soren kierkegaard", "Søren Kierkegaard"),
        SearchWish("ежикова", "Наталья Ёжикова"),
        SearchWish("ФЕДОР", "Фёдор Достоевский"),
        SearchWish("weisskopf", "Jürgen Weißkopf"),
        SearchWish("WEIẞKOPF", "Jürgen Weißkopf"),
        SearchWish("thora gudmundsdottir", "Þóra Guðmundsdóttir"),
        SearchWish("ibrahim isik", "İbrahim Işık"),
        SearchWish("o'brien", "Siobhán O’Brien"),
        SearchWish("obrien", "Siobhán O’Brien"),
        SearchWish("mary jane", "Mary-Jane Parker-Bowles"),
        SearchWish("maryjane parker", "Mary-Jane Parker-Bowles"),
        SearchWish("王", "小明 王"),
        SearchWish("σοφια", "Σοφία Παπαδοπούλου"),
        SearchWish("van an nguyen", "Văn An Nguyễn"),
        SearchWish("François Lefèvre", "Franc\u{327}ois Lefe\u{300}vre"),
        SearchWish("mark twain", "Ｍａｒｋ Ｔｗａｉｎ"),
        SearchWish("ｃｈｅｗｂａｃｃａ", "Chewbacca"),
        SearchWish("steffi pfeiffer", "Steﬃ Pfeiﬀer"),
        SearchWish("zeno eleates", "Ze\u{200B}no Elea\u{200D}tes"),
        SearchWish("aethelflaed", "Æthelflæd Mercia"),
        SearchWish("coeurderoy", "Hélène Cœurderoy"),
        SearchWish("padme", "Padmé Amidala"),
        SearchWish("r2d2", "R2-D2"),
        SearchWish("c 3po", "C-3PO"),
        SearchWish("uberraschung", "Überraschung"),
    ]

    private static let beginnings = [
        SearchWish("chewb", "Chewbacca"),
        SearchWish("leia o", "Leia Organa"),
        SearchWish("hawk", "Stephen Hawking"),
        SearchWish("obi wan k", "Obi-Wan Kenobi"),
        SearchWish("beeth", "Ludwig van Beethoven"),
        SearchWish("дост", "Фёдор Достоевский"),
        SearchWish("anakin sky", "Anakin Skywalker"),
        SearchWish("wilma fl", "Wilma Flintstone"),
        SearchWish("boba", "Boba Fett"),
    ]

    private static let fields = [
        SearchWish("weyland yutani", "Ellen Ripley"),
        SearchWish("ripley weyland", "Ellen Ripley"),
        SearchWish("university of cambridge", "Stephen Hawking"),
        SearchWish("compilers", "Grace Hopper"),
        SearchWish("warrant officer", "Ellen Ripley"),
        SearchWish("invariants@erlangen.example", "Emmy Noether"),
        SearchWish("lexicographer", "Samuel Johnson"),
        SearchWish("dictionary.example", "Samuel Johnson"),
        SearchWish("cam.exa", "Stephen Hawking"),
        SearchWish("aubergines", "Überraschung"),
        SearchWish("passport umbrella", "Travel"),
        SearchWish("snorkasaurus", "Dino Flintstone"),
        SearchWish("rubbles barney", "Barney Rubble"),
        SearchWish("kashyyyk tarfful", "Tarfful"),
    ]

    private static let numbers = [
        SearchWish("+33 1 23 45 67 89", "Gabriel José García Márquez"),
        SearchWish("0123456789", "Gabriel José García Márquez"),
        SearchWish("01.23.45.67.89", "Gabriel José García Márquez"),
        SearchWish("0033-1-2345-6789", "Gabriel José García Márquez"),
        SearchWish("6789", "Gabriel José García Márquez"),
        SearchWish("45 67 89", "Gabriel José García Márquez"),
        SearchWish("+33 1 98 76 54 32", "Ellen Ripley"),
        SearchWish("0198765432", "Ellen Ripley"),
        SearchWish("5432", "Ellen Ripley"),
        SearchWish("+1 202 555 0174", "Grace Hopper"),
        SearchWish("555-0174", "Grace Hopper"),
        SearchWish("+4533471108", "Søren Kierkegaard"),
        SearchWish("33471108", "Søren Kierkegaard"),
        SearchWish("01223 337733", "Stephen Hawking"),
        SearchWish("337733", "Stephen Hawking"),
    ]

    private static let catalog = [
        SearchWish("tatooine", "Tatooine"),
        SearchWish("kepler16b", "Kepler-16 b"),
        SearchWish("Kepler 16 b", "Kepler-16 b"),
        SearchWish("dimidium", "51 Peg b"),
        SearchWish("morning star", "Venus"),
        SearchWish("terra", "Earth"),
        SearchWish("JUPITER", "Jupiter"),
        SearchWish("wasp12b", "WASP-12 b"),
        SearchWish("trappist 1 e", "TRAPPIST-1 e"),
    ]

    private static let mistakes = [
        mistyped("Stefen", "Stephen Hawking"),
        mistyped("Jonson", "Samuel Johnson"),
        mistyped("skywaker", "Luke Skywalker"),
        mistyped("luke skywaker", "Luke Skywalker"),
        mistyped("luek skywalker", "Luke Skywalker"),
        mistyped("stepehn hawking", "Stephen Hawking"),
        mistyped("Jabbba", "Jabba Desilijic Tiure"),
        mistyped("grievus", "Grievous"),
        mistyped("palpatien", "Palpatine"),
        mistyped("chewbaca", "Chewbacca"),
        mistyped("ckewbacca", "Chewbacca"),
        mistyped("достаевский", "Фёдор Достоевский"),
        mistyped("beethofen", "Ludwig van Beethoven"),
        mistyped("kirkegaard", "Søren Kierkegaard"),
        mistyped("amydala", "Padmé Amidala"),
        mistyped("tatooien", "Tatooine"),
        mistyped("markez", "Gabriel José García Márquez"),
        mistyped("lefevbre", "Franc\u{327}ois Lefe\u{300}vre"),
        mistyped("noehter", "Emmy Noether"),
        mistyped("hoper grace", "Grace Hopper"),
    ]

    private static let operators = [
        SearchWish("\"leia organa\"", "Leia Organa"),
        SearchWish("leia*", "Leia Organa"),
        SearchWish("-chewbacca", "Chewbacca"),
        SearchWish("^chewbacca$", "Chewbacca"),
        SearchWish("leia:organa", "Leia Organa"),
        SearchWish("leia\u{0}organa", "Leia Organa"),
        SearchWish("(ripley)", "Ellen Ripley"),
        SearchWish("grace+hopper", "Grace Hopper"),
        SearchWish("{fred} \"flintstone", "Fred Flintstone"),
        SearchWish("'; wilma --", "Wilma Flintstone"),
    ]
}
