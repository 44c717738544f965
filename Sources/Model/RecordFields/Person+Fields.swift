extension Person {
    public static let fields = EditableField<Person>.sections([
        "Name": [
            .text("prefix", "Prefix", \.name.prefix).trimmed().filtered().heading("Name Prefix"),
            .text("given", "Given name", \.name.given).trimmed()
                .filtered().sorted(by: "given_key", mayBeMissing: true).shown(to: .programs).heading("First Name"),
            .text("middle", "Middle name", \.name.middle).trimmed().filtered().shown(to: .programs)
                .heading("Middle Name"),
            .text("family", "Family name", \.name.family).trimmed()
                .filtered().sorted(by: "sort_key").shown(to: .programs).heading("Last Name"),
            .text("suffix", "Suffix", \.name.suffix).trimmed().filtered().shown(to: .programs).heading("Name Suffix"),
            .text("nickname", "Nickname", \.name.nickname).trimmed()
                .filtered().sorted().searched(as: .name).heading("Nickname"),
            .text("phonetic", "Phonetic name", \.name.phonetic).trimmed().filtered().searched(as: .name)
                .heading("Phonetic First Name"),
            .clearableText("formattedName", "Formatted name", \.formattedName).trimmed().filtered().searched(as: .name)
                .heading("Formatted Name").optionalInExports(),
            .text("pronouns", "Pronouns", \.pronouns).filtered().sorted().searched().heading("Pronouns")
                .optionalInExports(),
            .gender("gender", "Gender", \.gender).filtered(vocabulary: .genders).sorted().searched().heading("Gender")
                .optionalInExports(),
        ],
        "Work": [
            .text("organization", "Organization", \.organization)
                .filtered().sorted(by: "organization_key", mayBeMissing: true).searched().heading("Organization Name"),
            .text("department", "Department", \.department)
                .filtered().sorted().searched().heading("Organization Department"),
            .text("title", "Title", \.jobTitle)
                .column("job_title").filtered().sorted().searched().heading("Organization Title"),
        ],
        "Dates": [
            .date("birthday", "Birthday", \.birthday)
                .filtered().sorted().searched().shown(after: "im").heading("Birthday")
                .replacingText("birthday", in: \.customFields),
            .date("anniversary", "Anniversary", \.anniversary)
                .filtered().sorted().searched().shown(after: "birthday").heading("Anniversary")
                .replacingText("anniversary", in: \.customFields),
            .period("contact", "Contact interval", \.contact).filtered().shown(after: "anniversary")
                .optionalInExports(),
            .day("lastContact", "Last contact", \.lastContact, in: .past).filtered().sorted().shown(after: "contact")
                .optionalInExports(),
        ],
        "Contact": [
            .labeled("email", "Email", \.emails).checked(as: .email).labeled(from: .places).filtered().searched()
                .identified(by: .emailAddress).heading("E-mail"),
            .phones("phone", "Phone", \.phones).filtered().searched().heading("Phone"),
            .addresses("address", "Address", \.addresses).json("addresses").filtered().searched().heading("Address")
                .alsoLabeled("Postal address"),
            .labeled("url", "Website", \.urls).checked(as: .webAddress).labeled(from: .places).filtered().searched()
                .identified(by: .webAddress).heading("Website"),
            .labeled("im", "Instant messaging", \.messengers).checked(as: .messenger).labeled(from: .services)
                .alias("message").column("messenger").json("messengers").filtered().searched().titledOnPage("IM")
                .identified(by: .textAndLabel).heading("IM"),
            .labeled("profile", "Online profile", \.profiles).filtered().searched().titledOnPage("Profile")
                .heading("Online Profile").optionalInExports(),
            .labeled("language", "Language", \.languages).filtered().searched().identified(by: .caseInsensitiveText)
                .heading("Language").optionalInExports(),
            .labeled("position", "Position", \.positions).checked(as: .position).labeled(from: .places).filtered()
                .heading("Position").optionalInExports(),
        ],
        "Other": [
            .labeled("relation", "Relation", \.relations).labeled(from: .relations).filtered().searched().identified(
                by: .textAndLabel
            ).heading(
                "Relation"),
            .labeled("field", "Custom field", \.customFields)
                .json("customFields").filtered().searched().titledOnPage("Other").identified(by: .textAndLabel).heading(
                    "Custom Field"),
            .clearableText("cardLanguage", "Card language", \.cardLanguage).trimmed().filtered().searched()
                .heading("Card Language").optionalInExports(),
            .reference(
                "planet", "Home planet", expects: "the name or ID of a planet", to: [.planet],
                read: { $0.home?.recordID }, write: { $0.home = $1.flatMap(Planet.ID.init) }
            )
            .column("home_id").filtered(as: "home").titledOnPage("Home").shown(after: "title"),
        ],
    ])

    public static let enteredFields = fields + [.prose("note", "New note", \.noteToAdd)]

    public static let mainFields = ["given", "family", "phone", "email", "organization", "birthday", "note"]

    public static let orders = declaredOrders(besides: "due", "member")
}

extension RecordOrder<Person> {
    public static let given = RecordOrder(declared: "given")
    /// The order by the date on which the next contact is due.
    public static let due = RecordOrder(declared: "due")
    /// The order of members within a group.
    public static let member = RecordOrder(declared: "member")
}
