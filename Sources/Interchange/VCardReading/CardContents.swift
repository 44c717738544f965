import Model

/// The values of a card with their source lines.
struct CardContents {
    var name: PersonName?
    var names: [Int] = []
    var formattedName = SourcedValues<String>()
    var nickname = SourcedValues<String>()
    var phonetic = SourcedValues<(part: Int, text: String)>()
    var organization = SourcedValues<[String]>()
    var plain: [PlainText: SourcedValues<String>] = [:]
    var birthday = SourcedValues<PartialDate>()
    var anniversary = SourcedValues<PartialDate>()
    var gender = SourcedValues<Gender>()
    var emails = SourcedValues<Labeled<String>>()
    var phones = SourcedValues<Labeled<String>>()
    var addresses = SourcedValues<Labeled<PostalAddress>>()
    var urls = SourcedValues<Labeled<String>>()
    var messengers = SourcedValues<Labeled<String>>()
    var profiles = SourcedValues<Labeled<String>>()
    var languages = SourcedValues<Labeled<String>>()
    var positions = SourcedValues<Labeled<String>>()
    var relations = SourcedValues<Labeled<String>>()
    var customFields = SourcedValues<Labeled<String>>()
    var photo = SourcedValues<Photo>()
    /// The lines of photos that exceed the size limit.
    var largePhotos: [Int] = []
    var uid = SourcedValues<String>()
    var revision = SourcedValues<String>()
    var categories = SourcedValues<String>()
    /// The categories that exceed the limit. They are kept on the card.
    var furtherCategories = SourcedValues<String>()
    var notes = SourcedValues<String>()
    var members = SourcedValues<String>()
    var planet = SourcedValues<String>()
    var summary = SourcedValues<String>()
    var isGroup = false
    var isOrganization = false
    var warnings: [CardWarning] = []

    /// Returns whether a value was read from an Android line.
    func hasValue(of line: Int) -> Bool {
        [nickname.lines, birthday.lines, anniversary.lines, relations.lines, customFields.lines].contains {
            $0.contains(line)
        }
    }
}

/// The values of one kind with their source lines, ordered by preference.
struct SourcedValues<Value> {
    struct Item {
        var value: Value
        var line: Int
        var preference: Int
    }

    private(set) var items: [Item] = []

    init() {}

    /// Creates values that keep the given order.
    init(items: [(line: Int, value: Value)]) {
        self.items = items.map { Item(value: $0.value, line: $0.line, preference: 101) }
    }

    /// Inserts a value in order of preference, unless it is `nil`.
    mutating func append(_ value: Value?, line: Int, preference: Int = 101) {
        guard let value else { return }
        let item = Item(value: value, line: line, preference: preference)
        if let last = items.last, last.preference > preference {
            items.insert(item, at: items.firstIndex { $0.preference > preference } ?? items.count)
        } else {
            items.append(item)
        }
    }

    var values: [Value] { items.map(\.value) }
    var lines: [Int] { items.map(\.line) }
    var first: Value? { items.first?.value }
    var isEmpty: Bool { items.isEmpty }
}
