import Almanac
import Display
import Localization

extension TestApp {
    /// The current path, such as `persons/1/edit`.
    public var place: String { stage.navigation.path.description }

    /// The question of the current prompt, if any.
    public var prompt: String? { stage.prompts.first?.question.description }

    public var answers: [String] { stage.prompts.first?.answers.map(\.title.description) ?? [] }

    /// The title of the current form item, if any.
    public var question: String? { stage.scene.screen.question?.title.description }

    /// The current notice, if any, as plain text.
    public var told: String? { stage.notice.map(\.words) }

    /// The page on screen, as plain text.
    public var screen: String { stage.scene.screen.page.words }

    /// The names in the rows on screen.
    public var names: [String] { stage.scene.screen.page.tables.flatMap(\.rows).map { $0["name"].words } }

    /// The displayed value of a field.
    public subscript(key: String) -> String { fields.first { $0.key == key }?.value.words ?? "" }

    /// The fields of the record or form on screen.
    public var fields: [Field] {
        stage.scene.screen.page.blocks.flatMap { block -> [Field] in
            if case .record(let fields) = block { fields } else { [] }
        }
    }
}

extension Page {
    public var tables: [Table] {
        blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
    }

    /// The human-readable content, with one value per line.
    public var words: String {
        ([title.description] + blocks.flatMap(\.lines)).filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension Block {
    fileprivate var lines: [String] {
        switch self {
        case .record(let fields): fields.map { "\($0.key)=\($0.value.words)" }
        case .table(let table):
            table.rows.isEmpty
                ? [table.placeholder.description]
                : table.rows.map { $0.fields.map(\.value.words).joined(separator: "\t") }
        case .prose(let text): [text.description]
        case .verbatim(let text): [text]
        case .message(let sentences): sentences.map(\.description)
        case .picture(.drawing(let drawing)): drawing.shapes.map(\.words).filter { !$0.isEmpty } + drawing.notices
        case .picture(.tree(let tree)):
            tree.rows.map { "\($0.numeral) \($0.text)" }
                + tree.lists.flatMap { [$0.title] + $0.entries.map(\.description) }
        case .strip(let strip): strip.marks.map { "\($0.label) \($0.value)" }
        case .picture(.plot(let plot)):
            plot.classes.flatMap { marks in marks.marks.map { "\(marks.name): \($0.label) \($0.x) \($0.y)" } }
        case .picture(.qrCode(let code)): code.table.rows.map { $0["text"].words } + code.notices.map(\.description)
        case .comparison(let comparison):
            comparison.rows.map { row in "\(row.key): " + row.values.map(\.words).joined(separator: " | ") }
        }
    }
}

extension Value {
    public var words: String {
        switch self {
        case .none, .placeholder: ""
        case .text(let text), .formatted(let text, _), .prose(let text): text
        case .words(let message): message.description
        case .integer(let number): String(number)
        case .moreThan(let number): "\(number)+"
        case .number(let number): String(number)
        case .flag(let flag): flag ? "yes" : "no"
        case .quantity(let quantity): "\(quantity.value) \(quantity.unit)"
        case .date(let text, _), .period(let text, _): text
        case .reference(let reference): reference.name
        case .labeled(let label, let value): "\(label): \(value.words)"
        case .list(let values): values.map(\.words).joined(separator: ", ")
        case .series(let figures): figures.map { $0.map { "\($0)" } ?? "" }.joined(separator: ", ")
        case .bar(let part): "\(part)"
        case .change(let key, let old, let new): "\(key): \(old) -> \(new)"
        case .parts(let fields): fields.map(\.value.words).joined(separator: " ")
        }
    }
}

extension Message {
    public func contains(_ text: some StringProtocol) -> Bool { description.contains(text) }
    public func hasPrefix(_ text: some StringProtocol) -> Bool { description.hasPrefix(text) }
    public func hasSuffix(_ text: some StringProtocol) -> Bool { description.hasSuffix(text) }
}
