import Model

/// Makes the properties that a value of a person becomes in a version.
struct PropertyMaker {
    let version: CardVersion

    /// A property, and the text of the `X-ABLabel` it needs, if its types cannot say the label.
    typealias Labeling = (property: CardProperty, label: String?)

    // MARK: - Labelled values

    func email(_ email: Labeled<String>) -> Labeling {
        labeled("EMAIL", .text(email.value), email.label, .email, alwaysTyped: version == .v40 ? [] : ["INTERNET"])
    }

    func phone(_ phone: Labeled<String>) -> Labeling {
        labeled("TEL", .text(phone.value), phone.label, .phone)
    }

    func url(_ url: Labeled<String>) -> Labeling {
        labeled("URL", .address(url.value), url.label, .url)
    }

    func address(_ address: Labeled<PostalAddress>) -> Labeling {
        let value = address.value
        let parts = ["", "", value.street, value.locality, value.region, value.postalCode, value.country]
        return labeled("ADR", .components(parts.map { [$0] }), address.label, .address)
    }

    /// The label is the scheme of the address where it can be one, and else stands beside it.
    func messenger(_ messenger: Labeled<String>) -> Labeling {
        if version == .v21, let name = Self.messengerNames[messenger.label] {
            return (CardProperty(name, .text(messenger.value)), nil)
        }
        let label = messenger.label
        let isScheme = Messenger.isScheme(label) && label == label.lowercased() && label != Messenger.nobody
        let address = "\(isScheme ? label : Messenger.nobody):\(Messenger.percentEncoded(messenger.value))"
        var property = CardProperty(version == .v21 ? "X-IMPP" : "IMPP", .address(address))
        if isScheme || label.isEmpty { return (property, nil) }
        property.parameters.append(CardParameter("X-SERVICE-TYPE", label))
        return (property, label)
    }

    func relation(_ relation: Labeled<String>) -> Labeling {
        guard version == .v40 else {
            return (
                CardProperty("X-ABRELATEDNAMES", .text(relation.value)),
                relation.label.isEmpty ? nil : AppleLabel.text(of: relation.label)
            )
        }
        var made = labeled("RELATED", .text(relation.value), relation.label, .relation)
        made.property.parameters.append(CardParameter("VALUE", "text"))
        return made
    }

    func customField(_ field: Labeled<String>) -> Labeling {
        guard let name = customNames[field.label], name != "X-GENDER" || Gender(field.value) == nil else {
            return (CardProperty("X-ALMANAC-FIELD", .text(field.value)), field.label.isEmpty ? nil : field.label)
        }
        switch name {
        case "LANG" where !FieldSyntax.isLanguage(field.value):
            return (CardProperty("X-LANG", .text(field.value)), nil)
        default:
            var property = CardProperty(name, .text(field.value))
            if name == "DEATHDATE", !FieldSyntax.isDate(field.value) {
                property.parameters = [CardParameter("VALUE", "text")]
            }
            return (property, nil)
        }
    }

    private func labeled(
        _ name: String, _ value: CardProperty.Value, _ label: String, _ kind: LabelKind, alwaysTyped: [String] = []
    ) -> Labeling {
        if let types = kind.types(of: label) { return (CardProperty(name, value, types: alwaysTyped + types), nil) }
        return (CardProperty(name, value, types: alwaysTyped), AppleLabel.text(of: label))
    }

    /// What RFC 6350, 6474 and 6715 have a property for.
    private var customNames: [String: String] {
        let names = [
            "language": "LANG", "expertise": "EXPERTISE", "hobby": "HOBBY", "interest": "INTEREST",
            "directory": "ORG-DIRECTORY", "birthplace": "BIRTHPLACE", "deathplace": "DEATHPLACE", "died": "DEATHDATE",
        ]
        let known = version == .v40 ? names : names.mapValues { "X-" + $0 }
        return known.merging(["role": "ROLE", "gender": "X-GENDER"]) { $1 }
    }

    static let messengerNames = [
        "aim": "X-AIM", "msn": "X-MSN", "yahoo": "X-YAHOO", "icq": "X-ICQ", "skype": "X-SKYPE-USERNAME",
        "jabber": "X-JABBER", "google talk": "X-GOOGLE-TALK", "qq": "X-QQ", "sip": "X-SIP", "twitter": "X-TWITTER",
        "telegram": "X-TELEGRAM", "signal": "X-SIGNAL", "matrix": "X-MATRIX", "whatsapp": "X-WHATSAPP",
    ]
}
