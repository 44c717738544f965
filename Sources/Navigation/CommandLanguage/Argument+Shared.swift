import Model

// What several commands take.

extension Argument where Value == Int? {
    package static var limit: Argument { count("--limit", "at most N rows") }

    package static var ifVersion: Argument { count("--if-version", "refuse a record that is no longer version N") }
}

extension Argument where Value == Bool {
    package static var editor: Argument { flag("--editor", "the whole record as a text, in your editor") }
}

extension Argument where Value == String? {
    package static var svg: Argument { option("--svg", "FILE", "the picture as SVG, to a new file", .file) }
}

extension Argument where Value == [FieldAssignment] {
    /// What to set of the kind, or of the record, that the word before names.
    package static var assignments: Argument { any("FIELD=VALUE", .assignment(.fieldsOfNamed)) }

    /// What to set of a record of the kind; other words are for another responder.
    package static func assignments(of kind: Kind) -> Argument {
        any("FIELD=VALUE", .assignment(.fields(FieldHint.all(of: kind))).orMismatch)
    }
}

extension Argument where Value == Filter? {
    /// What lists show only; without words all of it.
    package static func filter(_ kind: Kind) -> Argument {
        Argument(
            [Parameter("FILTER", .filter(kind), .any)],
            read: { reader in
                let words = try reader.rest(.text)
                return words.isEmpty ? nil : try FilterTokenJoiner.filter(words, of: kind)
            }, words: { $0.map { [$0.text] } ?? [] })
    }

    /// The same behind `where`.
    package static func condition(_ kind: Kind) -> Argument {
        Argument(
            [.keyword("where", .optional), Parameter("FILTER", .filter(kind), .any)],
            read: { reader in
                let first = try reader.next(.text)
                return try FilterTokenJoiner.filter(behind: (first.map { [$0] } ?? []) + reader.rest(.text), of: kind)
            }, words: { $0.map { ["where", $0.text] } ?? [] })
    }
}

extension ValueParser where Value == ListColumns {
    package static func columns(_ kind: Kind) -> ValueParser {
        ValueParser(.column(kind), parse: { word, _ in try ListColumns(word, of: kind) }, describe: \.text)
    }
}

extension ValueParser {
    /// The field a list is sorted by, with “-” before it for the reverse.
    package static func sorting<Content>(_ kind: Content.Type) -> ValueParser where Value == ListSorting<Content> {
        ValueParser(
            .order(RecordOrder<Content>.allCases.map(\.rawValue)),
            parse: { word, _ in
                guard let sorting = ListSorting<Content>(word) else {
                    let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
                    throw CommandProblem.notAnOrder(name, known: RecordOrder<Content>.allCases.map(\.rawValue))
                }
                return sorting
            }, describe: \.text)
    }
}
