extension Person {
    /// What can be typed of a person, in the order of a form.
    public static let fields: [EditableField<Person>] = [
        .text("prefix", "Prefix", \.name.prefix),
        .text("given", "Given name", \.name.given),
        .text("middle", "Middle name", \.name.middle),
        .text("family", "Family name", \.name.family),
        .text("suffix", "Suffix", \.name.suffix),
        .text("nickname", "Nickname", \.name.nickname),
        .text("phonetic", "Phonetic name", \.name.phonetic),
        .text("organization", "Organization", \.organization),
        .text("department", "Department", \.department),
        .text("title", "Title", \.jobTitle),
        .date("birthday", "Birthday", \.birthday),
        .date("anniversary", "Anniversary", \.anniversary),
        .labeled("email", alias: "emails", "E-mail", \.emails),
        .labeled("phone", alias: "phones", "Phone", \.phones),
        .labeled(
            "address", alias: "addresses", "Address", expects: "street; locality; region; postal code; country",
            \.addresses,
            read: { PostalAddress($0) }, write: \.description),
        .labeled("url", alias: "urls", "Web address", \.urls),
        .labeled("im", alias: "messengers", "Instant message", \.messengers),
        .labeled("relation", alias: "relations", "Relation", \.relations),
        .labeled("field", alias: "customfields", "Custom field", \.customFields),
        .value(
            "planet", "Home planet", expects: "a planet's name or address", shape: .reference([.planet]), \.home,
            read: { RecordID($0).flatMap(Planet.ID.init) }, write: \.address.description),
    ]
}
