import Localization
import Model
import Navigation

extension Command {
    /// Only what a filter lets through, out of what is listed; without one all of it again.
    static func filter(_ kind: Kind, to place: @escaping @Sendable (Filter?) -> NavigationAction) -> Command {
        Command(
            "where", .filter(kind),
            about: "only what the filter lets through; “where” alone shows everything again",
            examples: ["where \(kind.filterExample)"], details: kind.filterDetails
        ) { _, filter in place(filter) }
    }
}

extension Filter {
    /// Short enough for a prompt.
    var shortText: String { text.count > 40 ? text.prefix(39) + "…" : text }
}

extension Kind {
    /// The filter language, with what can be asked of this kind.
    var filterDetails: Message {
        let fields = FilterField.all(of: self).map { field in
            field.units.count > 1 ? "\(field.name) (\(field.units.map(\.name).joined(separator: ", ")))" : field.name
        }
        let catalog: Message =
            self == .planet
            ? " `in hz` asks for the habitable zone, `estimated` and `measured` for how mass and radius are known." : ""
        return """
            A filter compares fields with values: `<` `<=` `=` `!=` `>=` `>`, `~` for a part of a text, \
            `between … and …`, `is null`. Join them with `and`, `or`, `not` and brackets. \
            A unit stands behind a colon: `radius:rearth < 1.25`. \
            What has no value fits no comparison.\(catalog)

            Fields: \(fields.joined(separator: ", ")).
            """
    }
}
