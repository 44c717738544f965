import Model

extension PostalAddress {
    /// Of the seven components of `ADR`; post office box and extended address stand before the street.
    init(cardComponents parts: [String]) {
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        self.init(
            street: part(0).isEmpty && part(1).isEmpty
                ? part(2) : [part(0), part(1), part(2)].filter { !$0.isEmpty }.joined(separator: ", "),
            locality: part(3),
            region: part(4), postalCode: part(5), country: part(6))
    }
}
