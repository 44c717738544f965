/// A standard term for a relation between persons, such as `parent`, with the term for the other side.
public struct RelationTerm: Hashable, Sendable {
    /// The place of a relative in a family or at work.
    public enum Role: Hashable, Sendable {
        case partner, parent, child, sibling
        /// A relative without a fixed place in a family tree.
        case kin
        case work
        case other
    }

    /// The general term. Labels of relations can also be special terms, such as `mother`.
    public let name: String
    /// The term of the other side: if Ada is a parent of Ben, then Ben is a child of Ada.
    public let inverse: String
    public let role: Role
    private let special: [String]

    private init(_ name: String, _ role: Role, _ special: String...) {
        (self.name, inverse, self.role, self.special) = (name, name, role, special)
    }

    private init(_ name: String, _ inverse: String, _ role: Role, _ special: String...) {
        (self.name, self.inverse, self.role, self.special) = (name, inverse, role, special)
    }

    /// The general and the special terms.
    public var labels: [String] { [name] + special }

    /// Creates the term for a label, ignoring case, or returns `nil` for a custom label.
    public init?(label: String) {
        guard let term = Self.byLabel[label.trimmed.lowercased()] else { return nil }
        self = term
    }

    /// Returns the standard spelling of a label, ignoring case, or `nil` for a custom label. The term `emergency` of
    /// RFC 6350 has no other side.
    public static func standard(_ label: String) -> String? {
        let word = label.trimmed.lowercased()
        return byLabel[word] != nil || word == "emergency" ? word : nil
    }

    /// Returns the term of the other side, or `nil` for a custom label.
    public static func inverse(of label: String) -> String? { RelationTerm(label: label)?.inverse }

    /// Returns whether two labels can be the two sides of one relation. Each side of a custom relation can have a term
    /// of its own.
    public static func areSides(_ label: String, _ other: String) -> Bool {
        let (term, otherTerm) = (RelationTerm(label: label), RelationTerm(label: other))
        guard let term, let otherTerm else { return term == nil && otherTerm == nil }
        return term.inverse == otherTerm.name || term.name == otherTerm.inverse
    }

    /// The terms that filters accept.
    public static let filtered = all.filter {
        [
            "spouse", "partner", "parent", "child", "sibling", "grandparent", "godparent", "manager", "assistant",
            "colleague", "mentor", "friend",
        ].contains($0.name)
    }

    private static let byLabel = Dictionary(all.flatMap { term in term.labels.map { ($0, term) } }) { first, _ in first
    }

    private static let all = [
        RelationTerm("spouse", .partner, "husband", "wife"),
        RelationTerm(
            "partner", .partner, "domestic partner", "domesticpartner", "fiance", "fiancé", "fiancée", "boyfriend",
            "girlfriend", "sweetheart"),
        RelationTerm("parent", "child", .parent, "mother", "father", "mom", "mum", "dad"),
        RelationTerm("child", "parent", .child, "son", "daughter"),
        RelationTerm("sibling", .sibling, "brother", "sister"),
        RelationTerm("half-sibling", .kin, "half-brother", "half-sister"),
        RelationTerm(
            "former partner", .kin, "former-partner", "former spouse", "former husband", "former wife", "ex-partner",
            "ex-spouse", "ex-husband", "ex-wife", "ex"),
        RelationTerm("grandparent", "grandchild", .kin, "grandmother", "grandfather"),
        RelationTerm("grandchild", "grandparent", .kin, "grandson", "granddaughter"),
        RelationTerm("aunt or uncle", "niece or nephew", .kin, "aunt", "uncle"),
        RelationTerm("niece or nephew", "aunt or uncle", .kin, "niece", "nephew"),
        RelationTerm("cousin", .kin),
        RelationTerm("relative", .kin, "kin"),
        RelationTerm("parent-in-law", "child-in-law", .kin, "mother-in-law", "father-in-law"),
        RelationTerm("child-in-law", "parent-in-law", .kin, "daughter-in-law", "son-in-law"),
        RelationTerm("sibling-in-law", .kin, "brother-in-law", "sister-in-law"),
        RelationTerm("stepparent", "stepchild", .kin, "stepmother", "stepfather"),
        RelationTerm("stepchild", "stepparent", .kin, "stepdaughter", "stepson"),
        RelationTerm("godparent", "godchild", .kin, "godmother", "godfather"),
        RelationTerm("godchild", "godparent", .kin, "goddaughter", "godson"),
        RelationTerm("manager", "assistant", .work, "boss", "supervisor"),
        RelationTerm("assistant", "manager", .work),
        RelationTerm("colleague", .work, "co-worker", "coworker"),
        RelationTerm("mentor", "mentee", .work),
        RelationTerm("mentee", "mentor", .work),
        RelationTerm("employer", "employee", .work),
        RelationTerm("employee", "employer", .work),
        RelationTerm("agent", "client", .work),
        RelationTerm("client", "agent", .work),
        RelationTerm("teacher", "student", .other),
        RelationTerm("student", "teacher", .other),
        RelationTerm("friend", .other, "best friend"),
        RelationTerm("neighbor", .other, "neighbour"),
        RelationTerm("acquaintance", .other), RelationTerm("contact", .other), RelationTerm("met", .other),
        RelationTerm("co-resident", .other, "roommate", "flatmate"),
        RelationTerm("referred by", "referred", .other),
        RelationTerm("referred", "referred by", .other),
        RelationTerm("me", .other),
    ]
}
