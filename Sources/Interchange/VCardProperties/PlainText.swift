import Localization
import Model

/// A plain text field with a separate property. The raw value is the property name in vCard 4.0.
enum PlainText: String, CaseIterable {
    case title = "TITLE"
    /// The pronouns (RFC 9554 section 3.4).
    case pronouns = "PRONOUNS"
    /// The default language of the card (RFC 9554 section 3.3).
    case language = "LANGUAGE"

    /// The label of the custom fields that store additional values.
    var label: Title {
        switch self {
        case .title: "title"
        case .pronouns: "pronouns"
        case .language: "card language"
        }
    }

    var path: WritableKeyPath<Person, String> & Sendable {
        switch self {
        case .title: \.jobTitle
        case .pronouns: \.pronouns
        case .language: \.writtenCardLanguage
        }
    }

    /// Returns the property name in a version, with the prefix `X-` if the version lacks the property.
    func name(in version: CardVersion) -> String {
        switch self {
        case .title: rawValue
        case .pronouns, .language: version == .v40 ? rawValue : "X-" + rawValue
        }
    }
}

extension Person {
    /// The default language of the card, or an empty text.
    fileprivate var writtenCardLanguage: String {
        get { cardLanguage ?? "" }
        set { cardLanguage = newValue }
    }
}
