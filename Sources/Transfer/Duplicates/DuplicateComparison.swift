import AlmanacStore
import Model

/// A comparison of two persons, with the reasons why they may be duplicates.
struct DuplicateComparison {
    private let left: PersonTraits
    private let right: PersonTraits
    /// The similarity of the names, or `nil` if they differ.
    private let names: DuplicateReasons.Names?
    private let emails: [String]
    private let phones: [PhoneNumber]

    init(_ left: PersonTraits, _ right: PersonTraits) {
        self.left = left
        self.right = right
        names = DuplicateReasons.Names(left.name, right.name)
        emails = left.emails.intersection(right.emails).sorted()
        phones = left.phones(in: right)
    }

    /// The reasons why the persons may be duplicates, or `nil` if there are none. A shared name or phone number alone
    /// is not sufficient, because families and offices share them.
    var reasons: DuplicateReasons? {
        guard let names, !isContradicted else { return nil }
        var evidence: [DuplicateReasons.Evidence] = []
        if countsEmails { evidence += emails.map { .email($0) } }
        if countsPhones { evidence += phones.map { .phone(String($0.reversed.reversed())) } }
        if countsOrganizations { evidence.append(.organization(left.organization)) }
        if let birthday = commonBirthday, countsBirthdays { evidence.append(.birthday(birthday)) }
        if countsCards { evidence.append(.card) }
        return evidence.isEmpty ? nil : DuplicateReasons(names: names, evidence: evidence)
    }

    private var countsEmails: Bool {
        guard !emails.isEmpty else { return false }
        return switch names {
        case .same, .missing: true
        case .similar, .partial: !eachHasItsOwn
        case nil: false
        }
    }

    private var countsPhones: Bool {
        guard !phones.isEmpty else { return false }
        return switch names {
        case .same: !(hasOtherEmails && eachHasAPhone)
        case .similar: commonBirthday != nil || !hasOtherEmails && !eachHasItsOwn
        case .partial: !hasOtherEmails && !eachHasItsOwn
        case .missing, nil: false
        }
    }

    private var countsOrganizations: Bool {
        names == .same && !left.organization.isEmpty && left.organization == right.organization && !hasOtherEmails
            && !hasOtherPhones
    }

    private var countsBirthdays: Bool {
        switch names {
        case .same: true
        case .similar: !(hasOtherEmails && hasOtherPhones)
        case .partial, .missing, nil: false
        }
    }

    private var countsCards: Bool {
        names == .same && !left.card.uids.isDisjoint(with: right.card.uids)
    }

    /// The birthday of both persons, or `nil` if they do not have the same full date.
    private var commonBirthday: PartialDate? {
        left.birthday == right.birthday ? left.birthday.flatMap { CivilDate($0) == nil ? nil : $0 } : nil
    }

    private var isContradicted: Bool {
        if left.name.generation != right.name.generation, commonBirthday == nil { return true }
        let differing = differingBirthdayParts
        return differing > (countsEmails && names == .same ? 1 : 0)
    }

    /// The number of differing parts of the birthdays. A single differing part may be a typing error.
    private var differingBirthdayParts: Int {
        guard let one = left.birthday, let other = right.birthday else { return 0 }
        return [(one.year, other.year), (one.month, other.month), (one.day, other.day)].count { one, other in
            if let one, let other { one != other } else { false }
        }
    }

    /// Whether each person has an email address or phone number that the other person lacks. A shared address or number
    /// may then belong to a family or office.
    private var eachHasItsOwn: Bool { eachHasAMailbox || eachHasAPhone }

    private var eachHasAMailbox: Bool {
        !left.emails.isSubset(of: right.emails) && !right.emails.isSubset(of: left.emails)
    }

    private var eachHasAPhone: Bool {
        phones.count < left.phones.count && right.phones(in: left).count < right.phones.count
    }

    private var hasOtherEmails: Bool { emails.isEmpty && !left.emails.isEmpty && !right.emails.isEmpty }

    private var hasOtherPhones: Bool { phones.isEmpty && !left.phones.isEmpty && !right.phones.isEmpty }
}
