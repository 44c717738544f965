import Display
import Localization
import Model
import Navigation
import Text

/// A loader of search results that includes all fields of the records found.
struct SearchResultLoader: Sendable {
    let search: any SearchDataSource
    let context: FlowContext

    struct SearchResultPage: Sendable {
        let matches: Matches
        let people: Table
        let programs: Table
    }

    func page(_ query: Query) async throws -> SearchResultPage {
        let matches =
            query.text.isEmpty
            ? Matches([], hasMore: false)
            : try await search.find(query.text, at: query.start, limit: query.limit ?? context.pageSize)
        let favorites = try await context.favorites(among: matches.matches.map(\.reference.id))
        let found = matches.matches.map { (match: $0, fields: fields(of: $0, favorites: favorites)) }
        let next = (matches.hasMore ? matches.matches.last : nil).map { query.starting(.after($0.reference.id)) }
        return SearchResultPage(
            matches: matches,
            people: table(
                Match.columns, found.map { $0.match.row($0.fields, searching: query.text) }, of: query,
                position: matches.isCapped ? nil : position(of: matches),
                followedBy: next.map { next in NextPage { try await page(next).people } }),
            programs: table(
                Match.columnsForPrograms, found.map { $0.match.rowForPrograms($0.fields) }, of: query,
                followedBy: next.map { next in NextPage { try await page(next).programs } }))
    }

    private func table(
        _ columns: [Column], _ rows: [Row], of query: Query, position: PagePosition? = nil, followedBy next: NextPage?
    ) -> Table {
        let (nothing, isLimited): (Message, Bool) = ("No results.", query.limit != nil)
        let creation = rows.isEmpty ? Person.creation(of: query.text) : nil
        return Table(
            "found", columns: columns, rows: rows, firstNumber: 1,
            placeholder: creation.map { "\(nothing) Use “\($0)” to add a contact." } ?? nothing,
            next: isLimited ? nil : next, rest: isLimited ? next : nil, position: position)
    }

    private func position(of matches: Matches) -> PagePosition {
        let (total, preceding) = (matches.total, matches.preceding)
        return PagePosition(total: { total }, preceding: { preceding })
    }

    private func fields(of match: Match, favorites: Set<RecordID>) -> [Field] {
        let isFavorite = favorites.contains(match.reference.id)
        return switch match.record {
        case .person(let record): record.fields(isFavorite: isFavorite, on: context.today)
        case .group(let record): record.fields(isFavorite: isFavorite, on: context.today)
        case .planet(let record): record.fields(isFavorite: isFavorite, on: context.today)
        case .note(let record): record.fields(isFavorite: isFavorite, on: context.today)
        }
    }
}

extension Match {
    static let columns = [
        Column("name", "Name"), Column("kind", "Kind"), Column("contact", "Phone or email", isWhole: true),
        Column("matched", "Matched"), .id,
    ]
    static let columnsForPrograms = columns.filter { $0.key != "contact" }

    /// Returns a row for display, including the corrected spelling, if any. The matched text is omitted if it only
    /// repeats the name.
    func row(_ fields: [Field], searching query: String) -> Row {
        let understood =
            correction.map { [Field("correction", "Interpreted as", .words("interpreted as “\($0)”"))] } ?? []
        let isName = field == "name" && text == reference.name && correction == nil
        return row(
            matched: isName ? [] : matched(correction ?? query) + subject + understood,
            [Field("contact", "Phone or email", contact)] + fields)
    }

    func rowForPrograms(_ fields: [Field]) -> Row {
        row(matched: matched + [Field("correction", "Interpreted as", .text(orNone: correction ?? ""))], fields)
    }

    private var matched: [Field] { [Field("field", "Field", .text(field)), Field("text", "Text", .text(text))] }

    /// The same fields for display. A text whose match is far from its beginning is replaced with an excerpt.
    private func matched(_ query: String) -> [Field] {
        [Field("field", "Field", .text(field)), Field("text", "Text", .text(text.excerpt(around: query)))]
    }

    /// A field with the record that a note is about, if any, unless the match is in that field.
    private var subject: [Field] {
        guard case .note(let note) = record, let subject = note.links.subject, field != "about" else { return [] }
        return [Field("about", "About", .words("about \(subject.name) (\(subject.id))"))]
    }

    /// The phone numbers of a person or, without any, the email addresses.
    private var contact: Value {
        guard case .person(let record) = record else { return .none }
        let (phones, emails) = (record.content.phones, record.content.emails)
        return .list(
            phones.isEmpty
                ? emails.map { .text($0.value) }
                : phones.map { .formatted($0.value, words: PhoneNumber.formatted($0.value)) })
    }

    private func row(matched: [Field], _ fields: [Field]) -> Row {
        Row(
            address: reference.id.description,
            [
                Field("kind", "Kind", .text(reference.id.kind.rawValue)),
                Field("matched", "Matched", .parts(matched)),
            ] + fields)
    }
}

extension String {
    /// Returns the text from its first word that begins with a word of the query. The text is returned unchanged if that
    /// word is near the beginning or there is no such word.
    fileprivate func excerpt(around query: String) -> String {
        let visibleStart = 20
        let wanted = Folding.words(of: query)
        var rest = self[...]
        while let start = rest.firstIndex(where: { $0.isLetter || $0.isNumber }) {
            let end = rest[start...].firstIndex { !$0.isLetter && !$0.isNumber } ?? endIndex
            let word = Folding.fold(String(rest[start..<end]))
            if wanted.contains(where: word.hasPrefix) {
                return distance(from: startIndex, to: start) <= visibleStart ? self : "…\(self[start...])"
            }
            rest = rest[end...]
        }
        return self
    }
}

extension Matches {
    /// A sentence with the number of matches, or `nil` if nothing was found.
    var tally: Message? {
        if isCapped { return "\(total)+ records match, best first." }
        return count(total, "record").map { total == 1 ? "\($0) matches." : "\($0) match, best first." }
    }
}
