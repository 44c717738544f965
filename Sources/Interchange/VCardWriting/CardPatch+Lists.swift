import Model

extension CardPatch {
    /// Updates the lines of a list of labeled values.
    mutating func setLabeled<Value>(
        _ found: SourcedValues<Labeled<Value>>, to values: [Labeled<Value>],
        _ make: (Labeled<Value>) -> PropertyMaker.Labeling
    ) {
        let old = found.values
        guard old != values else { return }
        if isRewriting {
            for item in found.items { drop(item.line) }
            for value in values { document.add(grouped(make(value))) }
            return
        }
        let changes = ListChanges(from: old, to: values)
        for (index, outcome) in changes.kept.enumerated() {
            let number = found.items[index].line
            switch outcome {
            case .same: continue
            case .moved(let other): document.replace(number, withLine: found.items[other].line)
            case .changed(let new): change(number, from: old[index], to: values[new], make)
            case .removed: drop(number)
            case .left: document.remove(number)
            }
        }
        for (after, new, from) in changes.added {
            let place = after.map { lastLine(of: found.items[$0].line) } ?? found.items.first.map { $0.line - 1 }
            if let from {
                document.add(line: found.items[from].line, after: place)
            } else {
                document.add(grouped(make(values[new])), after: place)
            }
        }
    }

    mutating func setTexts(_ found: SourcedValues<String>, to values: [String], _ make: (String) -> CardProperty) {
        let unlabeled = SourcedValues(items: found.items.map { ($0.line, Labeled("", $0.value)) })
        setLabeled(unlabeled, to: values.map { Labeled("", $0) }) { (make($0.value), nil) }
    }

    private mutating func change<Value>(
        _ number: Int, from old: Labeled<Value>, to new: Labeled<Value>,
        _ make: (Labeled<Value>) -> PropertyMaker.Labeling
    ) {
        let line = reader.parsed.lines[number]
        var (made, label) = make(new)
        if line.head.meaning == .date, made.name == "X-ALMANAC-FIELD", !["", "anniversary"].contains(new.label) {
            made.name = reader.parsed.nameAsWritten(of: line)
            if case .text(let text) = made.value, let date = PartialDate(text) {
                let property = maker.date(date, name: made.name, fallback: made.name)
                (made.value, made.parameters) = (property.value, made.parameters + property.parameters)
            }
        }
        removeAlternatives(of: number)
        guard line.name == made.name.uppercased() else {
            document.replace(number, with: grouped((made, label)))
            return removeLabel(of: line)
        }
        let isSame = old.value == new.value && make(old).property.value == made.value
        var property =
            isSame
            ? CardProperty(line, in: reader.parsed) : CardProperty(line, in: reader.parsed, value: made.value)
        let own = made.parameters.filter { $0.name != "TYPE" && !(isSame && $0.name == "VALUE") }
        property.parameters = property.parameters.filter { kept in !own.contains { $0.name == kept.name } } + own
        guard old.label != new.label else { return document.replace(number, with: [property]) }

        let types = line.parameters.filter { $0.name == "TYPE" && LabelKind.other.isSilent($0.value.lowercased()) }
        let newTypes = made.parameters.filter { new in
            new.name == "TYPE" && !types.contains { $0.value.lowercased() == new.value.lowercased() }
        }
        property.parameters =
            types + newTypes + property.parameters.filter { !["TYPE", CardParameter.androidLabel].contains($0.name) }
        setLabel(label, of: line, property: &property)
        document.replace(number, with: [property])
    }

    private mutating func setLabel(_ label: String?, of line: ContentLine, property: inout CardProperty) {
        let isShared = labelLine(of: line) != nil && hasOthers(line)
        if isShared { property.group = "" }
        guard let label else { return removeLabel(of: line) }
        if let companion = labelLine(of: line), !isShared {
            let old = reader.parsed.lines[companion]
            document.replace(companion, with: [CardProperty(old, in: reader.parsed, value: .text(label))])
        } else {
            if property.group.isEmpty { property.group = document.makeGroup() }
            let number = reader.parsed.lines.firstIndex { $0.entries == line.entries }
            document.add([CardProperty("X-ABLabel", .text(label)).inGroup(property.group)], after: number)
        }
    }

    mutating func drop(_ number: Int) {
        document.remove(number)
        removeAlternatives(of: number)
        removeLabel(of: reader.parsed.lines[number])
    }

    /// Removes the label of a line if no other line in its group shares the label.
    private mutating func removeLabel(of line: ContentLine) {
        if let companion = labelLine(of: line), !hasOthers(line) { document.remove(companion) }
    }

    /// Returns whether the group of a line has other lines, which share its label.
    private func hasOthers(_ line: ContentLine) -> Bool {
        reader.parsed.lines.enumerated().contains { number, other in
            other.entries != line.entries && other.name != "X-ABLABEL" && !document.isRemoved(number)
                && other.group.uppercased() == line.group.uppercased()
        }
    }

    private func labelLine(of line: ContentLine) -> Int? {
        line.group.isEmpty ? nil : reader.labelLines[line.group.uppercased()]
    }

    private func lastLine(of number: Int) -> Int {
        labelLine(of: reader.parsed.lines[number]).map { max($0, number) } ?? number
    }

    mutating func grouped(_ made: PropertyMaker.Labeling) -> [CardProperty] {
        guard let label = made.label else { return [made.property] }
        let group = document.makeGroup()
        return [made.property.inGroup(group), CardProperty("X-ABLabel", .text(label)).inGroup(group)]
    }
}
