import Model

extension CardPatch {
    /// What is still read differently after the lines were mended one by one is written from nothing.
    mutating func rewriteWhatDiffers() {
        let (old, new) = (was.person, now.person)
        if now.group == nil {
            rewriteNames()
            rewrite(contents.emails, old.emails != new.emails, new.emails, maker.email)
            rewrite(contents.phones, old.phones != new.phones, new.phones, maker.phone)
            rewrite(contents.addresses, old.addresses != new.addresses, new.addresses, maker.address)
            rewrite(contents.urls, old.urls != new.urls, new.urls, maker.url)
            rewrite(contents.messengers, old.messengers != new.messengers, new.messengers, maker.messenger)
            rewrite(contents.relations, old.relations != new.relations, new.relations, maker.relation)
            rewrite(contents.customFields, old.customFields != new.customFields, new.customFields, customField)
        }
        let labelled = notes.map { Labelled("", $0) }
        rewrite(contents.notes, was.notes != notes, labelled) { (CardProperty("NOTE", .text($0.value)), nil) }
    }

    private mutating func rewriteNames() {
        let (old, new) = (was.person.name, now.person.name)
        if PersonName(partsOf: old) != PersonName(partsOf: new) {
            setSingle(contents.names, to: [maker.name(new)])
            setFirst(contents.formattedName, to: CardProperty("FN", .text(now.person.title)))
        }
        if old.nickname != new.nickname {
            for item in contents.nickname.items { document.remove(item.line) }
            if !new.nickname.isEmpty { document.add([CardProperty("NICKNAME", .text(new.nickname))]) }
        }
        if was.person.organization != now.person.organization || was.person.department != now.person.department {
            for item in contents.organization.items { document.remove(item.line) }
            let parts = [[now.person.organization], [now.person.department]]
            document.add([CardProperty("ORG", .components(now.person.department.isEmpty ? [parts[0]] : parts))])
        }
    }

    private mutating func rewrite<OldValue, Value>(
        _ found: Found<OldValue>, _ differs: Bool, _ values: [Labelled<Value>],
        _ make: (Labelled<Value>) -> PropertyMaker.Labelling
    ) {
        guard differs else { return }
        for item in found.items { drop(item.line) }
        for value in values { document.add(grouped(make(value))) }
    }
}
