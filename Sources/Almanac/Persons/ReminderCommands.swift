import Interchange
import Localization
import Model
import Navigation

/// The commands for keeping in touch with persons.
struct ReminderCommands: Responder {
    let persons: any PersonDataSource
    let notes: any NoteDataSource
    let resolver: RecordResolver
    let bulk: BulkChanges
    let clock: Clock
    let file: CalendarFile
    let navigator: any ListNavigator<Person>

    var commands: [Command] { [due, Command(touchDeclaration, run: touch)] }

    // MARK: - The date of the last contact

    private var touchDeclaration: CommandDeclaration<[RecordArgument], CivilDate?, ListSelection?> {
        CommandDeclaration(
            "touch", .any("ID", .record(.person)),
            Argument.option(
                "--at", "DATE", "Set the date, such as yesterday or “25 May”; the default is today",
                .day(clock.pastDay)), .listSelection,
            about: "Record contact with persons, without text",
            examples: [
                "touch 'Leia Organa'", "touch 'Leia Organa' 'Luke Skywalker' --at yesterday",
                "touch --where 'group = Rebels'",
            ],
            details: """
                `touch` adds a journal entry of the kind `contacted`. The date of the last contact is that of the \
                latest entry of a kind that `help log` lists. `note` also sets this date if the note is about a person \
                with a contact interval.

                \(RecordSelection.details)
                """, effect: .confirmedChanges)
    }

    @Sendable private func touch(
        _ invocation: Invocation, words: [RecordArgument], day: CivilDate?, list: ListSelection?
    ) async throws -> NavigationAction {
        let selection = try RecordSelection(words, list, of: "touch", among: [.person], in: invocation)
        let request = BulkChanges.Request(
            selection: selection,
            line: { touchDeclaration.line(words, day, selection.list?.confirmed($0), confirmation: .yes) })
        return try await bulk.change(request, [.person], in: invocation) { ids, context in
            try await addContacts(with: ids, on: day ?? clock.today(), in: context)
        } asking: { records, _ in
            "Record contact on \(DateText.words(day ?? clock.today())) with \(records)?"
        }
    }

    /// Adds a journal entry about each person whose last contact was not on the given day.
    private func addContacts(
        with ids: [RecordID], on day: CivilDate, in context: CommandContext
    ) async throws -> Message {
        let records = try await persons.records(ids.compactMap(Person.ID.init)).filter { $0.lastContact != day }
        let entries = records.map { record in
            var entry = Note()
            (entry.kind, entry.date, entry.subject) = ("contacted", day, record.recordID)
            return entry
        }
        if !entries.isEmpty { _ = try await notes.add(entries, in: context) }
        let date = DateText.words(day)
        guard let first = records.first else { return "Nothing changed: the last contact was already on \(date)." }
        guard records.count == 1 else {
            return "Recorded contact with \(Message(records.count, "person")): \(date). Use “undo” to reverse this."
        }
        let name = first.reference
        if let last = first.lastContact, last > day {
            return """
                Recorded contact with \(name.name) (\(name.id)): \(date); the last contact is still \
                \(DateText.words(last)). Use “undo” to reverse this.
                """
        }
        var content = first.content
        content.lastContact = day
        let next: Message? =
            if case .due(let date) = content.nextContact {
                "The next contact is due on \(DateText.words(date))."
            } else {
                nil
            }
        let sentences: [Message?] = [
            "Last contact with \(name.name) (\(name.id)): \(date).", next, "Use “undo” to reverse this.",
        ]
        return sentences.compactMap(\.self).joined()
    }

    // MARK: - Due contacts

    private var due: Command {
        Command(
            "due", Argument.within("Also show contacts that become due within a period, such as 2w", clock),
            Argument.option("--of", "GROUP", "Show only the members of a group", .record(.group)), .limit, .calendar,
            about: "List persons whose next contact is due",
            examples: ["due", "due --within 2w", "due --of Family", "due --within 1y --save contacts.ics"],
            details: """
                Use `edit NAME contact=30d` to be reminded of a person, and `touch NAME` to set the date of the last \
                contact. A person without such a date is overdue and is listed first. In a calendar, overdue contacts \
                appear on the current day. Events keep their UIDs, so importing a calendar again updates them.
                """
        ) { _, days, group, limit, request in
            let last = CivilDate(daysSince1970: clock.today().daysSince1970 + (days ?? 0))
            var state = ListState<Person>.due(by: last)
            state.limit = limit
            if let group { state.owner = try await resolver.id(group) }
            guard let request else { return navigator.showList(state) }
            return try await calendar(state, request)
        }
    }

    private func calendar(_ state: ListState<Person>, _ request: CalendarRequest) async throws -> NavigationAction {
        let today = clock.today()
        var calendar = CalendarWriter("Contacts", alarm: request.alarm)
        let number = try await persons.forEach(of: state) { calendar.add($0, today: today) }
        return try await file.write(
            calendar.finished(), of: number, to: request, orNotify: "No contacts are due. No calendar was written.")
    }
}

extension ListState<Person> {
    /// Returns the list of the persons whose next contact is due by a date, the most overdue first.
    static func due(by date: CivilDate) -> ListState {
        var state = ListState()
        state.filter = .due(by: date, of: .person)
        state.order = .due
        state.columns = try? ListColumns("name,due,lastContact,contact", of: .person)
        return state
    }
}

extension Filter {
    /// Returns the filter for persons whose next contact is due by a date, or for journal entries whose reminder is due
    /// by that date.
    static func due(by date: CivilDate, of kind: Kind) -> Filter? { try? Filter("due <= \(date)", of: kind) }
}
