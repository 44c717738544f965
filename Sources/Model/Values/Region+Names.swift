extension Region {
    /// Returns the region with an English or native name, or with a common abbreviation, ignoring case.
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
