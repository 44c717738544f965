import Model

extension Argument where Value == [FieldAssignment] {
    /// An argument that accepts assignments to fields of the kind or record named by the preceding word.
    package static var assignments: Argument { any("FIELD=VALUE", .assignment(.fieldsOfNamed)) }

    /// Returns an argument that accepts assignments to fields of a kind. Other words are left to the next responder.
    package static func assignments(of kind: Kind) -> Argument {
        any("FIELD=VALUE", .assignment(.fields(FieldHint.all(of: kind))).orMismatch)
    }

    /// Returns an argument that accepts one or more assignments to fields of a form. Values do not need quotation marks:
    /// a word that is not an assignment continues the value before it.
    package static func assignments(in fields: [FieldHint]) -> Argument {
        Argument(
            [Parameter("FIELD=VALUE", .fields(fields), .many)],
            read: { reader in
                var assignments: [FieldAssignment] = []
                for word in try reader.rest(.text) {
                    if let assignment = FieldAssignment(word) {
                        assignments.append(assignment)
                    } else if let last = assignments.popLast() {
                        assignments.append(last.withValue("\(last.value) \(word)"))
                    } else {
                        throw CommandProblem.notAField(word)
                    }
                }
                return assignments
            }, words: { $0.map(\.description) })
    }
}

extension Argument where Value == Filter? {
    /// Returns an argument that reads a filter without a keyword. Its value is `nil` if there are no words.
    package static func filter(_ kind: Kind) -> Argument {
        Argument(
            [Parameter("FILTER", .filter(kind), .any)],
            read: { reader in
                let words = try reader.rest(.text)
                return words.isEmpty ? nil : try FilterTokenJoiner.filter(words, of: kind)
            }, words: { $0.map { [$0.text] } ?? [] })
    }

    /// Returns an argument that reads a filter after `where`. Its value is `nil` without `where`.
    package static func condition(_ kind: Kind) -> Argument {
        Argument(
            [.keyword("where", .optional), Parameter("FILTER", .filter(kind), .any)],
            read: { reader in
                let hasKeyword = reader.skipKeyword()
                let words = try reader.rest(.text)
                if !hasKeyword, let word = words.first { throw CommandProblem.unwantedWord(word, list: kind) }
                return hasKeyword ? try FilterTokenJoiner.filter(words, of: kind) : nil
            }, words: { $0.map { ["where", $0.text] } ?? [] })
    }
}

extension ValueParser where Value == ListColumns {
    package static func columns(_ kind: Kind) -> ValueParser {
        ValueParser(.column(kind), parse: { word, _ in try ListColumns(word, of: kind) }, describe: \.text)
    }
}

extension ValueParser {
    /// Returns a parser for the sort field of a list. A leading “-” means descending order.
    package static func sorting<Content>(_ kind: Content.Type) -> ValueParser where Value == ListSorting<Content> {
        ValueParser(
            .order(Content.kind),
            parse: { word, _ in ListSorting<Content>(word) }, describe: \.text,
            orThrow: { word in
                let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
                return CommandProblem.notAnOrder(name, known: Content.kind.orders)
            })
    }
}
