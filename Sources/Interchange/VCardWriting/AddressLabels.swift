/// The `LABEL` lines of a card before vCard 4.0, with the postal addresses to which they belong.
///
/// A label belongs to the address with the same types and with the same position among the addresses of these types.
struct AddressLabels {
    /// The labels, by the start positions of the addresses.
    private let labels: [Int: ContentLine]
    /// The start positions of the labels with an address.
    private let found: Set<Int>

    init(_ lines: [ContentLine]) {
        func byTypes(_ name: String) -> [String: [ContentLine]] {
            Dictionary(grouping: lines.filter { $0.name == name }) { LabelKind.address.label(of: $0.parameters) }
        }
        let labels = byTypes("LABEL")
        let pairs = byTypes("ADR").flatMap { types, addresses in zip(addresses, labels[types] ?? []) }
        self.labels = Dictionary(uniqueKeysWithValues: pairs.map { ($0.0.entries.lowerBound, $0.1) })
        found = Set(pairs.map(\.1.entries.lowerBound))
    }

    func label(of address: ContentLine) -> ContentLine? { labels[address.entries.lowerBound] }

    func isLabelOfAddress(_ label: ContentLine) -> Bool { found.contains(label.entries.lowerBound) }
}
