import Localization
import Model
import Navigation

/// The forms of the app.
enum Forms {
    static func record<Content: Recordable>(
        _ title: String, heading: Message? = nil, of type: Content.Type
    ) -> Form<Content> {
        Form(title, heading: heading, [FormSection(title, Content.fields)])
    }

    static let signUp = Form<SignUp>(
        "sign up", savesAtEnd: true,
        hint: "Welcome to Almanac. An account keeps your favorites and encrypts nothing; `:guest` goes on without one.",
        [
            FormSection(
                "Account",
                [
                    .text("name", "Your name", \.name).required(),
                    .secret("passphrase", "Passphrase (none if empty)", \.passphrase),
                ])
        ])

    static func passphrase(of account: Account) -> Form<SignUp> {
        Form(
            "sign in as \(account.name)", savesAtEnd: true, hint: "`:forgot` says what to do about a lost passphrase.",
            [FormSection("Account", [.secret("passphrase", "Passphrase", \.passphrase)])])
    }

    /// The account's own card: the fields of a person that one asks oneself for.
    static func accountDetails(afterCancel: NavigationAction) -> Form<Person> {
        Form(
            "account", afterCancel: afterCancel,
            hint: "This is your own card among the persons; `:cancel` goes without one.",
            [
                FormSection("Name", Person.fields.named("given", "family", "nickname")),
                FormSection("Reach me", Person.fields.named("email", "phone")),
                FormSection("About me", Person.fields.named("birthday", "planet")),
            ])
    }

    static let settings = Form<Settings>("settings", asksAtOnce: false, [FormSection("Settings", Settings.fields)])
}

extension Array {
    fileprivate func named<Model>(_ keys: String...) -> [EditableField<Model>] where Element == EditableField<Model> {
        keys.compactMap { key in first { $0.key == key } }
    }
}

/// What signing up and signing in ask for.
public struct SignUp: Hashable, Sendable {
    public var name = ""
    public var passphrase = ""

    public init() {}
}
