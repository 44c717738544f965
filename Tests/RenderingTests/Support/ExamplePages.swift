import Display

/// Pages whose complete output is tested in every format.
enum ExamplePages {
    /// A record with a value of each kind.
    static let record = Page(
        "Leia", address: "persons/7", isFavorite: true,
        [
            .record([
                Field("text", "Text", .text(" a|b")), Field("none", "None", .none),
                Field("words", "Words", .words("two words")),
                Field("phone", "Phone", .formatted("+15550101", words: "+1 555 0101")),
                Field("prose", "Remarks", .prose("**bold**\ntext")), Field("integer", "Integer", .integer(12_345)),
                Field("many", "Many", .moreThan(10_000)), Field("number", "Number", .number(0.5)),
                Field("whole", "Whole", .number(3)), Field("flag", "Flag", .flag(false)),
                Field("mass", "Mass", .quantity(mass)),
                Field("date", "Date", .date(iso: "2026-11-21", words: "21 November 2026")),
                Field("period", "Period", .period("30d", words: "30 days")),
                Field("home", "Home", .reference(RecordLink(address: "planets/19", name: "Alderaan"))),
                Field(
                    "email", "Email",
                    .list([.labeled("work", .text("a@b.example")), .labeled("", .text("c@d.example"))])),
                Field("numbers", "Numbers", .list([.integer(1), .integer(2)])),
                Field("series", "Series", .series([1, nil, 2.5])), Field("bar", "Bar", .bar(0.25)),
                Field("change", "Change", .change("name", old: "Luke", new: "Leia")),
                Field("added", "Added", .change("name", old: "", new: "Leia")),
                Field(
                    "place", "Place",
                    .parts([
                        Field("city", "City", .text("Aldera")), Field("zip", "ZIP", .none),
                        Field("code", "Code", .integer(7)),
                    ])),
                Field("hole", "Hole", .placeholder("example", for: .integer(5))),
                Field("hidden", "Hidden", .text("for programs"), for: .programs),
                Field("hint", "Hint", .text("for people"), for: .people),
            ])
        ])

    private static let mass = Quantity(
        2, unit: "M⊕", basis: .upperLimit, comparisons: [Quantity.Amount(0.5, unit: "×")],
        uncertainty: Quantity.Uncertainty(upper: 0.2, lower: 0.1), digits: 3, notation: "2°")

    private static let columns = [
        Column("name", "Name"), Column("mass", "Mass", .trailing), Column("bar", "Bar", isPicture: true),
    ]

    private static func row(_ name: String, _ mass: Int) -> Row {
        Row([
            Field("name", "Name", .text(name)), Field("mass", "Mass", .integer(mass)),
            Field("bar", "Bar", .bar(0.5), for: .people), Field("extra", "Extra", .flag(true), for: .programs),
        ])
    }

    private static let persons = Table(
        "persons", columns: columns, rows: [row("Leia", 50), row("Han Solo", 12_345)], firstNumber: 1,
        placeholder: "Nobody.", headline: "2 persons")

    private static let comparison = Comparison(
        names: ["yours", "stored"],
        rows: [
            .init(key: "name", title: "Name", values: [.text("Leia"), .none]),
            .init(
                key: "mass", title: "Mass",
                values: [
                    .quantity(Quantity(1, unit: "kg", basis: .measured)),
                    .quantity(Quantity(2, unit: "kg", basis: .computed)),
                ]),
        ])

    static let blocks: [Block] = [
        .message(["Saved.", "Use “undo”."]), .table(persons), .prose("# Title\n\nSome *text*."),
        .verbatim("let x\n  = 1"), .comparison(comparison), .table(persons),
        .table(Table("empty", columns: columns, rows: [], keys: ["name"], placeholder: "No *one*.")),
    ]

    /// A page with blocks of most kinds.
    static let list = Page("List", blocks)

    /// A page without blocks.
    static let title = Page("Only a title")
}
