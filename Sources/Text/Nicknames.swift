/// A table of nicknames for given names, such as Bob for Robert.
public enum Nicknames {
    /// Returns the full name for a folded nickname, or the name itself if it is not a nickname.
    public static func fullName(of name: String) -> String { fullNames[name] ?? name }

    /// Returns whether two folded names are the same name or belong to the same group. A nickname can belong to several
    /// groups: Chris is short for Christian and for Christopher.
    public static func areOfOneName(_ left: String, _ right: String) -> Bool {
        left == right || !groupNumbers[left, default: []].isDisjoint(with: groupNumbers[right, default: []])
    }

    /// Returns whether a folded name is in the table.
    static func contain(_ name: String) -> Bool { groupNumbers[name] != nil }

    private static let groupNumbers: [String: Set<Int>] = groups.enumerated().reduce(into: [:]) { numbers, group in
        for name in group.element { numbers[name, default: []].insert(group.offset) }
    }

    private static let fullNames: [String: String] = Dictionary(
        groups.flatMap { names in names.dropFirst().map { ($0, names[0]) } }, uniquingKeysWith: { first, _ in first })

    /// The groups of names. Each group starts with the full name. If a nickname is in several groups, the first group
    /// determines its full name.
    private static let groups =
        """
        abigail abby gail, albert al bert bertie, alexander alex sasha sascha sacha lex xander саша, \
        alexandra alex alix sandra lexi sasha sascha, alfred fred alfie, andrew andy drew, anna ann annie аня, \
        anthony tony antony toni, arthur art artie, barbara barb babs bärbel barbel, \
        benjamin ben benny benji, bernard bernie, \
        catherine katherine kathryn katharina cathy kathy kate katie kati kitty katja катя, \
        charles charlie chuck chas karl carl, charlotte lottie lotte charly, christian chris kris, \
        christina christine chris tina chrissy, christopher christoph chris kit topher, daniel dan danny, \
        david dave davy, deborah debbie deb, dorothy dot dottie dorothea, edward ed eddie ted teddy ned, \
        eleanor ellie nell nora, elizabeth elisabeth liz lizzie beth betty eliza liesel, emily em, \
        ernest ernie ernst, frances francie, francis frank frankie franz francisco paco, \
        frederick fritz freddie friedrich, gabriel gabe, george jorge georg, gerald gerry jerry, \
        gregory greg gregor, gustav gus, harold hal harry, helen nellie, helena lena, \
        henry hank heinrich heinz, isabella bella izzy, isabel izzie, ivan vanya ваня, jacob jake jakob, \
        james jim jimmy jamie, jane jenny janie, jennifer jen jenn, jessica jess jessie, johannes hans, \
        john jack johnny, jonathan jon jonny, joseph joe joey josef jose pepe sepp, joshua josh, \
        judith judy, julia юля, kenneth ken kenny, lawrence larry laurence lorenz, leonard leo len lenny, \
        louis lou louie ludwig luis, margaret margarete maggie meg peggy marge gretchen, maria маша, \
        mary molly, martha marty patty, matthew matt, maximilian max, \
        michael mike mick mickey michel misha миша, natalia natalie natasha наташа, nathaniel nathan nate, \
        nicholas nick nicky klaus niklas nico, olivia livvy, pamela pam, patricia pat trish tricia, \
        patrick paddy, peter pete piotr pjotr petja, philip phil pip philipp, rebecca becky becca, \
        richard rick dick richie ricky rich, robert bob bobby rob robbie bert, ronald ron ronnie, \
        samuel sam sammy, sarah sara sally, sophia sofia соня, stanley stan, \
        stephen steven steve stefan stephan stephane, susan sue susie, theodor theodore theo, \
        theresa teresa tess, thomas tom tommy thom, timothy tim timmy, tobias toby tobi, valentina valya, \
        victoria vicky tori, vincent vince vinny, vladimir volodya вова, walter walt wally, wilhelm willi, \
        william will bill billy willy liam, zachary zach zack
        """
        .split(separator: ",").map { Folding.words(of: String($0)) }
}

/// The legal forms at the end of company names.
public enum LegalForms {
    /// Returns whether a folded word is a legal form.
    public static func contain(_ word: String) -> Bool { all.contains(word) }

    /// Returns whether a name of several words ends with a legal form, such as “GmbH” or “Inc.”, or contains one in
    /// Chinese, Japanese, or Korean. A form of two letters counts only in its usual spelling.
    public static func end(_ name: String) -> Bool {
        if !name.utf8.allSatisfy({ $0 < 0x80 }), eastAsian.contains(where: name.contains) { return true }
        let words = name.split(separator: " ")
        guard words.count > 1, let last = words.last else { return false }
        let letters = last.filter(\.isLetter)
        if letters.count > 2 { return contain(letters.lowercased()) || others.contains(letters.lowercased()) }
        return short.contains(letters) || letters == "Co" && (last.hasSuffix(".") || words[words.count - 2] == "&")
    }

    /// The legal forms that are not omitted when organizations are compared.
    private static let others: Set = [
        "aps", "bvba", "company", "corporation", "gbr", "lda", "limited", "llp", "ltda", "mbh", "ohg", "sas", "srl",
    ]

    private static let eastAsian = [
        "株式会社", "有限会社", "合同会社", "(株)", "（株）", "㈱", "(有)", "（有）", "㈲", "有限公司", "주식회사", "(주)", "（주）", "㈜",
        "유한회사",
    ]

    private static let short: Set = [
        "AB", "AG", "AS", "BV", "KG", "NV", "OY", "Oy", "SA", "SE", "SL", "UG", "eG", "eK", "eU", "eV",
    ]

    private static let all: Set = [
        "ab", "ag", "as", "bv", "co", "corp", "gmbh", "inc", "kg", "llc", "ltd", "nv", "oy", "plc", "sa", "sarl", "spa",
    ]
}
