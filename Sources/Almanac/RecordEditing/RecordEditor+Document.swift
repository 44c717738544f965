import Model

extension RecordEditor {
    /// Lets somebody edit the whole record as a text until it can be saved or is left as it was.
    ///
    /// - Parameters:
    ///   - address: Nil for a new record.
    ///   - words: What is changed before the text is opened.
    func edit(
        _ address: RecordID?, beginningWith words: [FieldAssignment], ifVersion: Int?, by texts: any TextEditing,
        in context: CommandContext
    ) async throws -> EditedRecord {
        var edit = try await RecordEdit(of: address, ifVersion: ifVersion, by: self, in: context)
        return try await texts.edit(try await edit.text(saying: words), named: edit.fileName) {
            try await edit.judge($0)
        } ?? .untouched
    }

    /// The record as it is written down: references by name, where the name is one record's only.
    func document(of content: Content) async throws -> RecordDocument {
        var names: [String: String] = [:]
        for field in Content.fields {
            guard case .reference(let kinds) = field.shape,
                let address = field.read(content).first.flatMap({ RecordID($0.value) })
            else { continue }
            names[field.key] = try? await directory.word(for: address, among: kinds)
        }
        return RecordDocument(of: content, names: names)
    }
}
