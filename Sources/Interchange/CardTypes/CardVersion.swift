/// The versions of vCard: vCard 2.1 of versit, RFC 2426, RFC 6350.
public enum CardVersion: String, Hashable, Sendable, CaseIterable {
    case v21 = "2.1"
    case v30 = "3.0"
    case v40 = "4.0"
}
