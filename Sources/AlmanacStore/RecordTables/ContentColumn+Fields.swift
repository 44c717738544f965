import Model

extension Recordable {
    /// The columns of the fields that have one value each.
    static var fieldColumns: [ContentColumn<Self>] { fields.flatMap(ContentColumn.columns) }

    /// The tables of the fields that have several values.
    static var fieldLists: [ContentList<Self>] { fields.compactMap { ContentList($0) } }

    /// The records that the fields refer to.
    static var fieldReferences: @Sendable (Self) -> [RecordID] {
        let reads = fields.compactMap { field in
            if case .reference(let read, _) = field.value { read } else { nil }
        }
        return { content in reads.compactMap { $0(content) } }
    }
}

extension ContentColumn {
    fileprivate static func columns(of field: EditableField<Content>) -> [ContentColumn] {
        let column = field.columns[0]
        switch field.value {
        case .text(let path): return [ContentColumn(column, path)]
        case .optionalText(let path): return [ContentColumn(column, path)]
        case .choice(let read, let write): return [ContentColumn(column, read: read, write: write)]
        case .date(let path):
            return [ContentColumn(column, path, read: { PartialDate($0) }, write: \.description)]
        case .gender(let path): return [ContentColumn(column, path, read: { Gender($0) }, write: \.description)]
        case .figure(let figure): return [ContentColumn(column, figure.path)]
        case .integer(let path, _): return [ContentColumn(column, path)]
        case .flag(let path): return [ContentColumn(column, path)]
        case .estimates(let path):
            return [ContentColumn(column, path, read: { Estimates(catalog: $0) }, write: \.catalog)]
        case .reference(let read, let write):
            guard case .reference(let kinds) = field.shape else { return [] }
            return zip(kinds, field.columns).map { ContentColumn($1, to: $0, read: read, write: write) }
        case .texts, .labeled, .phones, .addresses: return []
        }
    }
}

extension ContentList {
    fileprivate init?(_ field: EditableField<Content>) {
        let kind = Content.kind.rawValue
        let (table, owner) = ("\(kind)_\(field.columns[0])", "\(kind)_id")
        switch field.value {
        case .texts(let path): self.init(table, owner: owner, path)
        case .labeled(let path), .phones(let path): self.init(table, owner: owner, path)
        case .addresses(let path): self.init(table, owner: owner, path)
        case .text, .optionalText, .choice, .date, .gender, .figure, .integer, .flag, .estimates, .reference: return nil
        }
    }
}
