import Interchange
import Localization
import Model
import Navigation

/// The commands of the journal, whose entries are notes with a date.
struct JournalCommands: Responder {
    let notes: any NoteDataSource
    let resolver: RecordResolver
    let clock: Clock
    let mail: MailLog
    let file: CalendarFile
    let navigator: any NoteNavigator & ListNavigator<Note>
    let people: any PersonNavigator

    var commands: [Command] { [log, journal, reminders, done] }

    // MARK: - Adding entries

    private var log: Command {
        Command(
            "log", .entry,
            Argument.option(
                "--on", "DATE", "Set the date, such as yesterday or “25 May”; the default is today", .day(clock.anyDay)),
            Argument.option(
                "--kind", "KIND", "Set the kind, such as met, called, wrote, or gift", .text(.choice(Note.usualKinds))),
            Argument.option(
                "--remind", "TIME", "Set a reminder after a period, such as 2w, or on a date",
                .day(clock.reminderDay)),
            Argument.flag(Option("--mail", nil, "Read an email message from standard input", selectsRecords: true)),
            about: "Add a journal entry about one or more persons",
            examples: [
                "log 'Leia Organa' 'Met about the plans' --on yesterday --kind met --remind 2w",
                "log 'Leia Organa' 'Han Solo' 'Dinner' --kind met", "log --mail < message.eml",
            ],
            details: """
                The last argument is the text, in Markdown. Without a person, the entry is about the person on screen. \
                Entries of these kinds set the date of the last contact: \(Note.contactKinds.sorted().joined(separator: ", ")).

                Entries are private: exported and synchronized contacts omit them. A full export contains them.

                With `--mail`, the entry has the date and the subject of the message and is about the contacts in its \
                header. The kind is `wrote` for a message from you, which requires a card of your own (`account`), and \
                `received` for other messages. The same message is added only once. In mutt: \
                `macro index,pager L "<pipe-message>almanac log --mail<enter>"`.
                """, effect: .changes, run: add)
    }

    @Sendable private func add(
        _ invocation: Invocation, words: [RecordArgument], day: CivilDate?, kind: String?, reminder: CivilDate?,
        isMail: Bool
    ) async throws -> NavigationAction {
        var entry = Note()
        (entry.kind, entry.reminder) = (kind?.trimmed ?? "", reminder)
        if isMail {
            entry.date = day
            return try await mail.add(entry, words, in: invocation)
        }
        let persons = words.dropLast()
        guard let text = words.last?.text, !text.trimmed.isEmpty, !persons.isEmpty else {
            throw CommandProblem.notHere("An entry requires a person and text.", next: "Use “log NAME TEXT”.")
        }
        var ids: [Person.ID] = []
        for (place, person) in persons.enumerated() {
            do {
                ids += [Person.ID(try await resolver.id(person))].compactMap(\.self)
            } catch let problem as CommandProblem {
                guard case .notFound = problem.cause, place > 0 || invocation.hasRecord(of: .person) else {
                    throw problem
                }
                throw try await unquotedText(words, from: place)
            }
        }
        entry.text = text
        entry.date = day ?? clock.today()
        entry.setPersons(ids)
        let id = try await notes.add(entry, in: invocation.context)
        // If the page of one of the persons is open, it shows the entry.
        guard let shown = invocation.screen.record.flatMap({ Person.ID($0) }), ids.contains(shown) else {
            return navigator.didSelect(id)
        }
        return people.didSelect(shown)
    }

    /// Returns the problem for a text of several words that the persons of an entry end with.
    ///
    /// - Parameter place: The index of the first word that is not the name of a person.
    private func unquotedText(_ words: [RecordArgument], from place: Int) async throws -> CommandProblem {
        let text = words[place...].map(\.text).joined(separator: " ")
        return .unquotedText(
            words[place].text,
            suggestions: try await resolver.search.names(like: words[place].text, of: [.person], limit: 3),
            line: ShellWords.joined(["log"] + words[..<place].map(\.description) + [text]))
    }

    // MARK: - Lists

    private var journal: Command {
        Command(
            "journal", .condition(.note), .limit, .person, about: "List journal entries, latest first",
            examples: ["journal", "journal --with 'Leia Organa'", "journal where kind = gift"],
            details: Kind.note.filterDetails
        ) { _, filter, limit, person in
            navigator.showList(try await list(.journal, where: filter, with: person, limit))
        }
    }

    private var reminders: Command {
        Command(
            "reminders", Argument.within("Show only reminders due within a period, such as 2w", clock), .limit, .person,
            .calendar, about: "List the reminders of journal entries, soonest first",
            examples: [
                "reminders", "reminders --within 2w", "reminders --with 'Leia Organa'",
                "reminders --save reminders.ics --alarm 1d",
            ],
            details: """
                Use `log NAME TEXT --remind 2w` to add a reminder, and `done ID` when it is done. In a calendar, \
                overdue reminders appear on the current day. Events keep their UIDs, so importing a calendar again \
                updates them. A calendar contains the persons and the text of each entry.
                """
        ) { _, days, limit, person, request in
            let last = days.map { CivilDate(daysSince1970: clock.today().daysSince1970 + $0) }
            let state = try await list(.reminders, where: last.flatMap { .due(by: $0, of: .note) }, with: person, limit)
            guard let request else { return navigator.showList(state) }
            let today = clock.today()
            var calendar = CalendarWriter("Reminders", alarm: request.alarm)
            let number = try await notes.forEach(of: state) { calendar.add($0, today: today) }
            return try await file.write(
                calendar.finished(), of: number, to: request, orNotify: "No reminders. No calendar was written.")
        }
    }

    private func list(
        _ list: ListState<Note>, where filter: Filter?, with person: RecordArgument?, _ limit: Int?
    ) async throws -> ListState<Note> {
        var state = list
        state.filter = try state.filter?.and(filter)
        state.limit = limit
        if let person { state.owner = try await resolver.id(person) }
        return state
    }

    // MARK: - Done

    private var done: Command {
        Command(
            "done", .any("ID", .record(.note)), about: "Mark journal entries as done",
            examples: ["done notes/3", "done notes/3 notes/4"],
            details: "Their reminders are no longer listed. Use `edit ID done=no` to reverse this.", effect: .changes
        ) { invocation, words in
            guard !words.isEmpty else {
                throw CommandProblem.notHere("“done” requires an ID.", next: "Use “done ID”, such as “done notes/3”.")
            }
            var ids: [Note.ID] = []
            for word in words { ids += [Note.ID(try await resolver.id(word))].compactMap(\.self) }
            return .tell(.message(try await markDone(ids.unique, in: invocation.context)))
        }
    }

    private func markDone(_ ids: [Note.ID], in context: CommandContext) async throws -> Message {
        var updates: [RecordUpdate<Note>] = []
        for record in try await notes.records(ids) {
            guard record.content.isPrivate || record.content.reminder != nil else {
                throw CommandProblem.notHere(
                    "\(record.title) (\(record.recordID)) is not a journal entry and has no reminder.",
                    next: "Use “edit \(record.recordID) date=today” to make it a journal entry.")
            }
            guard record.content.isDone != true else { continue }
            var entry = record.content
            entry.isDone = true
            updates.append(RecordUpdate(record, to: entry))
        }
        try await notes.update(updates, in: context)
        switch (updates.count, updates.first?.record) {
        case (1, let record?): return "Done: \(record.title) (\(record.recordID)). Use “undo” to reverse this."
        case (0, _):
            return Message(
                ids.count, one: "Nothing changed: the entry is already done.",
                other: "Nothing changed: the entries are already done.")
        case (let number, _): return "Marked \(number) entries as done. Use “undo” to reverse this."
        }
    }
}

extension Invocation {
    /// Returns whether the screen shows a record of the given kind.
    fileprivate func hasRecord(of kind: Kind) -> Bool { isInteractive && screen.record?.kind == kind }
}

extension Note {
    /// The kinds that completion offers.
    fileprivate static let usualKinds = ["met", "called", "wrote", "gift"]

    /// Sets the persons of an entry. The first person is its subject.
    mutating func setPersons(_ ids: [Person.ID]) {
        let ids = ids.unique
        subject = ids.first?.recordID
        persons = Array(ids.dropFirst())
    }
}

extension ListState<Note> {
    /// The list of journal entries, latest first.
    fileprivate static var journal: ListState {
        ListState(Note.journal, by: .date, isDescending: true, columns: "date,name,about,kind,with")
    }

    /// The list of entries with a reminder that is not done, soonest first.
    fileprivate static var reminders: ListState {
        ListState(Note.reminders, by: .due, isDescending: false, columns: "due,name,about,with,date")
    }

    private init(_ list: NamedFilter, by order: RecordOrder<Note>, isDescending: Bool, columns: String) {
        self.init()
        filter = try? Filter(list.condition, of: .note)
        (self.order, self.isDescending) = (order, isDescending)
        self.columns = try? ListColumns(columns, of: .note)
    }
}

extension Argument where Value == [RecordArgument] {
    /// The persons of an entry, followed by its text.
    fileprivate static var entry: Argument {
        Argument(
            [
                Parameter("NAME", .record([.person]), .any), Parameter("TEXT", .text, .optional),
            ],
            read: { reader in
                try reader.rest(
                    ValueParser(
                        .record([.person]),
                        parse: { word, invocation in
                            RecordArgument(text: word, row: invocation.row(word), kinds: [.person], acceptsPart: true)
                        }))
            }, words: { $0.map(\.description) })
    }
}

extension Argument where Value == RecordArgument? {
    fileprivate static var person: Argument {
        option("--with", "NAME", "Show only the entries of that person", .record(.person))
    }
}

extension ValueParser where Value == CivilDate {
    static func day(_ parse: @escaping @Sendable (String) throws -> CivilDate) -> ValueParser {
        ValueParser(.text, parse: { text, _ in try parse(text) }, describe: \.description)
    }
}
