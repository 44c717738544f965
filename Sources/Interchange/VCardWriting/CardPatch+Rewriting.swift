import Model

extension CardPatch {
    /// What is still read differently after the lines were mended one by one is written from nothing.
    mutating func rewriteDifferences() {
        let (old, new) = (was.person, now.person)
        if now.group == nil {
            rewriteSingles()
            rewrite(contents.emails, old.emails != new.emails, new.emails, maker.email)
            rewrite(contents.phones, old.phones != new.phones, new.phones, maker.phone)
            rewrite(contents.addresses, old.addresses != new.addresses, new.addresses, maker.address)
            rewrite(contents.urls, old.urls != new.urls, new.urls, maker.url)
            rewrite(contents.messengers, old.messengers != new.messengers, new.messengers, maker.messenger)
            rewrite(contents.relations, old.relations != new.relations, new.relations, maker.relation)
            rewrite(contents.customFields, old.customFields != new.customFields, new.customFields, maker.customField)
        }
        let labeled = notes.map { Labeled("", $0) }
        rewrite(contents.notes, was.notes != notes, labeled) { (CardProperty("NOTE", .text($0.value)), nil) }
    }

    private mutating func rewriteSingles() {
        let (old, new) = (was.person, now.person)
        if PersonName(partsOf: old.name) != PersonName(partsOf: new.name) {
            setSingle(contents.names, to: [maker.name(new.name)])
            setFirst(contents.formattedName, to: CardProperty("FN", .text(new.title)))
        }
        if old.name.nickname != new.name.nickname {
            let name = new.name.nickname
            rewrite(contents.nickname, as: name.isEmpty ? nil : CardProperty("NICKNAME", .text(name)))
        }
        if (old.organization, old.department) != (new.organization, new.department) {
            let units = new.department.isEmpty ? [new.organization] : [new.organization, new.department]
            let isEmpty = units == [""]
            rewrite(contents.organization, as: isEmpty ? nil : CardProperty("ORG", .components(units.map { [$0] })))
        }
        for field in PlainText.allCases where old[keyPath: field.path] != new[keyPath: field.path] {
            rewrite(
                contents.plain[field] ?? SourcedValues(),
                as: field.property(new[keyPath: field.path], in: maker.version))
        }
        if old.gender != new.gender { rewrite(contents.gender, as: new.gender.map(maker.gender)) }
        if old.birthday != new.birthday { rewrite(contents.birthday, as: new.birthday.map(maker.birthday)) }
        if old.anniversary != new.anniversary {
            rewrite(contents.anniversary, as: new.anniversary.map(maker.anniversary))
        }
    }

    private mutating func rewrite<OldValue>(_ found: SourcedValues<OldValue>, as property: CardProperty?) {
        for item in found.items { drop(item.line) }
        if let property { document.add([property]) }
    }

    private mutating func rewrite<OldValue, Value>(
        _ found: SourcedValues<OldValue>, _ differs: Bool, _ values: [Labeled<Value>],
        _ make: (Labeled<Value>) -> PropertyMaker.Labeling
    ) {
        guard differs else { return }
        for item in found.items { drop(item.line) }
        for value in values { document.add(grouped(make(value))) }
    }
}
