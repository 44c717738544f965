import Display
import Interchange
import Localization
import Model
import Navigation

/// The command that shares a contact with another person: as a short text, as a QR code, or as a vCard for phones.
struct ShareCommand: Responder {
    let persons: any PersonDataSource
    let exports: any ExportDataSource
    let files: any FileAccess
    let pictures: PictureWriter
    /// A function that returns the modules of a QR code for the given text.
    let encode: @Sendable (String) throws -> [[Bool]]
    let notify: @Sendable (Message) -> Void
    let resolver: RecordResolver

    var commands: [Command] { [command] }

    private var command: Command {
        Command(
            "share", .name,
            Argument.flag("--qr", "Show a QR code for phone cameras; requires qrencode"),
            Argument.output("--svg", "Write the QR code to an SVG file"),
            Argument.output("--to", "Write a vCard 3.0 to a file, for phones"),
            about: "Share a contact as text, QR code, or vCard",
            examples: [
                "share leia", "share leia --qr", "share persons/7 --svg leia.svg", "share persons/7 --to leia.vcf",
            ],
            details: """
                The text contains the name, job, phone numbers, email and postal addresses, and websites. The QR code \
                contains the name, phone numbers, and email addresses (MECARD), and lists the fields that it omits. \
                The vCard contains everything except your notes, your groups, and the relations to other persons. Use \
                “export” for a complete copy. A QR code in the terminal consists of light blocks. If your terminal has \
                a light background and no colors, use --svg.
                """
        ) { _, name, isCode, picture, file in
            guard file == nil || !isCode && picture == nil else {
                throw CommandProblem.notHere(
                    "--to cannot be combined with --qr or --svg.", next: "Use only one of them.")
            }
            let person = try await resolver.person(name, from: persons)
            if let file { return try await write(person, to: file) }
            guard isCode || picture != nil else { return .tell(Page("", [.verbatim(person.content.shortCard)])) }
            return try await show(person, to: picture)
        }
    }

    // MARK: - QR code

    private func show(_ person: Record<Person>, to file: OutputFile?) async throws -> NavigationAction {
        let card = MECARD(person.content)
        let omitted =
            person.content.fields(besides: MECARD.fields.union(["cardLanguage"]))
            + (person.photo == nil ? [] : ["Photo"])
        let titles = omitted.map(Message.init(title:)).joined(separator: ", ")
        let notice: Message? = omitted.isEmpty ? nil : "Not in the QR code: \(titles)."
        let row = person.recordID.row([
            Field("name", "Name", .text(person.title)), Field("text", "Text", .text(card.text)),
            Field("omitted", "Left out", .list(omitted.map { .words(Message(title: $0)) })),
        ])
        let table = Table(
            "qrCode", columns: [Column("name", "Name"), Column("text", "Text"), .id], rows: [row],
            keys: ["id", "name", "text", "omitted"])
        let code = QRCode(
            person.title, modules: try encode(card.text), notices: [notice].compactMap(\.self), table: table)
        guard let file else { return .tell(Page("", [.picture(.qrCode(code))])) }
        let action = try await pictures.write(
            .qrCode(code), "the QR code of \(person.title)", to: file, .light)
        if let notice { notify(notice) }
        return action
    }

    // MARK: - vCard

    private func write(_ person: Record<Person>, to file: OutputFile) async throws -> NavigationAction {
        let page = try await exports.cards(of: .persons([person.id]), after: nil, limit: 1, withPhotos: true)
        guard var card = page.cards.first else { throw RecordProblem.notFound(person.recordID) }
        let omitted = [
            card.notes.isEmpty ? nil : "notes" as Message, card.categories.isEmpty ? nil : "groups",
            card.person.relations.isEmpty ? nil : "relations",
        ].compactMap { $0 }
        // The notes and groups belong to the user, and the relations contain data about other people.
        (card.notes, card.categories, card.groupsWithCards) = ([], [], [])
        card.person.relations = []
        var writer = CardWriter(.vCard(.v30))
        var tally = ExportTally()
        tally.cards = 1
        tally.add(page.losses + writer.write(card).losses)
        writer.finish()
        try await files.write(writer.drain(), to: file)
        if !omitted.isEmpty { notify("Not shared: \(omitted.joined(separator: ", ")).") }
        guard !file.isStandardOutput else {
            if let sentence = tally.lossSentence { notify(sentence) }
            return .tell(.nothing)
        }
        return .tell(tally.page(file.path))
    }
}

extension Person {
    /// The contact as a short text for a message.
    fileprivate var shortCard: String {
        let work = [jobTitle, department, organization].map(\.trimmed).filter { !$0.isEmpty && $0 != title }
        func lines(_ values: [Labeled<String>]) -> [String] {
            values.filter { !$0.value.trimmed.isEmpty }.map { value in
                value.label.isEmpty ? value.value.trimmed : "\(value.value.trimmed) (\(value.label))"
            }
        }
        let places = addresses.map { Labeled($0.label, $0.value.label(to: []).joined(separator: ", ")) }
        return
            ([title] + (work.isEmpty ? [] : [work.joined(separator: ", ")]) + lines(phones) + lines(emails)
            + lines(places) + lines(urls)).joined(separator: "\n")
    }

    /// Returns the titles of the fields with a value that a card for phones could contain, except the fields with the
    /// given keys.
    fileprivate func fields(besides keys: Set<String>) -> [Title] {
        let person = withoutReminder
        return Person.fields.filter { !keys.contains($0.key) && !$0.read(person).isEmpty }.map { $0.title(of: person) }
    }
}
