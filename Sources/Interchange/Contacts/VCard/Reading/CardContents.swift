import Model

/// What a card says, value by value with the line that says it.
struct CardContents {
    var name: PersonName?
    var names: [Int] = []
    var formattedName = Found<String>()
    var nickname = Found<String>()
    var phonetic = Found<(part: Int, text: String)>()
    var organization = Found<[String]>()
    var plain: [PlainText: Found<String>] = [:]
    var birthday = Found<PartialDate>()
    var anniversary = Found<PartialDate>()
    var emails = Found<Labeled<String>>()
    var phones = Found<Labeled<String>>()
    var addresses = Found<Labeled<PostalAddress>>()
    var urls = Found<Labeled<String>>()
    var messengers = Found<Labeled<String>>()
    var relations = Found<Labeled<String>>()
    var customFields = Found<Labeled<String>>()
    var photo = Found<CardPhoto>()
    /// The lines of photos that are too large to be kept in any way.
    var largePhotos: [Int] = []
    var uid = Found<String>()
    var revision = Found<String>()
    var categories = Found<String>()
    var notes = Found<String>()
    var members = Found<String>()
    var planet = Found<String>()
    var summary = Found<String>()
    var isGroup = false
    var isOrganization = false
    var warnings: [CardWarning] = []

    /// Whether a line of Android's says something of the person.
    func hasValue(of line: Int) -> Bool {
        [nickname.lines, birthday.lines, anniversary.lines, relations.lines, customFields.lines].contains {
            $0.contains(line)
        }
    }
}
