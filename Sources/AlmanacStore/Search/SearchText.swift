import Model
import Text

/// A text that a record can be found by: the field it stands in, and how much a hit in it weighs.
struct SearchText: Sendable {
    enum Weight: Sendable { case name, alias, body }

    let field: String
    let weight: Weight
    /// As it is stored and shown.
    let text: String
    /// Other forms that people type, such as a phone number without spaces.
    var forms: [String] = []

    init(_ field: String, _ weight: Weight, _ text: String, forms: [String] = []) {
        self.field = field
        self.weight = weight
        self.text = text
        self.forms = forms
    }

    /// A name of the planet catalogue, to be found as `kepler16b` as well.
    static func catalogueName(_ field: String, _ weight: Weight, _ name: String) -> SearchText {
        SearchText(field, weight, name, forms: [Folding.catalogueKey(name)])
    }

    /// A phone number, to be found by its digits from any group of them on.
    static func phone(_ field: String, _ number: String) -> SearchText {
        let groups = Folding.words(of: number)
        return SearchText(field, .body, number, forms: groups.indices.dropLast().map { groups[$0...].joined() })
    }

    var words: [String] { ([text] + forms).flatMap(Folding.words) }
}

extension Person {
    func searchTexts(with links: Links) -> [SearchText] {
        let lines = [
            SearchText("name", .name, name.display),
            SearchText("nickname", .alias, name.nickname),
            SearchText("phonetic", .alias, name.phonetic),
            SearchText("organization", .alias, organization),
            SearchText("department", .body, department),
            SearchText("title", .body, jobTitle),
            SearchText("birthday", .body, birthday?.description ?? ""),
            SearchText("anniversary", .body, anniversary?.description ?? ""),
        ]
        let several =
            emails.map { SearchText("email", .body, $0.value) }
            + phones.map { .phone("phone", $0.value) }
            + addresses.map { SearchText("address", .body, $0.value.description) }
            + urls.map { SearchText("url", .body, $0.value) }
            + messengers.map { SearchText("im", .body, $0.value) }
            + relations.map { SearchText("relation", .body, $0.value) }
            + customFields.map { SearchText("field", .body, $0.value) }
        let linked =
            [links.home].compactMap { $0 }.map { .catalogueName("planet", .body, $0.name) }
            + links.groups.map { SearchText("groups", .body, $0.name) }
        return lines + several + linked
    }
}

extension Planet {
    var searchTexts: [SearchText] {
        [SearchText.catalogueName("name", .name, name)]
            + aliases.map { .catalogueName("aliases", .alias, $0) }
            + [
                .catalogueName("parent", .body, parent),
                SearchText("constellation", .body, constellation),
                SearchText("discoverer", .body, discoverer),
                SearchText("discoveryMethod", .body, discoveryMethod),
            ]
            + customFields.map { SearchText("field", .body, $0.value) }
    }
}
