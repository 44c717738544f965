import Display
import Localization
import Model
import Navigation

extension PageScreen {
    /// One record: its fields and related records.
    ///
    /// - Parameters:
    ///   - relatives: The records that its relations name.
    ///   - derived: Values derived from its fields.
    ///   - remark: A sentence to show above it.
    ///   - extraCommands: The commands of this kind of record only.
    init<Content: Presentable>(
        _ record: Record<Content>, isFavorite: Bool, today: CivilDate, relatives: [RecordReference] = [],
        derived: Table? = nil, remark: Message? = nil, navigator: any RecordNavigator & NoteNavigator,
        extraCommands: [Command] = []
    ) {
        var page = record.page(isFavorite: isFavorite, on: today, relatives: relatives)
        if let derived { page.blocks.insert(.table(derived), at: 1) }
        if let remark { page.blocks.insert(.message([remark]), at: 0) }
        let commands = RecordPageCommands(record: record, page: page, navigator: navigator).commands
        self.init(nil, page, extraCommands + commands)
    }
}
