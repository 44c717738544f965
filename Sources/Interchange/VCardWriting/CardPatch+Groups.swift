import Model

extension CardPatch {
    mutating func applyGroup(_ group: CardGroup) {
        if was.group?.name != group.name || isNew {
            let property = CardProperty("FN", .text(group.name))
            setFirst(contents.formattedName, to: property)
            if maker.version != .v40 || !contents.names.isEmpty {
                var name = PersonName()
                name.family = group.name
                setSingle(contents.names, to: [maker.name(name)])
            }
        }
        if was.group == nil { document.add([maker.kindGroup()]) }
        setTexts(contents.members, to: group.members, maker.member)
        setValue(contents.summary.lines, from: was.group?.summary.nonEmpty, to: group.summary.nonEmpty) {
            CardProperty("X-ALMANAC-SUMMARY", .text($0))
        }
    }

    /// Updates the categories. Removed names are deleted from their lines. New names are added to the last line. Names
    /// that differ only in case or accents denote the same group.
    mutating func applyCategories() {
        guard categoriesDiffer else { return }
        let wanted = Set(now.categories.map(\.groupKey))
        var known = Set(contents.categories.values.map(\.groupKey))
        let new = now.categories.filter { known.insert($0.groupKey).inserted }
        let lines = contents.categories.items.map(\.line).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        for number in lines {
            let names = contents.categories.items.filter { $0.line == number }.map(\.value)
            let kept = names.filter { wanted.contains($0.groupKey) } + (number == lines.last ? new : [])
            guard kept != names else { continue }
            let line = reader.parsed.lines[number]
            let all = kept + contents.furtherCategories.items.filter { $0.line == number }.map(\.value)
            document.replace(
                number, with: all.isEmpty ? [] : [CardProperty(line, in: reader.parsed, value: .list(all))])
        }
        if lines.isEmpty, !new.isEmpty { document.add([CardProperty("CATEGORIES", .list(new))]) }
    }

    var categoriesDiffer: Bool { Set(was.categories.map(\.groupKey)) != Set(now.categories.map(\.groupKey)) }
}
