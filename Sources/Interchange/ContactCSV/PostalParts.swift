import Model

/// An address in the parts that tables have; post office box and extended address stand before the street.
struct PostalParts: Hashable {
    private var parts: [ContactColumn.AddressPart: [String]] = [:]

    mutating func add(_ text: String, as part: ContactColumn.AddressPart) { parts[part, default: []].append(text) }

    var address: PostalAddress {
        func text(_ part: ContactColumn.AddressPart) -> String { parts[part, default: []].joined(separator: ", ") }
        let street = [ContactColumn.AddressPart.box, .extended, .street].map(text).filter { !$0.isEmpty }
        let address = PostalAddress(
            street: street.joined(separator: ", "), locality: text(.locality), region: text(.region),
            postalCode: text(.postalCode), country: text(.country))
        // What is written in one piece says the same again, unless there is nothing else.
        return address == PostalAddress() ? PostalAddress(street: text(.formatted)) : address
    }
}
