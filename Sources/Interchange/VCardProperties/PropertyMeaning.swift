import Localization
import Model

/// The meaning of a property name in RFC 6350, earlier vCard versions, and extensions by other programs.
enum PropertyMeaning: Hashable {
    case name, formattedName, nickname
    /// The phonetic given name (0), middle name (1), or family name (2).
    case phonetic(Int)
    case sound
    case organization, birthday, anniversary, gender
    /// The grammatical gender of the person (RFC 9554 section 3.2). It is used as the gender if there is no other.
    case grammaticalGender
    case plain(PlainText)
    case email, phone, address, url
    /// An instant messaging address, with the service if the property name implies it.
    case messenger(String)
    case relation(String)
    /// A social profile or a contact form, with the label if the property name implies it.
    case profile(String)
    /// A language that the person speaks.
    case language
    /// The position of a place.
    case position
    case agent
    /// A custom field with this label.
    case text(String)
    /// A date of Apple Contacts, labeled by `X-ABLabel`.
    case date
    case android
    case photo, uid, categories, note, revision, kind, member
    /// An extension property of Almanac: the name of the home planet, the description of a group, or the UID of a
    /// person whom the text of a relation no longer identifies.
    case planet, summary, relationUID
    case label
    case showAs
    /// Another property that can occur only once in a card.
    case once

    /// Creates the meaning of a property name, or returns `nil` if the property is kept but not interpreted.
    init?(_ name: String) {
        guard let meaning = Self.meanings[name] else { return nil }
        self = meaning
    }

    private static let meanings: [String: PropertyMeaning] = {
        var meanings: [String: PropertyMeaning] = [
            "N": .name, "FN": .formattedName, "NICKNAME": .nickname, "ORG": .organization,
            "BDAY": .birthday, "ANNIVERSARY": .anniversary, "EMAIL": .email, "TEL": .phone, "ADR": .address,
            "URL": .url, "IMPP": .messenger(""), "RELATED": .relation(""), "AGENT": .agent, "PHOTO": .photo,
            "UID": .uid, "CATEGORIES": .categories, "NOTE": .note, "REV": .revision, "KIND": .kind,
            "MEMBER": .member, "PRODID": .once, "SOUND": .sound, "ROLE": .text("role"), "GENDER": .gender,
            "GRAMGENDER": .grammaticalGender,
            "X-GRAMGENDER": .grammaticalGender,
            "LANG": .language, "X-LANG": .language, "GEO": .position, "X-GEO": .position,
            "EXPERTISE": .text("expertise"), "HOBBY": .text("hobby"),
            "INTEREST": .text("interest"), "ORG-DIRECTORY": .text("directory"), "BIRTHPLACE": .text("birthplace"),
            "DEATHPLACE": .text("deathplace"), "DEATHDATE": .text("died"),
        ]
        let extended = ["BDAY", "GENDER", "ANNIVERSARY", "IMPP", "RELATED", "NICKNAME", "CATEGORIES", "KIND", "MEMBER"]
        for (name, meaning) in meanings {
            if case .text = meaning { meanings["X-" + name] = meaning }
            if extended.contains(name) { meanings["X-" + name] = meaning }
        }
        for text in PlainText.allCases {
            for version in CardVersion.allCases { meanings[text.name(in: version)] = .plain(text) }
        }
        for (name, label) in profiles { meanings["X-\(name)"] = .profile(label) }
        return meanings.merging(vendors) { $1 }
    }()

    /// The names, without `X-`, of the properties for profiles on individual services, with the labels of the profiles.
    /// Earlier versions did not read these properties.
    static let profiles: KeyValuePairs<StaticString, String> = [
        "FACEBOOK": "facebook", "LINKEDIN": "linkedin", "XING": "xing", "INSTAGRAM": "instagram", "GITHUB": "github",
        "GITLAB": "gitlab", "YOUTUBE": "youtube", "FLICKR": "flickr", "PINTEREST": "pinterest", "TIKTOK": "tiktok",
        "TUMBLR": "tumblr", "REDDIT": "reddit", "BLUESKY": "bluesky", "MYSPACE": "myspace", "SNAPCHAT": "snapchat",
        "TWITCH": "twitch", "VIMEO": "vimeo", "SOUNDCLOUD": "soundcloud", "DIASPORA": "diaspora",
        "PIXELFED": "pixelfed", "FRIENDICA": "friendica", "VK": "vk", "WEIBO": "weibo", "GOOGLE-PLUS": "google plus",
    ]

    private static let vendors: [String: PropertyMeaning] = [
        "X-PHONETIC-FIRST-NAME": .phonetic(0), "X-PHONETIC-MIDDLE-NAME": .phonetic(1),
        "X-PHONETIC-LAST-NAME": .phonetic(2), "X-ABLABEL": .label, "X-ABSHOWAS": .showAs, "X-ABDATE": .date,
        "X-ABRELATEDNAMES": .relation(""), "X-SPOUSE": .relation("spouse"), "X-MANAGER": .relation("manager"),
        "X-ASSISTANT": .relation("assistant"), "X-EVOLUTION-SPOUSE": .relation("spouse"),
        "X-EVOLUTION-MANAGER": .relation("manager"), "X-EVOLUTION-ASSISTANT": .relation("assistant"),
        "X-MS-SPOUSE": .relation("spouse"), "X-MS-MANAGER": .relation("manager"),
        "X-MS-ASSISTANT": .relation("assistant"), "X-MS-CHILD": .relation("child"),
        "X-KADDRESSBOOK-X-SPOUSESNAME": .relation("spouse"), "X-KADDRESSBOOK-X-MANAGERSNAME": .relation("manager"),
        "X-KADDRESSBOOK-X-ASSISTANTSNAME": .relation("assistant"), "X-EVOLUTION-ANNIVERSARY": .anniversary,
        "X-MS-ANNIVERSARY": .anniversary, "X-KADDRESSBOOK-X-ANNIVERSARY": .anniversary,
        "X-AIM": .messenger("aim"), "X-MSN": .messenger("msn"), "X-MS-IMADDRESS": .messenger("im"),
        "X-YAHOO": .messenger("yahoo"), "X-YAHOO-ID": .messenger("yahoo"), "X-ICQ": .messenger("icq"),
        "X-ICQ-ID": .messenger("icq"), "X-MSN-ID": .messenger("msn"), "X-AIM-ID": .messenger("aim"),
        "X-SKYPE": .messenger("skype"), "X-SKYPE-USERNAME": .messenger("skype"), "X-SKYPE-ID": .messenger("skype"),
        "X-JABBER": .messenger("jabber"), "X-JABBER-ID": .messenger("jabber"), "X-GTALK": .messenger("google talk"),
        "X-GOOGLE-TALK": .messenger("google talk"), "X-GOOGLETALK": .messenger("google talk"),
        "X-QQ": .messenger("qq"), "X-GADUGADU": .messenger("gadu-gadu"), "X-GROUPWISE": .messenger("groupwise"),
        "X-NETMEETING": .messenger("netmeeting"), "X-SIP": .messenger("sip"), "X-TWITTER": .messenger("twitter"),
        "X-TELEGRAM": .messenger("telegram"), "X-SIGNAL": .messenger("signal"), "X-MATRIX": .messenger("matrix"),
        "X-MASTODON": .messenger("mastodon"), "X-WHATSAPP": .messenger("whatsapp"), "X-THREEMA": .messenger("threema"),
        "X-KADDRESSBOOK-X-IMADDRESS": .messenger("im"), "X-ANDROID-CUSTOM": .android, "X-ALMANAC-FIELD": .text(""),
        "X-ADDRESSBOOKSERVER-KIND": .kind, "X-ADDRESSBOOKSERVER-MEMBER": .member, "X-ALMANAC-PLANET": .planet,
        "X-ALMANAC-SUMMARY": .summary, "X-ALMANAC-RELATED": .relationUID, "X-URL": .url, "X-EMAIL": .email,
        "SOCIALPROFILE": .profile(""),
        "X-SOCIALPROFILE": .profile(""),
        "CONTACT-URI": .profile(OnlineProfileLabel.contact), "X-CONTACT-URI": .profile(OnlineProfileLabel.contact),
    ]
}

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
    /// The default language of the card; may be empty.
    fileprivate var writtenCardLanguage: String {
        get { cardLanguage ?? "" }
        set { cardLanguage = newValue }
    }
}

/// The labels of online profiles with a separate property.
enum OnlineProfileLabel {
    /// The label of a contact form (`CONTACT-URI` of RFC 8605).
    static let contact = "contact"
    /// The label of a picture URL (`PHOTO`).
    static let picture = "picture"

    /// Returns whether the text is the URL of a picture.
    static func isPicture(_ text: String) -> Bool {
        // Invalid base64 can also contain a colon.
        text.isURI && text.contains("://")
    }
}

/// The number of properties with the same name that a card can have. The names are in uppercase and without `X-`.
enum PropertyCardinality {
    /// Properties that a contact can have only once per language. Two cards with different values contradict each other
    /// (RFC 6350 section 6, RFC 6474 section 2). A card can have several formatted names, but a contact has only one.
    static let unique: Set = facts.union(["FN", "KIND", "N"])

    private static let facts: Set = ["ANNIVERSARY", "BDAY", "BIRTHPLACE", "DEATHDATE", "DEATHPLACE", "GENDER"]

    /// Properties with cardinality `*1` in RFC 6350, RFC 6474, and RFC 9554, except KIND, N, PRODID, REV, and UID, and
    /// properties that vCard 2.1 and 3.0 allow only once.
    static let single: Set = facts.union(["CREATED", "LANGUAGE", "TZ", "GEO", "CLASS", "MAILER", "SORT-STRING"])

    /// Properties that most cards have at most once per language.
    static let usuallySingle: Set = single.union([
        "ALMANAC-PLANET", "ALMANAC-SUMMARY", "FN", "KIND", "N", "NICKNAME", "ORG", "PHONETIC-FIRST-NAME",
        "PHONETIC-LAST-NAME", "PHONETIC-MIDDLE-NAME", "PHOTO", "PRONOUNS", "TITLE",
    ])
}
