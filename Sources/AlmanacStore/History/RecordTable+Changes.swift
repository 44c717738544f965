import Model
import SQLite

extension RecordTable {
    /// What steps have made of records, in a fixed number of statements: each moment is a record and the step that has
    /// changed it.
    /// - Parameter member: The one member that is meant of groups; nil for all.
    func changes(
        at moments: [Moment], member: Int64? = nil, on connection: Connection
    ) throws -> [Moment: RecordChange] {
        guard !moments.isEmpty else { return [:] }
        let past = try past(Set(moments + moments.map(\.after)), in: connection)
        let ties = try RecordedTies(of: Content.kind, member: member).changes(at: moments, on: connection)
        let nameless = moments.filter { past[$0] == nil && past[$0.after] == nil }.map(address(of:))
        let names = Dictionary(grouping: try Tables.pastReferences(to: nameless, in: connection), by: \.address)
        var changes: [Moment: RecordChange] = [:]
        for moment in moments {
            let (old, new) = (past[moment]?.content, past[moment.after]?.content)
            let address = address(of: moment)
            changes[moment] = RecordChange(
                record: Reference(
                    address: address, name: (new ?? old)?.title ?? names[address]?.first?.name ?? "\(address)"),
                action: new == nil ? .deleted : old == nil ? .added : .changed,
                fields: fields(from: old ?? Content(), to: new ?? Content()) + ties[moment, default: []])
        }
        return changes
    }

    private func address(of moment: Moment) -> Address { Address(kind: Content.kind, number: moment.id) }

    /// What differs between two contents of a record.
    func fields(from old: Content, to new: Content) -> [FieldChange] {
        let fields = Content.fields.compactMap { field in
            FieldChange(field.key, field.title, old: field.read(old), new: field.read(new))
        }
        let photo = FieldChange("photo", "Photo", old: photoText(old), new: photoText(new))
        let hidden = FieldChange("card", "Card", old: hiddenTexts(old), new: hiddenTexts(new))
        return fields + [photo, hidden].compactMap { $0 }
    }

    private func photoText(_ content: Content) -> [Labelled<String>] {
        photo(content).map { [Labelled("", $0.rawValue)] } ?? []
    }
}

extension FieldChange {
    /// Nil when nothing has changed.
    fileprivate init?(_ key: String, _ title: String, old: [Labelled<String>], new: [Labelled<String>]) {
        if old == new { return nil }
        func text(_ values: [Labelled<String>]) -> String {
            values.map { $0.label.isEmpty ? $0.value : "\($0.label): \($0.value)" }.joined(separator: ", ")
        }
        self.init(key: key, title: title, old: text(old), new: text(new))
    }
}
