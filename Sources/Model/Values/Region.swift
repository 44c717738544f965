import Glibc

/// A country or territory with its two-letter code (ISO 3166-1).
public struct Region: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates a region from its code, or returns `nil` if the code is unknown. The case is ignored.
    public init?(rawValue: String) {
        let code = rawValue.uppercased()
        guard Self.callingCodes[code] != nil else { return nil }
        self.rawValue = code
    }

    public var description: String { rawValue }

    /// The country code of phone numbers (ITU-T E.164), such as `49`.
    public var callingCode: String { Self.callingCodes[rawValue] ?? "" }

    /// The digits that are dialed before a national number within the region, such as `0`; empty if there are none.
    public var trunkPrefix: String {
        if callingCode == Self.northAmerica { return "1" }
        return Self.trunkPrefixes.first { $1.contains(rawValue) }?.key ?? ""
    }

    /// The country code of the North American Numbering Plan. Its national numbers have ten digits.
    static let northAmerica = "1"

    /// The order of day and month in dates such as 5/6/1980, or `nil` if both are in use or the year comes first.
    public var dateOrder: NumericDate.Order? {
        if Self.monthFirst.contains(rawValue) { return .mdy }
        return Self.mixedOrders.contains(rawValue) ? nil : .dmy
    }

    private static let monthFirst: Set<String> = ["US", "PR", "GU", "AS", "VI", "MP", "FM", "MH", "PW", "PH"]

    /// The regions that use both orders, or that write the year first.
    private static let mixedOrders: Set<String> = ["CA", "CN", "HU", "JP", "KR", "LT", "MN", "TW", "ZA"]
}

extension Region {
    /// Returns the country code with which the digits of an international number begin, or `nil` if it is unassigned.
    static func callingCode(beginning digits: Substring) -> Substring? {
        (1...3).lazy.map { digits.prefix($0) }.first { assignedCodes.contains($0) }
    }

    private static let assignedCodes = Set(
        callingCodes.values.map { Substring($0) } + ["800", "808", "870", "878", "881", "882", "883", "979"])

    /// The country codes. Source: ITU-T, “List of ITU-T Recommendation E.164 assigned country codes”.
    private static let callingCodes: [String: String] = [
        "AC": "247", "AD": "376", "AE": "971", "AF": "93", "AG": "1", "AI": "1", "AL": "355", "AM": "374", "AO": "244",
        "AR": "54", "AS": "1", "AT": "43", "AU": "61", "AW": "297", "AX": "358", "AZ": "994", "BA": "387", "BB": "1",
        "BD": "880", "BE": "32", "BF": "226", "BG": "359", "BH": "973", "BI": "257", "BJ": "229", "BL": "590",
        "BM": "1", "BN": "673", "BO": "591", "BQ": "599", "BR": "55", "BS": "1", "BT": "975", "BW": "267", "BY": "375",
        "BZ": "501", "CA": "1", "CC": "61", "CD": "243", "CF": "236", "CG": "242", "CH": "41", "CI": "225",
        "CK": "682", "CL": "56", "CM": "237", "CN": "86", "CO": "57", "CR": "506", "CU": "53", "CV": "238",
        "CW": "599", "CX": "61", "CY": "357", "CZ": "420", "DE": "49", "DJ": "253", "DK": "45", "DM": "1", "DO": "1",
        "DZ": "213", "EC": "593", "EE": "372", "EG": "20", "EH": "212", "ER": "291", "ES": "34", "ET": "251",
        "FI": "358",
        "FJ": "679", "FK": "500", "FM": "691", "FO": "298", "FR": "33", "GA": "241", "GB": "44", "GD": "1",
        "GE": "995", "GF": "594", "GG": "44", "GH": "233", "GI": "350", "GL": "299", "GM": "220", "GN": "224",
        "GP": "590", "GQ": "240", "GR": "30", "GT": "502", "GU": "1", "GW": "245", "GY": "592", "HK": "852",
        "HN": "504", "HR": "385", "HT": "509", "HU": "36", "ID": "62", "IE": "353", "IL": "972", "IM": "44",
        "IN": "91", "IO": "246", "IQ": "964", "IR": "98", "IS": "354", "IT": "39", "JE": "44", "JM": "1", "JO": "962",
        "JP": "81", "KE": "254", "KG": "996", "KH": "855", "KI": "686", "KM": "269", "KN": "1", "KP": "850",
        "KR": "82", "KW": "965", "KY": "1", "KZ": "7", "LA": "856", "LB": "961", "LC": "1", "LI": "423", "LK": "94",
        "LR": "231", "LS": "266", "LT": "370", "LU": "352", "LV": "371", "LY": "218", "MA": "212", "MC": "377",
        "MD": "373", "ME": "382", "MF": "590", "MG": "261", "MH": "692", "MK": "389", "ML": "223", "MM": "95",
        "MN": "976", "MO": "853", "MP": "1", "MQ": "596", "MR": "222", "MS": "1", "MT": "356", "MU": "230",
        "MV": "960", "MW": "265", "MX": "52", "MY": "60", "MZ": "258", "NA": "264", "NC": "687", "NE": "227",
        "NF": "672", "NG": "234", "NI": "505", "NL": "31", "NO": "47", "NP": "977", "NR": "674", "NU": "683",
        "NZ": "64", "OM": "968", "PA": "507", "PE": "51", "PF": "689", "PG": "675", "PH": "63", "PK": "92", "PL": "48",
        "PM": "508", "PR": "1", "PS": "970", "PT": "351", "PW": "680", "PY": "595", "QA": "974", "RE": "262",
        "RO": "40", "RS": "381", "RU": "7", "RW": "250", "SA": "966", "SB": "677", "SC": "248", "SD": "249",
        "SE": "46", "SG": "65", "SH": "290", "SI": "386", "SJ": "47", "SK": "421", "SL": "232", "SM": "378",
        "SN": "221", "SO": "252", "SR": "597", "SS": "211", "ST": "239", "SV": "503", "SX": "1", "SY": "963",
        "SZ": "268", "TC": "1", "TD": "235", "TG": "228", "TH": "66", "TJ": "992", "TK": "690", "TL": "670",
        "TM": "993", "TN": "216", "TO": "676", "TR": "90", "TT": "1", "TV": "688", "TW": "886", "TZ": "255",
        "UA": "380", "UG": "256", "US": "1", "UY": "598", "UZ": "998", "VA": "39", "VC": "1", "VE": "58", "VG": "1",
        "VI": "1", "VN": "84", "VU": "678", "WF": "681", "WS": "685", "XK": "383", "YE": "967", "YT": "262",
        "ZA": "27", "ZM": "260", "ZW": "263",
    ]

    /// Area codes that no other area code begins with, by country code, for countries whose area codes have different
    /// lengths. Source: ITU-T, “National numbering plans”.
    static let areaCodes: [String: [String]] = [
        "31": [
            "6", "10", "13", "15", "20", "23", "24", "26", "30", "33", "35", "36", "38", "40", "43", "45", "46", "50",
            "53", "55", "58", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79",
        ],
        "36": ["1"], "39": ["02", "06"], "43": ["1"], "44": ["20", "23", "24", "28", "29"], "46": ["8"],
        "49": ["30", "40", "69", "89"], "81": ["3", "6"],
        "86": ["10", "20", "21", "22", "23", "24", "25", "27", "28", "29"],
        "91": ["11", "20", "22", "33", "40", "44"], "353": ["1"], "358": ["9"],
    ]

    /// The regions with a trunk prefix outside North America. Source: ITU-T, “Dialling procedures (international
    /// prefix, national (trunk) prefix and national (significant) number)”.
    private static let trunkPrefixes: [String: Set<String>] = [
        "0": [
            "AE", "AF", "AL", "AM", "AR", "AT", "AU", "AX", "AZ", "BA", "BD", "BE", "BG", "BL", "BO", "BR", "CC", "CD",
            "CH", "CN", "CO", "CU", "CX", "DE", "DZ", "EC", "EG", "EH", "ER", "ET", "FI", "FR", "GB", "GE", "GF", "GG",
            "GH",
            "GP", "HR", "ID", "IE", "IL", "IM", "IN", "IQ", "IR", "JE", "JO", "JP", "KE", "KG", "KH", "KP", "KR",
            "LA", "LB", "LK", "LR", "LT", "LY", "MA", "MD", "ME", "MF", "MG", "MK", "MM", "MN", "MQ", "MW", "MY", "NA",
            "NG",
            "NL", "NP", "NZ", "PE", "PH", "PK", "PM", "PS", "PY", "RE", "RO", "RS", "RW", "SA", "SD", "SE", "SI", "SK",
            "SL", "SO",
            "SS", "SY", "TH", "TR", "TW", "TZ", "UA", "UG", "UY", "VE", "VN", "XK", "YE", "YT", "ZA", "ZM", "ZW",
        ],
        "06": ["HU"],
        "8": ["BY", "KZ", "RU", "TM"],
    ]
}

extension Region {
    /// Creates the region of a country from its name in English or its own language, a common abbreviation, or its
    /// code, such as `de`, or returns `nil` if the country is unknown.
    public init?(country text: String) {
        guard let region = Region.named(text.trimmed) ?? Region(rawValue: text.trimmed) else { return nil }
        self = region
    }

    /// Returns the region with the given English or native name or common abbreviation, ignoring case.
    public static func named(_ name: String) -> Region? {
        names[name.lowercased().replacing("'", with: "’")]
    }

    private static let names: [String: Region] = Dictionary(
        namesByCode.flatMap { code, names in
            Region(rawValue: code).map { region in names.map { ($0, region) } } ?? []
        }, uniquingKeysWith: { first, _ in first })

    private static let namesByCode: KeyValuePairs<String, [String]> = [
        "AD": ["andorra"], "AE": ["united arab emirates", "uae"], "AF": ["afghanistan"], "AL": ["albania"],
        "AM": ["armenia"], "AO": ["angola"], "AR": ["argentina"], "AT": ["austria", "österreich", "oesterreich"],
        "AU": ["australia"], "AZ": ["azerbaijan"], "BA": ["bosnia and herzegovina"], "BD": ["bangladesh"],
        "BE": ["belgium", "belgique", "belgië", "belgien"], "BG": ["bulgaria", "българия"], "BO": ["bolivia"],
        "BR": ["brazil", "brasil"], "BY": ["belarus"], "CA": ["canada"],
        "CH": ["switzerland", "schweiz", "suisse", "svizzera"], "CL": ["chile"], "CM": ["cameroon"],
        "CN": ["china", "p.r. china", "中国", "people’s republic of china", "prc", "中华人民共和国"], "CO": ["colombia"],
        "CR": ["costa rica"], "CU": ["cuba"], "CY": ["cyprus", "κύπρος"],
        "CZ": ["czech republic", "czechia", "česko", "česká republika"], "DE": ["germany", "deutschland", "allemagne"],
        "DK": ["denmark", "danmark"], "DO": ["dominican republic"], "DZ": ["algeria"], "EC": ["ecuador"],
        "EE": ["estonia", "eesti"], "EG": ["egypt", "مصر"], "ES": ["spain", "españa"], "ET": ["ethiopia"],
        "FI": ["finland", "suomi"], "FR": ["france"],
        "GB": ["united kingdom", "uk", "u.k.", "great britain", "england", "scotland", "wales", "northern ireland"],
        "GE": ["georgia"], "GH": ["ghana"], "GR": ["greece", "ελλάδα"], "GT": ["guatemala"], "HK": ["hong kong"],
        "HN": ["honduras"], "HR": ["croatia", "hrvatska"], "HU": ["hungary", "magyarország"], "ID": ["indonesia"],
        "IE": ["ireland", "éire"], "IL": ["israel", "ישראל"], "IN": ["india", "भारत"], "IQ": ["iraq"], "IR": ["iran"],
        "IS": ["iceland", "ísland"], "IT": ["italy", "italia"], "JM": ["jamaica"], "JO": ["jordan"],
        "JP": ["japan", "日本"], "KE": ["kenya"], "KH": ["cambodia"],
        "KR": ["south korea", "korea", "대한민국", "republic of korea", "한국"], "KW": ["kuwait"], "KZ": ["kazakhstan"],
        "LB": ["lebanon"], "LI": ["liechtenstein"], "LK": ["sri lanka"], "LT": ["lithuania", "lietuva"],
        "LU": ["luxembourg", "luxemburg", "lëtzebuerg"], "LV": ["latvia", "latvija"],
        "MA": ["morocco", "maroc", "المغرب"], "MC": ["monaco"], "MD": ["moldova"], "ME": ["montenegro"],
        "MK": ["north macedonia"], "MT": ["malta"], "MX": ["mexico", "méxico"], "MY": ["malaysia"], "NG": ["nigeria"],
        "NI": ["nicaragua"], "NL": ["netherlands", "the netherlands", "nederland", "holland", "niederlande"],
        "NO": ["norway", "norge", "noreg"], "NP": ["nepal"], "NZ": ["new zealand", "aotearoa"], "OM": ["oman"],
        "PA": ["panama"], "PE": ["peru", "perú"], "PH": ["philippines", "pilipinas"], "PK": ["pakistan"],
        "PL": ["poland", "polska"], "PR": ["puerto rico"], "PT": ["portugal"], "PY": ["paraguay"], "QA": ["qatar"],
        "RO": ["romania", "românia"], "RS": ["serbia", "srbija", "србија"],
        "RU": ["russia", "россия", "russian federation"], "SA": ["saudi arabia", "السعودية"],
        "SE": ["sweden", "sverige"], "SG": ["singapore"], "SI": ["slovenia", "slovenija"],
        "SK": ["slovakia", "slovensko"], "SM": ["san marino"], "SN": ["senegal"], "SV": ["el salvador"],
        "TH": ["thailand", "ประเทศไทย"], "TN": ["tunisia"], "TR": ["turkey", "türkiye"], "TW": ["taiwan", "臺灣", "台灣"],
        "TZ": ["tanzania"], "UA": ["ukraine", "україна"], "UG": ["uganda"],
        "US": ["united states", "united states of america", "usa", "u.s.a.", "us", "u.s."], "UY": ["uruguay"],
        "UZ": ["uzbekistan"], "VA": ["vatican city"], "VE": ["venezuela"], "VN": ["vietnam", "viet nam", "việt nam"],
        "XK": ["kosovo"], "ZA": ["south africa", "suid-afrika"], "ZM": ["zambia"], "ZW": ["zimbabwe"],
    ]
}

/// The conventions for reading and showing values: the user’s region, the names of the months, and the current date.
public struct Conventions: Sendable {
    /// The region that determines the meaning of phone numbers without a country code and of dates such as 5/6/1980.
    public var region: Region?
    /// The names of the months in the user’s language, in addition to the English names. There are several names for
    /// each month.
    public var months: [[String]]
    /// A function that returns the current local date.
    public var today: @Sendable () -> CivilDate

    public init(
        region: Region? = nil, months: [[String]] = [],
        today: @escaping @Sendable () -> CivilDate = { CivilDate(daysSince1970: time(nil) / 86_400) }
    ) {
        self.region = region
        self.months = months
        self.today = today
    }

    /// The conventions of the current task.
    @TaskLocal public static var current = Conventions()
}
