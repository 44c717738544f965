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
    }

    /// Names go out of the lines they stand in; new ones come into the last line.
    mutating func applyCategories() {
        let wanted = Set(now.categories)
        let present = Set(contents.categories.values)
        let new = now.categories.reduce(into: [String]()) {
            if !present.contains($1) && !$0.contains($1) { $0.append($1) }
        }
        guard wanted != present else { return }
        let lines = contents.categories.items.map(\.line).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        for number in lines {
            let names = contents.categories.items.filter { $0.line == number }.map(\.value)
            let kept = names.filter(wanted.contains) + (number == lines.last ? new : [])
            guard kept != names else { continue }
            let line = reader.parsed.lines[number]
            document.replace(
                number, with: kept.isEmpty ? [] : [CardProperty(line, in: reader.parsed, value: .list(kept))])
        }
        if lines.isEmpty, !new.isEmpty { document.add([CardProperty("CATEGORIES", .list(new))]) }
    }
}
