import Display
import Localization
import Text

/// A layout that shows a record as a card with columns for titles, labels, and values. Fields with neither a value nor
/// a placeholder are omitted. The sections of a form have headings.
struct RecordLayout {
    let settings: RenderSettings

    func lines(_ fields: [Field]) -> [Line] {
        let facts = fields.flatMap(facts)
        let titleWidth = facts.map { $0.title.width }.max() ?? 0
        let labelWidth = min(facts.map { $0.label.width }.max() ?? 0, 24)
        let indent = Self.margin + titleWidth + 2
        var section = ""
        return facts.flatMap { fact -> [Line] in
            defer { section = fact.section }
            return (fact.section == section ? [] : [Line(fact.section.localized, .heading)]) + lines(fact)
        }

        func lines(_ fact: Fact) -> [Line] {
            if let width = settings.width, width - indent < Self.narrowestValue { return stacked(fact, width) }
            let head = Line.space(Self.margin) + fact.title.padded(to: titleWidth + 2)
            return indented(body(fact, labelWidth, settings.width.map { $0 - indent }), under: head)
        }
    }

    private static let margin = 2
    private static let narrowestValue = 16

    // MARK: - Facts

    /// A value with its title. In a list of values, only the first value has a title.
    private struct Fact {
        var title: Line
        let label: Line
        let value: Value
        let section: Title
    }

    private func facts(_ field: Field) -> [Fact] {
        let values = separate(field.value).filter { !$0.isEmpty || $0.isPlaceholder }
        return values.enumerated().map { index, value in
            let title = index == 0 ? Line(field.title.localized, .label) : Line()
            if case .labeled(let label, let value) = value {
                return Fact(title: title, label: Line(label, .dim), value: value, section: field.section)
            }
            return Fact(title: title, label: Line(), value: value, section: field.section)
        }
    }

    /// Returns the values to show on separate lines. A list of simple values is shown on a single line.
    private func separate(_ value: Value) -> [Value] {
        guard case .list(let values) = value else { return [value] }
        let isSimple = values.allSatisfy { value in
            switch value {
            case .text, .words, .formatted, .period, .integer, .moreThan, .number, .flag, .none: true
            case .quantity, .date, .prose, .reference, .labeled, .list, .series, .bar, .change, .parts, .placeholder:
                false
            }
        }
        return isSimple ? [value] : values
    }

    // MARK: - Lines

    private func body(_ fact: Fact, _ labelWidth: Int, _ room: Int?) -> [Line] {
        guard fact.label.width > 0 else { return value(fact.value, room) }
        let label = fact.label.padded(to: labelWidth) + "  "
        let rest = room.map { $0 - label.width }
        if let rest, rest < Self.narrowestValue { return fact.label.wrapped(to: room) + value(fact.value, room) }
        return indented(value(fact.value, rest), under: label)
    }

    private func stacked(_ fact: Fact, _ width: Int) -> [Line] {
        let title = fact.title.width > 0 ? fact.title.wrapped(to: width) : []
        let label = fact.label.width > 0 ? fact.label + ":" : Line()
        let margin = width > Self.margin * 2 ? Self.margin : 0
        let room = width - margin
        let lines = (label.width > 0 ? label.wrapped(to: room) : []) + value(fact.value, room)
        return title + lines.map { Line.space(margin) + $0 }
    }

    private func value(_ value: Value, _ room: Int?) -> [Line] {
        switch value {
        case .prose(let text): ProseLayout(settings: settings, width: room).lines(text)
        case .placeholder(let text, _): Line("[\(text.localized)]", .dim).wrapped(to: room)
        case .reference(let reference):
            (Line(reference.name) + Line(" \(settings.charset.dot) \(reference.address)", .address)).wrapped(to: room)
        default: Line(value.detail(settings.charset)).wrapped(to: room)
        }
    }

    private func indented(_ lines: [Line], under head: Line) -> [Line] {
        lines.enumerated().map { index, line in (index == 0 ? head : Line.space(head.width)) + line }
    }
}

extension Value {
    fileprivate var isPlaceholder: Bool { if case .placeholder = self { true } else { false } }
}
