import Model

/// The kinds of similar contacts that describe two persons.
enum DifferentPersonsKind: String, CaseIterable {
    case siblings = "siblings with similar names and one phone number"
    case twins = "twins"
    case juniorAndSenior = "father and son, Sr. and Jr."
    case junior = "father and son, only Jr."
    case switchboard = "colleagues with one phone number and shared mailbox"
    case relativesAtWork = "relatives in one company"
    case spouses = "spouses with one phone number and postal address"
    case familyMailbox = "spouses with one email address"
    case otherCity = "the same common name in another city"
    case sameCity = "the same common name in the same city"
    case sameCompany = "the same common name in one company"
    case initials = "different initials with one phone number"
    case initialOfOther = "initial of a relative"
    case company = "a company and its employee"
    case assistant = "an assistant with the phone number of a manager"
    case generations = "grandfather and grandson with one name and postal address"
    case flatmates = "flatmates with one given name"
    case neighbors = "neighbors with similar family names"
    case mirrored = "mirrored names in one company"
    case feminine = "masculine and feminine form of a given name at one postal address"

    func pair(_ maker: inout ContactGenerator) -> (Person, Person) {
        var first = maker.person()
        var second = maker.person()
        if second.name.given == first.name.given { second.name.given = "Marieke" }
        relate(&first, &second, &maker)
        return maker.inRandomOrder(first, second)
    }

    private func relate(_ first: inout Person, _ second: inout Person, _ maker: inout ContactGenerator) {
        let similar = maker.pick(DuplicateNames.siblings)
        switch self {
        case .siblings:
            (first.name.given, second.name.given) = similar
            maker.makeFamily(&first, &second, sharesAddress: maker.happens(oneIn: 2))
        case .twins:
            (first.name.given, second.name.given) = maker.happens(oneIn: 2) ? similar : ("Nils", "Greta")
            maker.makeFamily(&first, &second, sharesAddress: true)
            first.birthday = maker.date(from: 1980, through: 2015)
            second.birthday = first.birthday
        case .juniorAndSenior, .junior:
            second.name = first.name
            (first.name.suffix, second.name.suffix) = (self == .junior ? "" : "Sr.", "Jr.")
            maker.makeFamily(&first, &second, sharesAddress: maker.happens(oneIn: 2))
            if maker.happens(oneIn: 2) { second.emails = [] }
        case .switchboard, .mirrored, .relativesAtWork:
            if self == .mirrored {
                (first.name.given, first.name.family) = maker.pick([("Martin", "Paul"), ("Simon", "Thomas")])
                (second.name.given, second.name.family) = (first.name.family, first.name.given)
            }
            if self == .relativesAtWork { second.name.family = first.name.family }
            maker.makeColleagues(&first, &second)
        case .spouses:
            maker.makeFamily(&first, &second, sharesAddress: true)
        case .familyMailbox:
            maker.makeFamily(&first, &second, sharesAddress: maker.happens(oneIn: 2))
            let mailbox = maker.pick([ContactGenerator.ascii(first.name.given), "familie", "the"])
            first.emails = [
                Labeled("home", "\(mailbox).\(ContactGenerator.ascii(first.name.family))@\(maker.domain())")
            ]
            second.emails = first.emails
        case .otherCity, .sameCity:
            second.name = first.name
            (first.addresses, second.addresses) = ([maker.address()], [maker.address()])
            if self == .sameCity { second.addresses[0].value.locality = first.addresses[0].value.locality }
        case .sameCompany:
            second.name = first.name
            maker.makeColleagues(&first, &second, sharesMailbox: false)
        case .initials:
            (first.name.given, second.name.given) = maker.pick([("A.", "Bernd"), ("C.", "D."), ("Eva", "K.")])
            maker.makeFamily(&first, &second, sharesAddress: maker.happens(oneIn: 2))
        case .initialOfOther:
            (first.name.given, second.name.given) = ("A.", "Anna")
            maker.makeFamily(&first, &second, sharesAddress: false)
            var relative = first
            relative.name.given = "Anton"
            first.emails = [maker.email(of: relative)]
            second.emails = [maker.email(of: second)]
        case .company:
            maker.makeColleagues(&first, &second)
            (first.name, first.birthday, first.addresses) = (PersonName(), nil, [])
            first.phones.removeAll { $0.label == "mobile" }
            first.emails = second.emails.filter { $0.value.hasPrefix("info@") }
        case .assistant:
            maker.employ(&first)
            second.organization = first.organization
            second.phones = first.phones
        case .generations:
            second.name = first.name
            maker.makeFamily(&first, &second, sharesAddress: true)
            first.birthday = maker.date(from: 1930, through: 1945)
            second.birthday = maker.date(from: 1985, through: 2005)
        case .flatmates:
            second.name.given = first.name.given
            second.name.family = maker.familyName(except: first.name.family)
            maker.share(&first, &second, sharesAddress: true)
        case .neighbors:
            second.name.given = first.name.given
            (first.name.family, second.name.family) = maker.pick(DuplicateNames.similarFamilies)
            first.addresses = [maker.address()]
            second.addresses = first.addresses
            second.addresses[0].value.street += " b"
        case .feminine:
            (first.name.given, second.name.given) = maker.pick(DuplicateNames.masculineAndFeminine)
            maker.makeFamily(&first, &second, sharesAddress: true)
            second.emails = []
        }
    }
}

extension ContactGenerator {
    /// Gives two persons the same family name and home phone number, and possibly the same postal address.
    fileprivate mutating func makeFamily(_ first: inout Person, _ second: inout Person, sharesAddress: Bool) {
        second.name.family = first.name.family
        share(&first, &second, sharesAddress: sharesAddress)
    }

    /// Gives two persons the same home phone number, and possibly the same postal address.
    fileprivate mutating func share(_ first: inout Person, _ second: inout Person, sharesAddress: Bool) {
        let phone = Labeled(pick(["home", "", "home"]), phone())
        first.phones = happens(oneIn: 2) ? [phone] : first.phones + [phone]
        second.phones = happens(oneIn: 2) ? [phone] : second.phones + [phone]
        guard sharesAddress else { return }
        first.addresses = [address()]
        second.addresses = [happens(oneIn: 2) ? first.addresses[0] : inAnotherNotation(first.addresses[0])]
    }

    /// Gives two persons the same organization and office phone number, and possibly the same shared mailbox.
    fileprivate mutating func makeColleagues(
        _ first: inout Person, _ second: inout Person, sharesMailbox: Bool = true
    ) {
        employ(&first)
        second.organization = first.organization
        let (phone, host) = (Labeled("work", phone()), domain())
        first.phones = [phone] + first.phones
        second.phones = [phone] + second.phones
        first.emails.append(Labeled("work", "\(Self.ascii(first.name.given)).\(number(900))@\(host)"))
        second.emails = [Labeled("work", "\(Self.ascii(second.name.given)).\(number(900))@\(host)")]
        if sharesMailbox {
            first.emails.append(Labeled("work", "info@\(host)"))
            second.emails.append(Labeled("work", "info@\(host)"))
        }
    }
}
