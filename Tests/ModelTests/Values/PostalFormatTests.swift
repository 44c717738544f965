import Model
import Testing

/// Address labels in the format of the country.
struct PostalLabelTests {
    struct Example: Sendable, CustomStringConvertible {
        let address: PostalAddress
        let lines: [String]

        var description: String { address.country }

        /// Creates an example.
        ///
        /// - Parameters:
        ///   - parts: The street, the city, the region, and the postal code.
        ///   - lines: The lines between the recipient and the country, separated by `|`.
        init(_ country: String, _ parts: (String, String, String, String), _ lines: String) {
            address = PostalAddress(
                street: parts.0, locality: parts.1, region: parts.2, postalCode: parts.3, country: country)
            self.lines = lines.split(separator: "|").map(String.init)
        }
    }

    static let examples = [
        Example("Argentina", ("Calle 39 Nº 1540", "La Plata", "", "B1900"), "CALLE 39 Nº 1540|B1900 LA PLATA"),
        Example("Austria", ("Pazmaniteng. 24-9", "Wien", "", "1020"), "Pazmaniteng. 24-9|1020 Wien"),
        Example("Australia", ("200 Broadway Av", "West Beach", "SA", "5024"), "200 Broadway Av|WEST BEACH SA 5024"),
        Example("Belgium", ("Rue du Diamant 215", "Bruxelles", "", "1030"), "Rue du Diamant 215|1030 Bruxelles"),
        Example(
            "Brazil", ("Rua Afonso Canargo 805", "Guarapuava", "PR", "85070-200"),
            "Rua Afonso Canargo 805|GUARAPUAVA-PR|85070-200"),
        Example(
            "Canada", ("10-123 1/2 Main St SE", "Montreal", "QC", "H3Z 2Y7"),
            "10-123 1/2 MAIN ST SE|MONTREAL QC H3Z 2Y7"),
        Example("Switzerland", ("Schanzenstrasse 7", "Bern", "", "3030"), "Schanzenstrasse 7|3030 Bern"),
        Example(
            "China", ("37 Jinfengli", "Xicheng District", "Beijing", "100044"),
            "37 Jinfengli|Xicheng District|BEIJING, 100044"),
        Example("Czechia", ("Opletalova 34", "Praha 1", "", "110 00"), "Opletalova 34|110 00 Praha 1"),
        Example("Germany", ("Rhondorfer Str. 666", "Köln", "", "50939"), "Rhondorfer Str. 666|50939 Köln"),
        Example("Denmark", ("Kastanievej 15, 2", "Skanderborg", "", "8660"), "Kastanievej 15, 2|8660 Skanderborg"),
        Example("Estonia", ("Lai 12", "Tallinn", "", "10133"), "Lai 12|10133 Tallinn"),
        Example("Spain", ("Calle Aduana, 29", "Móstoles", "Madrid", "28932"), "Calle Aduana, 29|28932 MÓSTOLES MADRID"),
        Example("Finland", ("Mäkelänkatu 25 B 13", "Helsinki", "", "00550"), "Mäkelänkatu 25 B 13|00550 Helsinki"),
        Example("France", ("25 rue de la Paix", "Paris", "", "75002"), "25 rue de la Paix|75002 PARIS"),
        Example(
            "United Kingdom", ("49 Featherstone Street", "London", "", "ec1y 8sy"),
            "49 Featherstone Street|LONDON|EC1Y 8SY"),
        Example("Greece", ("Doiranis 25", "Athina", "", "113 63"), "Doiranis 25|113 63 Athina"),
        Example("Croatia", ("Ilica 1", "Zagreb", "", "10000"), "Ilica 1|10000 Zagreb"),
        Example("Hungary", ("Honvéd utca 13-15", "Budapest", "", "1055"), "BUDAPEST|HONVÉD UTCA 13-15|1055"),
        Example(
            "Ireland", ("Kilcolman", "Ballyhaunis", "Co. Mayo", "F35 H560"), "Kilcolman|Ballyhaunis|Co. Mayo|F35 H560"),
        Example("Israel", ("16 Jaffa St.", "Jerusalem", "", "9414219"), "16 Jaffa St.|Jerusalem 9414219"),
        Example("India", ("12 M.G. Road", "New Delhi", "Delhi", "110001"), "12 M.G. Road|New Delhi 110001|Delhi"),
        Example("Iceland", ("Hafnarstræti 2", "Reykjavík", "", "101"), "Hafnarstræti 2|101 Reykjavík"),
        Example("Italy", ("Viale Europa 22", "Roma", "RM", "00144"), "Viale Europa 22|00144 ROMA RM"),
        Example(
            "Japan", ("10-23, Akasaka 5-chome", "Minato-ku", "Tokyo", "107-0052"),
            "10-23, Akasaka 5-chome|Minato-ku, TOKYO|107-0052"),
        Example(
            "South Korea", ("175 Bongeunsa-ro", "Gangnam-gu", "Seoul", "06109"),
            "175 Bongeunsa-ro|Gangnam-gu|Seoul|06109"),
        Example("Lithuania", ("Vokiečių g. 7", "Vilnius", "", "01130"), "Vokiečių g. 7|01130 Vilnius"),
        Example("Luxembourg", ("71 route de Longwy", "Luxembourg", "", "4750"), "71 route de Longwy|4750 Luxembourg"),
        Example("Latvia", ("Brīvības bulvāris 21", "Rīga", "", "LV-1000"), "Brīvības bulvāris 21|Rīga, LV-1000"),
        Example("Mexico", ("Av. Juárez 14", "Guadalajara", "Jal.", "44100"), "Av. Juárez 14|44100 GUADALAJARA, JAL."),
        Example("Malaysia", ("12 Jalan Raja", "Kuala Lumpur", "", "50050"), "12 Jalan Raja|50050 KUALA LUMPUR"),
        Example("Netherlands", ("Morsstraat 111", "Leiden", "", "2312 BK"), "Morsstraat 111|2312 BK Leiden"),
        Example("Norway", ("Olaf Ryes vei 9", "Oslo", "", "0130"), "Olaf Ryes vei 9|0130 Oslo"),
        Example(
            "New Zealand", ("151 Kilmore Street", "Christchurch", "", "8011"), "151 Kilmore Street|Christchurch 8011"),
        Example("Poland", ("ul. Bagno 16/20", "Warszawa", "", "00-940"), "ul. Bagno 16/20|00-940 Warszawa"),
        Example("Portugal", ("Av. Roma 35", "Lisboa", "", "1250-096"), "Av. Roma 35|1250-096 Lisboa"),
        Example(
            "Romania", ("Str. Mihai Eminescu 5", "București", "", "060274"), "STR. MIHAI EMINESCU 5|060274 BUCUREȘTI"),
        Example("Russia", ("ul. Lesnaya d. 5", "g. Moskva", "", "125075"), "UL. LESNAYA D. 5|G. MOSKVA|125075"),
        Example("Sweden", ("Nybyggarvägen 3", "Visby", "", "621 45"), "Nybyggarvägen 3|621 45 Visby"),
        Example("Singapore", ("16 Sandilands Road", "Singapore", "", "546080"), "16 Sandilands Road|Singapore 546080"),
        Example("Slovenia", ("Slomškov trg 10", "Maribor", "", "2500"), "Slomškov trg 10|2500 Maribor"),
        Example("Slovakia", ("Kalinčiakova 5", "Bratislava", "", "831 01"), "Kalinčiakova 5|831 01 Bratislava"),
        Example(
            "Thailand", ("199 Sukhumvit Rd", "Khlong Toei", "Bangkok", "10110"),
            "199 Sukhumvit Rd|Khlong Toei|BANGKOK 10110"),
        Example("Turkey", ("Atatürk Cad. 7", "Çankaya", "Ankara", "06101"), "Atatürk Cad. 7|06101 Çankaya/Ankara"),
        Example("Ukraine", ("vul. Khreshchatyk 22", "Kyiv", "", "01001"), "vul. Khreshchatyk 22|Kyiv|01001"),
        Example(
            "United States", ("123 Main St\nApt 4", "Springfield", "il", "62701"),
            "123 Main St|Apt 4|SPRINGFIELD, IL 62701"),
        Example(
            "South Africa", ("497 Jacob Mare Street", "Pretoria", "", "0002"), "497 Jacob Mare Street|Pretoria|0002"),
    ]

    @Test(
        "An address label uses the order of the destination country, with the recipient first and the country last",
        arguments: examples)
    func order(example: Example) {
        let label = example.address.label(to: ["Leia Organa"])
        #expect(label == ["Leia Organa"] + example.lines + [example.address.country.uppercased()])
    }

    @Test("The address label examples cover at least 30 countries")
    func coverage() { #expect(Set(Self.examples.map(\.address.country)).count >= 30) }

    @Test(
        "A country is recognized by its code, its English name, or its native name",
        arguments: ["DE", "de", "Deutschland", " germany "])
    func names(country: String) {
        let address = PostalAddress(street: "Hauptstraße 1", locality: "Berlin", postalCode: "10115", country: country)
        #expect(address.label(to: []).prefix(2) == ["Hauptstraße 1", "10115 Berlin"])
    }

    @Test("The label of a Japanese address ends with the recipient and the country")
    func nativeScript() {
        let japanese = PostalAddress(
            street: "霞が関1-3-2", locality: "千代田区", region: "東京都", postalCode: "100-8798", country: "日本")
        #expect(japanese.label(to: ["山田太郎"]) == ["〒100-8798", "東京都千代田区", "霞が関1-3-2", "山田太郎", "日本"])
    }

    @Test(
        "An address label in the script of the country shows all recipients on one line after the street",
        arguments: [
            ("South Korea", ["서울특별시 강남구", "테헤란로 1", "A B", "06109"]),
            ("Taiwan", ["06109", "서울특별시강남구", "테헤란로 1", "A B"]),
            ("China", ["06109", "서울특별시강남구", "테헤란로 1", "A B"]),
            ("Germany", ["A", "B", "테헤란로 1", "06109 강남구"]),
        ])
    func otherNativeScripts(country: String, lines: [String]) {
        let address = PostalAddress(
            street: " 테헤란로 1 ", locality: "강남구 ", region: " 서울특별시", postalCode: " 06109 ", country: country)
        #expect(address.label(to: ["A", "B"]) == lines + [country.uppercased()])
    }

    @Test("Spaces around the parts of an address are removed from its label")
    func spaces() {
        let paris = PostalAddress(street: " 25 rue \n", locality: " Paris ", postalCode: " 75002 ", country: " France ")
        #expect(paris.label(to: ["A"]) == ["A", "25 rue", "75002 PARIS", "FRANCE"])
        let berlin = PostalAddress(street: " Weg 1\n \n Hof 2 ", locality: " Berlin ", country: " germany")
        #expect(berlin.label(to: []) == ["Weg 1", "Hof 2", "Berlin", "GERMANY"])
        #expect(PostalAddress(street: "Weg 1", country: " ").label(to: []) == ["Weg 1"])
    }

    @Test("Missing parts do not leave separators, and an unknown country uses the most common order")
    func missingParts() {
        let states = PostalAddress(street: "1 Main St", region: "NY", country: "USA")
        #expect(states.label(to: []) == ["1 Main St", "NY", "USA"])
        let town = PostalAddress(locality: "Springfield", postalCode: "62701", country: "USA")
        #expect(town.label(to: []) == ["SPRINGFIELD 62701", "USA"])
        let unknown = PostalAddress(street: "Level 1", locality: "Mos Eisley", region: "Dunes", postalCode: "77")
        #expect(unknown.label(to: ["Han Solo"]) == ["Han Solo", "Level 1", "77 Mos Eisley", "Dunes"])
    }
}
