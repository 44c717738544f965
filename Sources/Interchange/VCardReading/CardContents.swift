import Model

/// What a card says, value by value with the line that says it.
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
    var relations = SourcedValues<Labeled<String>>()
    var customFields = SourcedValues<Labeled<String>>()
    var photo = SourcedValues<CardPhoto>()
    /// The lines of photos that are too large to be kept in any way.
    var largePhotos: [Int] = []
    var uid = SourcedValues<String>()
    var revision = SourcedValues<String>()
    var categories = SourcedValues<String>()
    var notes = SourcedValues<String>()
    var members = SourcedValues<String>()
    var planet = SourcedValues<String>()
    var summary = SourcedValues<String>()
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
