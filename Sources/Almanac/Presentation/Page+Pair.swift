import Display
import Localization
import Model
import Navigation

extension Page {
    /// A comparison of two persons, with the reasons why they may be duplicates.
    static func pair(_ first: Record<Person>, _ second: Record<Person>, _ reasons: DuplicateReasons?) -> Page {
        let rows = Person.fields.compactMap { field -> Comparison.Difference? in
            let values = [field.value(of: first.content), field.value(of: second.content)]
            return values[0] == values[1] ? nil : .init(key: field.key, title: field.title, values: values)
        }
        let both = [first.reference, second.reference]
        let comparison = Comparison(names: both.map { "\($0.name) (\($0.address))" }, rows: rows)
        let sentence: Message = reasons?.sentence ?? "Almanac found no signs that these are duplicates."
        return Page(
            "\(first.content.title) and \(second.content.title)",
            [
                .comparison(comparison), .table(.references(both, key: "persons", title: "Person")),
                .message([sentence]),
            ],
            forPrograms: [.comparison(comparison)])
    }
}
