import Text

/// A phone number for comparison: the digits without international or trunk prefixes.
public struct PhoneNumber: Hashable, Sendable {
    /// The digits in reverse order.
    public let reversed: String

    public init?(_ text: String) {
        guard let digits = Self.digits(of: text) else { return nil }
        reversed = Self.reversed(digits.significant)
    }

    /// Returns the digits before the first letter, which starts an extension. `(0)` is ignored after a country code.
    private static func digits(of text: String) -> (all: [UInt8], significant: ArraySlice<UInt8>, hasCountryCode: Bool)?
    {
        let dialled = Array(text.unicodeScalars.prefix { !isLetter($0) })
        var digits = dialled.compactMap(digit)
        let hasCountryCode = dialled.prefix { digit($0) == nil }.contains("+") || digits.starts(with: [0x30, 0x30])
        if hasCountryCode, let trunk = dialled.indices.first(where: { dialled[$0...].starts(with: trunk) }) {
            digits = dialled[..<trunk].compactMap(digit) + dialled[(trunk + 3)...].compactMap(digit)
        }
        let significant = withoutZeros(digits[...])
        return significant.isEmpty ? nil : (digits, significant, hasCountryCode)
    }

    private static func withoutZeros(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> { digits.drop { $0 == 0x30 } }

    private static func reversed(_ digits: some BidirectionalCollection<UInt8>) -> String {
        String(decoding: digits.reversed(), as: UTF8.self)
    }

    private static let trunk: [Unicode.Scalar] = ["(", "0", ")"]

    /// Returns the ASCII digit for a character of any script with a numeric value from 0 to 9, or `nil` for any other
    /// character.
    static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII { return "0"..."9" ~= scalar ? UInt8(ascii: scalar) : nil }
        return Character(scalar).wholeNumberValue.flatMap { 0...9 ~= $0 ? UInt8(0x30 + $0) : nil }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "a"..."z" ~= scalar || "A"..."Z" ~= scalar : scalar.properties.isAlphabetic
    }

    /// A part of a phone number as typed, usually its end: at least four digits.
    public struct Part: Sendable {
        public static let minimumDigits = 4
        /// The digits in reverse order. The reversed digits of a matching number contain them, and start with them if
        /// the part is the end of the number.
        public let reversed: String
        /// The complete reversed numbers without the country code, which match numbers stored without a country code.
        public let completeNumbers: [String]

        /// Creates a part from text. Returns `nil` unless the text consists of separators and at least four digits.
        public init?(_ text: String) {
            let isNumber = text.allSatisfy { $0.isWholeNumber || $0.isWhitespace || "+-–./()".contains($0) }
            guard isNumber, let digits = PhoneNumber.digits(of: text), digits.all.count >= Self.minimumDigits
            else { return nil }
            let significant = digits.significant
            self.reversed = PhoneNumber.reversed(significant.count >= 7 ? significant : digits.all[...])
            completeNumbers =
                !digits.hasCountryCode
                ? []
                : (1...3).map { significant.dropFirst($0) }.filter { $0.count >= 7 }
                    .map { PhoneNumber.reversed(withoutZeros($0)) }
        }

        public func matches(_ number: PhoneNumber) -> Bool {
            completeNumbers.contains(number.reversed) || number.reversed.contains(reversed)
        }
    }
}

/// The parts of a phone number: the country code and the groups of the national number.
struct ParsedPhoneNumber: Hashable, Sendable {
    /// The country code, or `nil` if it is missing and the user’s region does not determine it.
    let countryCode: String?
    /// The groups of the national number, without the trunk prefix.
    private let groups: [Substring]
    /// The extension as written, such as `ext. 12`; may be empty.
    private let extensionText: Substring

    /// Creates a number, or returns `nil` if the text is not a complete phone number. Short numbers such as 112, and
    /// numbers with characters other than digits, separators, and an extension, do not count as complete.
    init?(_ text: String, in region: Region?) {
        let text = text.trimmed
        guard let end = Self.endOfDigits(in: text) else { return nil }
        let number = text[..<end].utf8
        let hasCode = number.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "(") } == UInt8(ascii: "+")
        guard number.count(where: { $0 == UInt8(ascii: "+") }) == (hasCode ? 1 : 0) else { return nil }
        extensionText = text[end...]
        var groups = Self.groups(in: number, withoutTrunk: hasCode)
        var all = groups.joined()
        if !hasCode, all.hasPrefix("00") {
            groups = Self.groups(in: number, withoutTrunk: true)
            all = groups.joined()
        }
        if hasCode || all.hasPrefix("00") && all.utf8.count > 8 {
            let rest = hasCode ? all : String(all.dropFirst(2))
            guard let code = Region.callingCode(beginning: rest[...]) else { return nil }
            countryCode = String(code)
            self.groups = Self.dropping(code.count + (hasCode ? 0 : 2), from: groups)
        } else {
            let trunk = region?.trunkPrefix ?? ""
            let isDialed = !trunk.isEmpty && all.hasPrefix(trunk) && (trunk != "1" || all.utf8.count > 10)
            // In a region with a trunk prefix other than 1, a number without this prefix is local or a short number.
            countryCode = isDialed || ["", "1"].contains(trunk) ? region?.callingCode : nil
            self.groups = isDialed ? Self.dropping(trunk.count, from: groups) : groups
        }
        let length = self.groups.reduce(0) { $0 + $1.utf8.count }
        let lengths = countryCode == Region.northAmerica ? 10...10 : countryCode == nil ? 7...15 : 6...14
        guard lengths.contains(length),
            length + (countryCode?.count ?? 0) <= 15
        else { return nil }
    }

    /// The digits of the national number, without the trunk prefix.
    var nationalDigits: String { groups.joined() }

    /// The international number without separators, such as `+49301234567`; `nil` if the country code is unknown or the
    /// number has an extension.
    var international: String? {
        guard extensionText.isEmpty else { return nil }
        return countryCode.map { "+\($0)\(nationalDigits)" }
    }

    /// The number formatted for display, such as `+49 30 1234567`. Digits without separators are divided into groups.
    var formatted: String {
        let isGrouped = groups.count > 1 && countryCode != Region.northAmerica
        let parts = (countryCode.map { ["+\($0)"] } ?? []) + (isGrouped ? groups : divided)
        let isNamed = extensionText.first.map { $0 != ";" && $0 != "," } ?? false
        return parts.joined(separator: " ") + (isNamed ? " " : "") + extensionText
    }

    /// The parts of the national number: the area code and the subscriber number in countries whose area codes have
    /// different lengths, and groups of three digits elsewhere. If the area code is unknown, there is only one part.
    private var divided: [Substring] {
        let digits = nationalDigits[...]
        guard let codes = countryCode.flatMap({ Region.areaCodes[$0] }) else { return Self.divided(digits) }
        let length = codes.first { digits.hasPrefix($0) }?.count ?? 0
        return [digits.prefix(length), digits.dropFirst(length)].filter { !$0.isEmpty }
    }

    /// Returns the end of the digits and separators, where the text ends or an extension starts, or `nil` if another
    /// character follows.
    private static func endOfDigits(in text: String) -> String.Index? {
        guard let end = text.utf8.firstIndex(where: { !$0.isDigitOrSeparator }) else { return text.endIndex }
        if text.utf8[end] == UInt8(ascii: ";") || text.utf8[end] == UInt8(ascii: ",") { return end }
        return text.firstIndex(where: \.isLetter) == end ? end : nil
    }

    /// Returns the groups of digits.
    /// - Parameter withoutTrunk: Whether `(0)` is omitted.
    private static func groups(in number: Substring.UTF8View, withoutTrunk: Bool) -> [Substring] {
        number.split { !$0.isASCIIDigit }
            .filter {
                !withoutTrunk || !$0.elementsEqual("0".utf8)
                    || number[..<$0.startIndex].last != UInt8(ascii: "(")
                    || number[$0.endIndex...].first != UInt8(ascii: ")")
            }
            .map(Substring.init)
    }

    /// Returns the groups without the given number of leading digits.
    private static func dropping(_ count: Int, from groups: [Substring]) -> [Substring] {
        var (count, rest) = (count, groups[...])
        while let first = rest.first, count >= first.utf8.count {
            count -= first.utf8.count
            rest.removeFirst()
        }
        guard count > 0, let first = rest.popFirst() else { return Array(rest) }
        return [Substring(first.utf8.dropFirst(count))] + rest
    }

    /// Divides digits into groups of three. The last group has two to four digits.
    private static func divided(_ digits: Substring) -> [Substring] {
        var groups: [Substring] = []
        var rest = digits.utf8
        while rest.count > 4 {
            groups.append(Substring(rest.prefix(3)))
            rest = rest.dropFirst(3)
        }
        return groups + [Substring(rest)]
    }
}

extension PhoneNumber {
    /// Returns a number formatted for display, such as `+49 30 1234567`. Short and unusual numbers are returned as
    /// typed.
    public static func formatted(_ text: String, in conventions: Conventions = .current) -> String {
        guard let number = ParsedPhoneNumber(text, in: conventions.region) else { return text }
        // Without a country code, the user’s grouping is kept.
        return number.countryCode == nil && text.contains(where: { !$0.isNumber }) ? text : number.formatted
    }

    /// The minimum number of digits after the country code that two spellings must share.
    fileprivate static let fewestDigits = 7

    /// Returns a key that is equal for all numbers that can be joined: the last digits.
    static func joiningKey(of text: String) -> String {
        PhoneNumber(text).map { String($0.reversed.prefix(fewestDigits)) } ?? text.dialed
    }

    /// Returns the more complete of two spellings of a number, which is the one with the country code, or `nil` if the
    /// numbers differ. A number without a country code belongs to the user’s region, if it is known.
    static func joined(_ one: String, _ other: String, in conventions: Conventions = .current) -> String? {
        let (isInternational, isOtherInternational) = (hasCountryCode(one), hasCountryCode(other))
        if key(one, in: conventions) == key(other, in: conventions) {
            return isOtherInternational && !isInternational ? other : one
        }
        guard isInternational != isOtherInternational else { return nil }
        let (short, long) = isInternational ? (other, one) : (one, other)
        guard let national = significantDigits(of: short), let international = significantDigits(of: long),
            national.count >= fewestDigits, international.hasSuffix(national)
        else { return nil }
        let code = international.dropLast(national.count)
        return isCountryCode(code, in: conventions) ? long : nil
    }

    /// Returns whether digits are the country code of the region, or any country code if the region is unknown.
    private static func isCountryCode(_ code: Substring, in conventions: Conventions) -> Bool {
        conventions.region.map { $0.callingCode == code }
            ?? (Region.callingCode(beginning: code).map(String.init) == String(code))
    }

    fileprivate static func hasCountryCode(_ text: String) -> Bool { digits(of: text)?.hasCountryCode ?? false }

    /// Returns the digits without international or trunk prefixes, or `nil` if the text contains other characters.
    fileprivate static func significantDigits(of text: String) -> String? {
        guard text.utf8.allSatisfy(\.isDigitOrSeparator) else { return nil }
        return PhoneNumber(text).map { String($0.reversed.reversed()) }
    }

    /// Returns a key that is equal for two spellings of the same number.
    public static func key(_ text: String, in conventions: Conventions = .current) -> String {
        let text = PhoneText.withASCIIDigits(text)
        return ParsedPhoneNumber(text, in: conventions.region)?.international ?? text.dialed
    }
}

/// The spellings of a phone number, for searches that compare only digits.
public struct PhoneSpellings: Hashable, Sendable {
    /// The digits of the number with and without the country code, the international prefix, and the trunk prefix.
    public private(set) var numbers: [String]
    /// The significant digits of a number with an unknown country code, or `nil` if the code is known or the number is
    /// short.
    public private(set) var ending: String?

    /// Creates the spellings of all numbers that are equal to the given one.
    public init(of text: String, in conventions: Conventions = .current) {
        self.init(parsing: text, in: conventions)
        guard let digits = PhoneNumber.significantDigits(of: text) else { return }
        if PhoneNumber.hasCountryCode(text) {
            let code = conventions.region?.callingCode ?? Region.callingCode(beginning: digits[...]).map(String.init)
            guard let code, digits.hasPrefix(code) else { return }
            let national = digits.dropFirst(code.count)
            if national.count >= PhoneNumber.fewestDigits { add([String(national), "0" + national]) }
        } else if digits.count >= PhoneNumber.fewestDigits {
            if let code = conventions.region?.callingCode {
                add([code, "00" + code].map { $0 + digits })
            } else {
                ending = digits
            }
        }
    }

    private mutating func add(_ others: [String]) { numbers = (numbers + others).unique }

    /// Creates the spellings that have the same country code and national number.
    private init(parsing text: String, in conventions: Conventions) {
        guard let number = ParsedPhoneNumber(text, in: conventions.region) else {
            (numbers, ending) = ([Self.digits(of: text)].filter { !$0.isEmpty }, nil)
            return
        }
        let national = number.nationalDigits
        guard let code = number.countryCode else {
            let significant = national.drop { $0 == "0" }
            (numbers, ending) = significant.count < 7 ? ([national], nil) : ([], String(significant))
            return
        }
        // A number without a country code belongs to the user’s region.
        let prefixes = conventions.region.map { $0.callingCode == code ? ["", $0.trunkPrefix] : [] } ?? ["", "0"]
        numbers = ([code, "00" + code] + prefixes.unique).map { $0 + national }
        ending = nil
    }

    /// Returns the digits of text that can be a part of a phone number, or an empty string for other text.
    public static func digits(of text: String) -> String {
        guard text.utf8.allSatisfy(\.isDigitOrSeparator) else { return "" }
        return String(decoding: text.utf8.filter(\.isASCIIDigit), as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit or a separator in a phone number.
    fileprivate var isDigitOrSeparator: Bool {
        switch Unicode.Scalar(self) {
        case "0"..."9", " ", "+", "-", ".", "/", "(", ")": true
        default: false
        }
    }
}

extension String {
    /// The characters of a phone number that are dialed, including stars, hash signs, and pauses.
    public var dialed: String { filter { $0.isNumber || $0.isLetter || "+*#,;".contains($0) } }
}
