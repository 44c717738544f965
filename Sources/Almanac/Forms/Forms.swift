import Localization
import Model
import Navigation

/// Functions that create the forms of the app.
enum Forms {
    static func record<Content: Recordable>(
        _ title: String, heading: Message? = nil, of type: Content.Type
    ) -> Form<Content> {
        let main = Content.mainFields.compactMap { key in Content.enteredFields.first { $0.key == key } }
        guard !main.isEmpty else {
            return Form(title: title, heading: heading, sections: FormSection.all(of: Content.fields))
        }
        let others = Content.fields.filter { !Content.mainFields.contains($0.key) }
        return Form(
            title: title, heading: heading, hint: "Type `:more` for the other fields.",
            sections: [FormSection("", main)], more: FormSection.all(of: others))
    }

    static let signUp = Form<Credentials>(
        title: "sign up", savesAtEnd: true, createsAccount: true,
        hint: """
            Welcome to Almanac. An account has its own favorites; it does not encrypt data. Type `:guest` to \
            continue without one.
            """,
        sections: FormSection.all(of: [
            .text("name", "Your name", \.name).required(),
            .secret("passphrase", "Passphrase (optional)", \.passphrase),
        ]))

    static func passphrase(of account: Account) -> Form<Credentials> {
        Form(
            title: "sign in as \(account.name)", savesAtEnd: true,
            hint: "Type `:forgot` if you have forgotten your passphrase.",
            sections: FormSection.all(of: [.secret("passphrase", "Passphrase", \.passphrase)]))
    }

    /// Returns the form for the user’s own card.
    static func accountDetails(afterCancel: NavigationAction) -> Form<Person> {
        Form(
            title: "account", afterCancel: afterCancel,
            hint: "This is your own contact card. Type `:cancel` to continue without one.",
            sections: FormSection.all(
                of: ["given", "family", "nickname", "email", "phone", "birthday", "planet"].compactMap { key in
                    Person.fields.first { $0.key == key }
                }))
    }

    static let settings = Form<Settings>(
        title: "settings", asksAtOnce: false, sections: FormSection.all(of: Settings.fields))
}

/// The fields of the sign-up and sign-in forms.
struct Credentials: Hashable, Sendable {
    var name = ""
    var passphrase = ""
}
