/// A search text and its expected first result.
struct RelevanceCase: Sendable {
    let typed: String
    /// The name of the expected record.
    let wanted: String
    var isMistyped = false

    init(_ typed: String, _ wanted: String) {
        self.typed = typed
        self.wanted = wanted
    }

    private static func mistyped(_ typed: String, _ wanted: String) -> RelevanceCase {
        var wish = RelevanceCase(typed, wanted)
        wish.isMistyped = true
        return wish
    }

    static let all = names + spellings + beginnings + fields + numbers + catalog + mistakes + operators

    private static let names = [
        RelevanceCase("Leia Organa", "Leia Organa"),
        RelevanceCase("organa leia", "Leia Organa"),
        RelevanceCase("Chewbacca", "Chewbacca"),
        RelevanceCase("Gabo", "Gabriel José García Márquez"),
        RelevanceCase("Steve", "Stephen Hawking"),
        RelevanceCase("Twinkletoes", "Fred Flintstone"),
        RelevanceCase("Rebel transport", "Rebel transport"),
        RelevanceCase("wanderklub", "Wanderklub Zürich"),
        RelevanceCase("jose marquez", "Gabriel José García Márquez"),
        RelevanceCase("xiao ming", "王小明"),
        RelevanceCase("Mr. Slate", "George Slate"),
    ]

    private static let spellings = [
        RelevanceCase("garcia marquez", "Gabriel José García Márquez"),
        RelevanceCase("GARCÍA MÁRQUEZ", "Gabriel José García Márquez"),
        RelevanceCase("lukasz", "Łukasz Wiśniewski"),
        RelevanceCase("soren kierkegaard", "Søren Kierkegaard"),
        RelevanceCase("ежикова", "Наталья Ёжикова"),
        RelevanceCase("ФЕДОР", "Фёдор Достоевский"),
        RelevanceCase("weisskopf", "Jürgen Weißkopf"),
        RelevanceCase("WEIẞKOPF", "Jürgen Weißkopf"),
        RelevanceCase("thora gudmundsdottir", "Þóra Guðmundsdóttir"),
        RelevanceCase("ibrahim isik", "İbrahim Işık"),
        RelevanceCase("o'brien", "Siobhán O’Brien"),
        RelevanceCase("obrien", "Siobhán O’Brien"),
        RelevanceCase("mary jane", "Mary-Jane Parker-Bowles"),
        RelevanceCase("maryjane parker", "Mary-Jane Parker-Bowles"),
        RelevanceCase("王", "王小明"),
        RelevanceCase("σοφια", "Σοφία Παπαδοπούλου"),
        RelevanceCase("van an nguyen", "Văn An Nguyễn"),
        RelevanceCase("François Lefèvre", "Franc\u{327}ois Lefe\u{300}vre"),
        RelevanceCase("mark twain", "Ｍａｒｋ Ｔｗａｉｎ"),
        RelevanceCase("ｃｈｅｗｂａｃｃａ", "Chewbacca"),
        RelevanceCase("steffi pfeiffer", "Steﬃ Pfeiﬀer"),
        RelevanceCase("zeno eleates", "Ze\u{200B}no Elea\u{200D}tes"),
        RelevanceCase("aethelflaed", "Æthelflæd Mercia"),
        RelevanceCase("coeurderoy", "Hélène Cœurderoy"),
        RelevanceCase("padme", "Padmé Amidala"),
        RelevanceCase("r2d2", "R2-D2"),
        RelevanceCase("c 3po", "C-3PO"),
        RelevanceCase("uberraschung", "Überraschung"),
    ]

    private static let beginnings = [
        RelevanceCase("chewb", "Chewbacca"),
        RelevanceCase("leia o", "Leia Organa"),
        RelevanceCase("hawk", "Stephen Hawking"),
        RelevanceCase("obi wan k", "Obi-Wan Kenobi"),
        RelevanceCase("beeth", "Ludwig van Beethoven"),
        RelevanceCase("дост", "Фёдор Достоевский"),
        RelevanceCase("anakin sky", "Anakin Skywalker"),
        RelevanceCase("wilma fl", "Wilma Flintstone"),
        RelevanceCase("boba", "Boba Fett"),
    ]

    private static let fields = [
        RelevanceCase("weyland yutani", "Ellen Ripley"),
        RelevanceCase("ripley weyland", "Ellen Ripley"),
        RelevanceCase("university of cambridge", "Stephen Hawking"),
        RelevanceCase("compilers", "Grace Hopper"),
        RelevanceCase("warrant officer", "Ellen Ripley"),
        RelevanceCase("invariants@erlangen.example", "Emmy Noether"),
        RelevanceCase("lexicographer", "Samuel Johnson"),
        RelevanceCase("dictionary.example", "Samuel Johnson"),
        RelevanceCase("cam.exa", "Stephen Hawking"),
        RelevanceCase("aubergines", "Überraschung"),
        RelevanceCase("passport umbrella", "Travel"),
        RelevanceCase("snorkasaurus", "Dino Flintstone"),
        RelevanceCase("rubbles barney", "Barney Rubble"),
        RelevanceCase("kashyyyk tarfful", "Tarfful"),
    ]

    private static let numbers = [
        RelevanceCase("+33 1 23 45 67 89", "Gabriel José García Márquez"),
        RelevanceCase("0123456789", "Gabriel José García Márquez"),
        RelevanceCase("01.23.45.67.89", "Gabriel José García Márquez"),
        RelevanceCase("0033-1-2345-6789", "Gabriel José García Márquez"),
        RelevanceCase("6789", "Gabriel José García Márquez"),
        RelevanceCase("45 67 89", "Gabriel José García Márquez"),
        RelevanceCase("+33 1 98 76 54 32", "Ellen Ripley"),
        RelevanceCase("0198765432", "Ellen Ripley"),
        RelevanceCase("5432", "Ellen Ripley"),
        RelevanceCase("+1 202 555 0174", "Grace Hopper"),
        RelevanceCase("555-0174", "Grace Hopper"),
        RelevanceCase("+4533471108", "Søren Kierkegaard"),
        RelevanceCase("33471108", "Søren Kierkegaard"),
        RelevanceCase("01223 337733", "Stephen Hawking"),
        RelevanceCase("337733", "Stephen Hawking"),
    ]

    private static let catalog = [
        RelevanceCase("tatooine", "Tatooine"),
        RelevanceCase("kepler16b", "Kepler-16 b"),
        RelevanceCase("Kepler 16 b", "Kepler-16 b"),
        RelevanceCase("dimidium", "51 Peg b"),
        RelevanceCase("morning star", "Venus"),
        RelevanceCase("terra", "Earth"),
        RelevanceCase("JUPITER", "Jupiter"),
        RelevanceCase("wasp12b", "WASP-12 b"),
        RelevanceCase("trappist 1 e", "TRAPPIST-1 e"),
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
        RelevanceCase("\"leia organa\"", "Leia Organa"),
        RelevanceCase("leia*", "Leia Organa"),
        RelevanceCase("-chewbacca", "Chewbacca"),
        RelevanceCase("^chewbacca$", "Chewbacca"),
        RelevanceCase("leia:organa", "Leia Organa"),
        RelevanceCase("leia\u{0}organa", "Leia Organa"),
        RelevanceCase("(ripley)", "Ellen Ripley"),
        RelevanceCase("grace+hopper", "Grace Hopper"),
        RelevanceCase("{fred} \"flintstone", "Fred Flintstone"),
        RelevanceCase("'; wilma --", "Wilma Flintstone"),
    ]
}
