/// An agreement or a difference of two records, with its weights.
///
/// The weights follow Fellegi and Sunter (A Theory for Record Linkage, 1969): a weight is the binary logarithm of how
/// much more likely an observation is for two records of one person than for two persons. The sum of the weights is
/// therefore the logarithm of the odds that two records belong to one person. Because people share names, phone
/// numbers, and postal addresses with relatives, and organizations with colleagues, there are three sums: for
/// strangers, for relatives, and for colleagues. The lowest sum counts.
enum DuplicateObservation: Hashable, CaseIterable {
    case sameGivenName, variantOfGivenName, misspelledGivenName, initialOfGivenName, similarGivenName, otherGivenName
    case sameFamilyName, variantOfFamilyName, misspelledFamilyName, partOfFamilyName, initialOfFamilyName
    case otherFamilyName
    case swappedNames, sameMiddleName, initialOfMiddleName, otherMiddleName
    case missingGeneration, otherGeneration, otherSex
    case email, sharedMailbox, otherEmails, otherMailboxes
    case mobilePhone, phone, homePhone, workPhone, otherPhones, furtherPhones
    case messenger, address, sameHousehold, otherAddresses, website, organization, otherOrganization
    case birthday, dayOfBirth, almostBirthday, otherBirthday
    case uid

    /// The logarithms of the odds of two persons with a common duplicate key, before any observation.
    static let start = DuplicateWeights(-9, -5, -5)

    var weights: DuplicateWeights {
        switch self {
        // Relatives have the same family name, but rarely the same given name. Similar given names are typical of
        // siblings.
        case .sameGivenName: DuplicateWeights(5, 9, 5)
        case .variantOfGivenName: DuplicateWeights(4, 7, 4)
        case .misspelledGivenName: DuplicateWeights(3, 5, 3)
        case .initialOfGivenName: DuplicateWeights(2, 3, 2)
        case .similarGivenName: DuplicateWeights(-2, -6, -4)
        case .otherGivenName: DuplicateWeights(-16, -16, -16)
        case .sameFamilyName: DuplicateWeights(6, 0, 6)
        case .variantOfFamilyName: DuplicateWeights(5, 0, 5)
        case .misspelledFamilyName: DuplicateWeights(4, -1, 4)
        case .partOfFamilyName: DuplicateWeights(4, 0, 4)
        case .initialOfFamilyName: DuplicateWeights(1, 0, 1)
        case .otherFamilyName: DuplicateWeights(-4, -4, -6)
        case .swappedNames: DuplicateWeights(-1, -2, -2)
        case .sameMiddleName: DuplicateWeights(2, 3, 2)
        case .initialOfMiddleName: DuplicateWeights(1, 1, 1)
        case .otherMiddleName: DuplicateWeights(-6, -8, -6)
        // Fathers and sons have the same names.
        case .missingGeneration: DuplicateWeights(-6, -18, -6)
        case .otherGeneration: DuplicateWeights(-12, -20, -12)
        case .otherSex: DuplicateWeights(-8, -8, -8)
        case .email: DuplicateWeights(10, 11, 10)
        case .sharedMailbox: DuplicateWeights(4, 1, 0)
        case .otherEmails: DuplicateWeights(-2, -3, -4)
        // A company gives each employee one mailbox.
        case .otherMailboxes: DuplicateWeights(-3, -3, -7)
        case .mobilePhone: DuplicateWeights(8, 5, 7)
        case .phone: DuplicateWeights(7, 3, 3)
        case .homePhone: DuplicateWeights(6, 0, 2)
        case .workPhone: DuplicateWeights(5, 2, 0)
        case .otherPhones: DuplicateWeights(-2, -1, -3)
        case .furtherPhones: DuplicateWeights(-1, -2, -1)
        case .messenger: DuplicateWeights(9, 6, 8)
        case .address: DuplicateWeights(6, 0, 3)
        // The same given name, phone number, and postal address, for example after a change of family name.
        case .sameHousehold: DuplicateWeights(0, 1, 3)
        case .otherAddresses: DuplicateWeights(-1, -1, 0)
        case .website: DuplicateWeights(6, 3, 1)
        case .organization: DuplicateWeights(4, 2, 0)
        case .otherOrganization: DuplicateWeights(-1, -1, -1)
        // Twins have the same birthday, but different given names.
        case .birthday: DuplicateWeights(9, 6, 8)
        case .dayOfBirth: DuplicateWeights(5, 4, 4)
        case .almostBirthday: DuplicateWeights(-2, -3, -2)
        case .otherBirthday: DuplicateWeights(-12, -12, -12)
        case .uid: DuplicateWeights(14, 14, 14)
        }
    }
}

/// The weights of an observation if the records belong to two strangers, two relatives, or two colleagues.
struct DuplicateWeights: Hashable {
    private(set) var strangers: Int
    private var relatives: Int
    private var colleagues: Int

    init(_ strangers: Int, _ relatives: Int, _ colleagues: Int) {
        self.strangers = strangers
        self.relatives = relatives
        self.colleagues = colleagues
    }

    /// The lowest of the weights.
    var lowest: Int { min(strangers, relatives, colleagues) }

    /// Returns the weights for a value that many persons have, which is less by the binary logarithm of their number.
    func shared(by persons: Int) -> DuplicateWeights {
        let bits = persons > 2 ? Int.bitWidth - 1 - (persons - 1).leadingZeroBitCount : 0
        func less(_ weight: Int) -> Int { weight > 0 ? max(0, weight - bits) : weight }
        return DuplicateWeights(less(strangers), less(relatives), less(colleagues))
    }

    static func += (sum: inout DuplicateWeights, other: DuplicateWeights) {
        sum.strangers += other.strangers
        sum.relatives += other.relatives
        sum.colleagues += other.colleagues
    }
}
