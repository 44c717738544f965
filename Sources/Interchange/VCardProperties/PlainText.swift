import Localization
import Model

/// A field of plain text that has a property of its own.
enum PlainText: CaseIterable {
    case title

    /// The property in vCard 4.0.
    var name: String {
        switch self {
        case .title: "TITLE"
        }
    }

    /// The label of the custom fields that further lines become.
    var label: Title {
        switch self {
        case .title: "title"
        }
    }

    var path: WritableKeyPath<Person, String> & Sendable {
        switch self {
        case .title: \.jobTitle
        }
    }

    /// The property in a version; what is younger than it is an extension.
    func name(in version: CardVersion) -> String {
        switch self {
        case .title: name
        }
    }
}
