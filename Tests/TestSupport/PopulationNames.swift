/// Names from many countries and scripts: with accents, apostrophes, hyphens, spaces, and single ones.
enum PopulationNames {
    static let given = [
        "José", "Łukasz", "Zoë", "Björk", "Søren", "Nguyễn", "Siobhán", "Renée", "Jürgen", "İbrahim", "Anaïs", "Håkan",
        "Фёдор", "Юлия", "Σοφία", "Γιώργος", "明", "美咲", "민준", "지우", "محمد", "فاطمة", "דוד", "נועה", "आरव", "प्रिया",
        "Mary-Jane", "Leia", "Fred", "Wilma", "D’Angelo", "Óscar", "Chloé", "Matěj", "Ádám", "Ștefan", "Þóra", "Ilse",
        "John", "Kate", "Robert", "Peter", "Elizabeth", "Anna", "Omar", "Chinwe", "Kwame", "Aroha", "Tāne", "Mele",
    ]

    static let family = [
        "García Márquez", "Müller", "Straße", "Łukasiewicz", "Ёжиков", "Королёва", "O’Brien", "O'Neill", "van der Berg",
        "de la Cruz", "Nguyễn", "Sørensen", "Åkesson", "Çelik", "Şahin", "Dvořák", "Novák", "Kovács", "Ionescu",
        "Þórsdóttir",
        "Παπαδόπουλος", "王", "佐藤", "김", "Al-Sayed", "حسن", "כהן", "शर्मा", "Singh", "Smith", "Smith-Jones", "Flintstone",
        "Organa", "Okonkwo", "Mensah", "Ngata", "Kealoha", "Ferrari", "D’Amico", "Lefèvre", "Bäcker", "Weiß", "Jansen",
    ]

    static let places: [(locality: String, region: String, postalCode: String, country: String)] = [
        ("São Paulo", "SP", "01310-100", "Brazil"), ("Kraków", "", "31-000", "Poland"), ("東京", "", "100-0001", "日本"),
        ("Springfield", "IL", "62701", "USA"), ("Zürich", "ZH", "8001", "Switzerland"),
        ("Αθήνα", "", "105 57", "Ελλάδα"),
        ("Санкт-Петербург", "", "190000", "Россия"), ("Wellington", "", "6011", "New Zealand"),
        ("Accra", "", "GA-184", "Ghana"),
    ]

    static let organizations = [
        "Slate Rock and Gravel", "Müller & Söhne GmbH", "株式会社サンプル", "Société Générale des Eaux", "Acme, Inc.", "Ёлка",
    ]
}
