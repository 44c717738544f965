import Localization

extension PostalAddress {
    /// A part of an address that an assignment such as `address.home.city=Berlin` sets.
    public enum Part: String, Hashable, Codable, Sendable, CaseIterable {
        case street, city, region, postalCode, country

        /// Creates a part from its name or an alternative name, ignoring case.
        public init?(word: String) {
            let word = word.lowercased()
            let alternatives: [String: Part] = [
                "locality": .city, "state": .region, "zip": .postalCode, "postcode": .postalCode,
            ]
            guard let part = Part.allCases.first(where: { $0.rawValue.lowercased() == word }) ?? alternatives[word]
            else {
                return nil
            }
            self = part
        }

        public var title: Title {
            switch self {
            case .street: "Street"
            case .city: "City"
            case .region: "Region"
            case .postalCode: "Postal code"
            case .country: "Country"
            }
        }
    }

    public subscript(part: Part) -> String {
        get {
            switch part {
            case .street: street
            case .city: locality
            case .region: region
            case .postalCode: postalCode
            case .country: country
            }
        }
        set {
            switch part {
            case .street: street = newValue
            case .city: locality = newValue
            case .region: region = newValue
            case .postalCode: postalCode = newValue
            case .country: country = newValue
            }
        }
    }

    var isEmpty: Bool { Part.allCases.allSatisfy { self[$0].isEmpty } }
}
