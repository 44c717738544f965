import Display
import Localization
import Model
import Navigation

/// Two persons side by side, who may be one.
struct DuplicatePairScreen: Screen {
    let page: Page
    private let first: Person.ID
    private let second: Person.ID
    private let merge: MergeCommand

    init(_ first: Person.ID, _ second: Person.ID, services: Services, merge: MergeCommand) async throws {
        let (one, other) = (try await services.persons.record(first), try await services.persons.record(second))
        let reasons = try await services.duplicates.reasons(first, second)
        page = .pair(one, other, reasons)
        self.first = first
        self.second = second
        self.merge = merge
    }

    var commands: [Command] {
        [
            Command("show", [Parameter("ROW", .row)], about: "the person in that row", examples: ["show 1"]) {
                invocation in invocation.row(invocation.arguments[0]).map { .open($0.path) }
            },
            Command(
                "merge", [Parameter("FIELD=VALUE", .fields(FieldHint.all(of: .person)), .any)],
                options: MergeCommand.options, about: "these two into one",
                examples: ["merge", "merge --keep \(second.address)"], effect: .changes
            ) { invocation in
                guard let words = try? FieldAssignment.all(in: invocation.arguments) else { return nil }
                return try await merge.merge(first, second, words, in: invocation)
            },
        ]
    }
}

extension Page {
    /// Where the two differ, why they may be one, and each to be picked.
    static func pair(_ first: Record<Person>, _ second: Record<Person>, _ reasons: DuplicateReasons?) -> Page {
        let rows = Person.fields.compactMap { field -> Comparison.Difference? in
            let values = [field.value(of: first.content), field.value(of: second.content)]
            return values[0] == values[1] ? nil : .init(key: field.key, title: field.title, values: values)
        }
        let both = [first.reference, second.reference]
        let comparison = Comparison(names: both.map { "\($0.name) (\($0.address))" }, rows: rows)
        let sentence: Message = reasons?.sentence ?? "Nothing but what you know says that they are one."
        return Page(
            "\(first.content.title) and \(second.content.title)",
            [
                .comparison(comparison), .table(.references(both, key: "persons", title: "Person")),
                .message([sentence]),
            ],
            forPrograms: [.comparison(comparison)])
    }
}
