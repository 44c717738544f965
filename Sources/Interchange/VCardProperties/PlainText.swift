import Localization
import Model

/// A field of plain text that has a property of its own, by its name in vCard 4.0.
enum PlainText: String, CaseIterable {
    case title = "TITLE"
    /// RFC 9554 section 3.4.
    case pronouns = "PRONOUNS"

    /// The label of the custom fields that further lines become.
    var label: Title {
        switch self {
        case .title: "title"
        case .pronouns: "pronouns"
        }
    }

    var path: WritableKeyPath<Person, String> & Sendable {
        switch self {
        case .title: \.jobTitle
        case .pronouns: \.pronouns
        }
    }

    /// The property in a version; what is younger than it is an extension.
    func name(in version: CardVersion) -> String {
        switch self {
        case .title: rawValue
        case .pronouns: version == .v40 ? rawValue : "X-" + rawValue
        }
    }
}
