/// The order of the parts of a postal address in one country.
struct PostalFormat: Sendable {
    /// The country code (ISO 3166-1).
    let code: String
    /// The lines below the recipient, separated by `|`: `%A` is the street, `%C` the city, `%S` the region, and `%Z`
    /// the postal code.
    private let template: String
    /// The lines of an address in the country’s own script, including the recipient as `%N`, or `nil` to use the same
    /// lines for all scripts.
    private let native: String?
    /// The parts that are written in capitals.
    private let capitals: Set<Character>

    init(_ code: String, _ template: String, native: String? = nil, capitals: String = "") {
        self.code = code
        self.template = template
        self.native = native
        self.capitals = Set(capitals)
    }

    /// Creates the format of a country, given by its name or code, or returns `nil` if it is unknown.
    init?(country: String) {
        let country = country.trimmed
        guard let format = Region(country: country).flatMap({ Self.byCode[$0.rawValue] })
        else { return nil }
        self = format
    }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { $1 })

    /// The format for other countries.
    static let standard = PostalFormat("", "%A|%Z %C|%S")

    /// Returns the lines of an address with its recipient, without the country.
    func lines(_ address: PostalAddress, to recipient: [String]) -> [String] {
        if let native, address.isInEastAsianScript {
            return lines(native, address, recipient.joined(separator: " "))
        }
        return recipient + lines(template, address, "")
    }

    private func lines(_ template: String, _ address: PostalAddress, _ recipient: String) -> [String] {
        template.split(separator: "|").flatMap { line in
            text(line, address, recipient).split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
        }
    }

    /// Returns one line. The text between two parts is omitted if one of them is empty.
    private func text(_ line: Substring, _ address: PostalAddress, _ recipient: String) -> String {
        var text = ""
        var separator = ""
        var isPart = false
        for character in line {
            if character == "%" {
                isPart = true
            } else if isPart {
                isPart = false
                let part = part(character, of: address, recipient)
                let isFirst = line.first != "%" && text.isEmpty
                if !part.isEmpty { text += (text.isEmpty && !isFirst ? "" : separator) + part }
                separator = ""
            } else {
                separator.append(character)
            }
        }
        return text
    }

    private func part(_ character: Character, of address: PostalAddress, _ recipient: String) -> String {
        let part =
            switch character {
            case "A": address.street
            case "C": address.locality
            case "S": address.region
            case "Z": address.postalCode
            default: recipient
            }
        return capitals.contains(character) ? part.trimmed.uppercased() : part.trimmed
    }
}

extension PostalAddress {
    /// Returns the lines of an address label: the recipient, the address in the order of its country, and the country
    /// in capitals (UPU S42). Labels for unknown countries use the most common order.
    public func label(to recipient: [String]) -> [String] {
        let format = PostalFormat(country: country) ?? .standard
        return format.lines(self, to: recipient) + (country.trimmed.isEmpty ? [] : [country.trimmed.uppercased()])
    }

    /// Whether the address contains Chinese, Japanese, or Korean characters.
    fileprivate var isInEastAsianScript: Bool {
        (street + locality).unicodeScalars.contains { $0.isEastAsian || $0.isKatakana }
    }
}

extension PostalFormat {
    /// The formats by country.
    ///
    /// Source: the templates of the Universal Postal Union’s standard S42 (“Postal addressing systems in member
    /// countries”), as encoded in the address data of libaddressinput (https://github.com/google/libaddressinput).
    /// Country prefixes of postal codes, such as `CH-`, are omitted, as the Union recommends.
    static let all: [PostalFormat] = [
        PostalFormat("AR", "%A|%Z %C|%S", capitals: "AZC"),
        PostalFormat("AT", "%A|%Z %C"),
        PostalFormat("AU", "%A|%C %S %Z", capitals: "CS"),
        PostalFormat("BE", "%A|%Z %C"),
        PostalFormat("BG", "%A|%Z %C"),
        PostalFormat("BR", "%A|%C-%S|%Z", capitals: "CS"),
        PostalFormat("CA", "%A|%C %S %Z", capitals: "ACSZ"),
        PostalFormat("CH", "%A|%Z %C"),
        PostalFormat("CL", "%A|%Z %C|%S"),
        PostalFormat("CN", "%A|%C|%S, %Z", native: "%Z|%S%C|%A|%N", capitals: "S"),
        PostalFormat("CO", "%A|%C, %S, %Z"),
        PostalFormat("CY", "%A|%Z %C"),
        PostalFormat("CZ", "%A|%Z %C"),
        PostalFormat("DE", "%A|%Z %C"),
        PostalFormat("DK", "%A|%Z %C"),
        PostalFormat("EE", "%A|%Z %C %S"),
        PostalFormat("EG", "%A|%C|%S|%Z"),
        PostalFormat("ES", "%A|%Z %C %S", capitals: "CS"),
        PostalFormat("FI", "%A|%Z %C"),
        PostalFormat("FR", "%A|%Z %C", capitals: "C"),
        PostalFormat("GB", "%A|%C|%Z", capitals: "CZ"),
        PostalFormat("GR", "%A|%Z %C"),
        PostalFormat("HR", "%A|%Z %C"),
        PostalFormat("HU", "%C|%A|%Z", capitals: "AC"),
        PostalFormat("ID", "%A|%C|%S %Z"),
        PostalFormat("IE", "%A|%C|%S|%Z"),
        PostalFormat("IL", "%A|%C %Z"),
        PostalFormat("IN", "%A|%C %Z|%S"),
        PostalFormat("IS", "%A|%Z %C"),
        PostalFormat("IT", "%A|%Z %C %S", capitals: "CS"),
        PostalFormat("JP", "%A|%C, %S|%Z", native: "〒%Z|%S%C|%A|%N", capitals: "S"),
        PostalFormat("KR", "%A|%C|%S|%Z", native: "%S %C|%A|%N|%Z"),
        PostalFormat("LI", "%A|%Z %C"),
        PostalFormat("LT", "%A|%Z %C %S"),
        PostalFormat("LU", "%A|%Z %C"),
        PostalFormat("LV", "%A|%S|%C, %Z"),
        PostalFormat("MA", "%A|%Z %C"),
        PostalFormat("MT", "%A|%C %Z", capitals: "CZ"),
        PostalFormat("MX", "%A|%Z %C, %S", capitals: "CSZ"),
        PostalFormat("MY", "%A|%Z %C|%S", capitals: "CS"),
        PostalFormat("NL", "%A|%Z %C"),
        PostalFormat("NO", "%A|%Z %C"),
        PostalFormat("NZ", "%A|%C %Z"),
        PostalFormat("PE", "%A|%C %Z|%S"),
        PostalFormat("PH", "%A|%C|%Z %S"),
        PostalFormat("PL", "%A|%Z %C"),
        PostalFormat("PT", "%A|%Z %C"),
        PostalFormat("RO", "%A|%Z %S %C", capitals: "AC"),
        PostalFormat("RS", "%A|%Z %C"),
        PostalFormat("RU", "%A|%C|%S|%Z", capitals: "AC"),
        PostalFormat("SA", "%A|%C %Z"),
        PostalFormat("SE", "%A|%Z %C"),
        PostalFormat("SG", "%A|%C %Z"),
        PostalFormat("SI", "%A|%Z %C"),
        PostalFormat("SK", "%A|%Z %C"),
        PostalFormat("TH", "%A|%C|%S %Z", capitals: "S"),
        PostalFormat("TR", "%A|%Z %C/%S"),
        PostalFormat("TW", "%A|%C, %S %Z", native: "%Z|%S%C|%A|%N"),
        PostalFormat("UA", "%A|%C|%S|%Z"),
        PostalFormat("US", "%A|%C, %S %Z", capitals: "CS"),
        PostalFormat("VN", "%A|%C|%S %Z"),
        PostalFormat("ZA", "%A|%C|%Z"),
    ]
}
