import Model

/// A location of the login flow.
public enum LoginLocation: Location {
    /// The list of accounts.
    case accounts
    /// The form for entering the passphrase of an account.
    case account(Account.ID)
    /// A location of the child flow for signing up.
    case signUp(SignUpLocation)
    case forgotten

    public var name: String {
        switch self {
        case .accounts: "login"
        case .account(let id): String(id.rawValue)
        case .signUp(let place): place.name
        case .forgotten: "forgotten"
        }
    }

    public func child(_ name: String) -> LoginLocation? {
        if case .signUp(let place) = self { return place.child(name).map { .signUp($0) } }
        guard self == .accounts else { return nil }
        switch name {
        case "signup": return .signUp(.name)
        case "forgotten": return .forgotten
        default: return Int64(name).flatMap { $0 > 0 ? .account(Account.ID(rawValue: $0)) : nil }
        }
    }

    public var parent: LoginLocation? {
        switch self {
        case .accounts: nil
        case .signUp(let place): place.parent.map { .signUp($0) } ?? .accounts
        case .account, .forgotten: .accounts
        }
    }
}

/// A location of the flow for signing up.
public enum SignUpLocation: Location {
    /// The form for the name and the passphrase.
    case name
    /// The form for the new user’s own card.
    case card

    public var name: String {
        switch self {
        case .name: "signup"
        case .card: "card"
        }
    }

    public func child(_ name: String) -> SignUpLocation? { self == .name && name == "card" ? .card : nil }
    public var parent: SignUpLocation? { self == .name ? nil : .name }
}

/// A location of the settings flow.
public enum SettingsLocation: Location {
    case settings
    /// The form for the user’s own card.
    case account

    public var name: String {
        switch self {
        case .settings: "settings"
        case .account: "account"
        }
    }

    public func child(_ name: String) -> SettingsLocation? { self == .settings && name == "account" ? .account : nil }
    public var parent: SettingsLocation? { self == .settings ? nil : .settings }
}

/// A location of the history flow: all steps, one step, or the steps of one record.
public enum HistoryLocation: Location {
    case steps(HistoryState)
    /// The changes made by a step.
    case step(Step.ID, ChangesState)
    case record(RecordID, HistoryState)

    public static let standard = HistoryLocation.steps(HistoryState())

    public var name: String {
        switch self {
        case .steps(let state): "history" + state.suffix
        case .step(let id, let state): String(id.rawValue) + state.suffix
        case .record(let id, let state): id.word + state.suffix
        }
    }

    public func child(_ name: String) -> HistoryLocation? {
        guard case .steps = self else { return nil }
        let head = name.prefix { $0 != "?" }
        let suffix = name.dropFirst(head.count)
        if let id = RecordID(word: String(head)) {
            return HistoryState(suffix: suffix).map { .record(id, $0) }
        }
        guard let id = Step.ID(word: String(head)), let state = ChangesState(suffix: suffix), state.narrowing.isEmpty
        else { return nil }
        return .step(id, state)
    }

    public var parent: HistoryLocation? {
        switch self {
        case .steps: nil
        case .step, .record: .standard
        }
    }
}

extension Step.ID {
    /// The location of the screen that shows the step.
    package var route: Route { .history(.step(self, ChangesState())) }
}

extension RecordID {
    /// Returns whether a word has the form of a kind and a name, such as `planets/earth`.
    static func mayName(_ word: String) -> Bool {
        word.firstIndex(of: "/").map { Kind(plural: word[..<$0]) != nil } ?? false
    }
}

/// A location of the duplicates flow: the list of possible duplicates, or the child flow that merges one pair.
public enum DuplicatesLocation: Location {
    case pairs(DuplicatesState)
    case pair(PersonPair)

    public static let standard = DuplicatesLocation.pairs(DuplicatesState())

    public var name: String {
        switch self {
        case .pairs(let state): "duplicates" + state.suffix
        case .pair(let pair): pair.name
        }
    }

    public func child(_ name: String) -> DuplicatesLocation? {
        guard case .pairs = self else { return nil }
        return PersonPair(name: name).map { .pair($0) }
    }

    public var parent: DuplicatesLocation? {
        switch self {
        case .pairs: nil
        case .pair: .standard
        }
    }
}

/// The only location of the flow that merges two persons: their comparison.
public struct PersonPair: Location {
    public let first: Person.ID
    public let second: Person.ID

    public init(_ first: Person.ID, _ second: Person.ID) {
        self.first = first
        self.second = second
    }

    /// Creates a pair from the numeric IDs of the persons, such as `7-9`. Returns `nil` for other text.
    init?(name: String) {
        let ids = name.split(separator: "-", omittingEmptySubsequences: false).compactMap {
            RecordID("persons/\($0)").flatMap(Person.ID.init)
        }
        guard ids.count == 2 else { return nil }
        self.init(ids[0], ids[1])
        guard self.name == name else { return nil }
    }

    public var name: String { "\(first.rawValue)-\(second.rawValue)" }
    public func child(_ name: String) -> PersonPair? { nil }
    public var parent: PersonPair? { nil }
}

/// The only location of the flow that reviews an import: the arguments of the command `import`.
public struct ImportReview: Location {
    public private(set) var files: [String]
    /// The column mapping as a value of the option `--map`, if any.
    public var mapping: String?
    /// The encoding of tables as a value of the option `--encoding`, if any.
    public var encoding: String?
    /// The order of day and month in ambiguous dates as a value of the option `--dates`, if any.
    public var dates: String?
    /// The path of the file for rejected cards and rows, if any.
    public var rejects: String?
    /// The decisions as a value of the option `--on-duplicate`; may be empty.
    public var decisions = ""

    public init(_ files: [String]) { self.files = files }

    /// The arguments as part of a path, such as `import?file=contacts.vcf&decisions=3%3Dskip`.
    public var name: String {
        let arguments: [(key: String, value: String?)] =
            files.map { ("file", $0) } + [
                ("map", mapping), ("encoding", encoding), ("dates", dates), ("rejects", rejects),
                ("decisions", decisions.isEmpty ? nil : decisions),
            ]
        let words = arguments.compactMap { key, value in value.map { "\(key)=\(Query.escape($0))" } }
        return "import?" + words.joined(separator: "&")
    }

    init?(root name: String) {
        self.init([])
        for word in name.dropFirst("import?".count).split(separator: "&") {
            let key = word.prefix { $0 != "=" }
            let value = Query.unescape(word.dropFirst(key.count + 1))
            switch key {
            case "file": files.append(value)
            case "map": mapping = value
            case "encoding": encoding = value
            case "dates": dates = value
            case "rejects": rejects = value
            case "decisions": decisions = value
            default: return nil
            }
        }
        guard !files.isEmpty else { return nil }
    }

    public func child(_ name: String) -> ImportReview? { nil }
    public var parent: ImportReview? { nil }
}
