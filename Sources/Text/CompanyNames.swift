/// Recognition of company names in the seven languages of CSV files.
///
/// Company words can also be surnames (Anna Bank) or reminders that people add to names (Anna Apotheke). Therefore,
/// such a word counts only in a position where it would not occur in a person’s name.
public enum CompanyNames {
    /// Returns whether a name is certainly the name of a company.
    public static func include(_ name: String) -> Bool {
        if LegalForms.end(name) { return true }
        let words = Folding.words(of: name)
        let pieces = name.lowercased().split(separator: " ")
        let isPossessive = pieces.dropLast().last.map { $0.hasSuffix("’s") || $0.hasSuffix("'s") } ?? false
        if let index = words.firstIndex(where: isCompany) {
            // “Anna Apotheke” can be a person, but “Anna-Apotheke” and “Anna’s Bakery” cannot.
            let isCompound = pieces.contains {
                Folding.words(of: String($0)).dropFirst().contains(where: isCompany)
            }
            return isCompound || isPossessive || !words[..<index].contains(where: Nicknames.contain)
        }
        guard words.count > 1, let last = words.last, !name.contains(",") else { return false }
        if leading.contains(words[0]) || surnames.contains(words[0]) && prepositions.contains(words[1]) { return true }
        if surnames.contains(last) { return isPossessive || adjectives.contains(words[words.count - 2]) }
        return families.contains(last) && pieces.dropLast().last.map { conjunctions.contains($0) } == true
    }

    private static func isCompany(_ word: String) -> Bool {
        all.contains(word) || endings.contains { word.count > $0.count && word.hasSuffix($0) }
    }

    private static func words(_ text: String) -> Set<String> { Set(Folding.words(of: text)) }

    /// The company words that are not surnames.
    private static let all = words(
        """
        airlines airways association bakery bookshop bookstore brewery clinic consulting dentistry electronics
        enterprises foundation holdings industries institute insurance library logistics museum pharmacy
        physiotherapy plumbing realty restaurant services solutions supermarket systems technologies
        university veterinary
        Apotheke Architekturbüro Arztpraxis Autohaus Bäckerei Baumarkt Bibliothek Brauerei Buchhandlung
        Commerzbank Druckerei Feuerwehr Finanzamt Fleischerei Gärtnerei Gymnasium Hausverwaltung Hochschule
        Immobilien Ingenieurbüro Institut Kanzlei Kaufhaus Kindergarten Klinik Klinikum Konditorei Krankenhaus
        Krankenkasse Landesbank Metzgerei Ministerium Möbelhaus Pizzeria Postbank Raiffeisenbank Rathaus
        Reisebüro Sanitätshaus Schreinerei Sparkasse Stadtwerke Stiftung Supermarkt Tischlerei Universität
        Versicherung Versicherungen Volksbank Werkstatt
        assurances bibliothèque boulangerie brasserie clinique école fondation immobilière librairie lycée
        mairie musée pâtisserie pharmacie supermarché université
        asociación ayuntamiento biblioteca carnicería clínica farmacia ferretería fundación inmobiliaria
        instituto librería museo panadería peluquería restaurante seguros supermercado universidad
        assicurazioni associazione carrozzeria fondazione gelateria istituto libreria macelleria ospedale
        panificio parrucchiere ristorante supermercato trattoria università
        apotheek bakkerij bibliotheek boekhandel gemeente instituut kliniek rabobank slagerij stichting
        universiteit vereniging verzekeringen ziekenhuis
        associação farmácia fundação imobiliária padaria prefeitura universidade
        """)

    /// The last parts of compound company words.
    private static let endings = [
        "apotheke", "apotheek", "backerei", "druckerei", "gesellschaft", "genossenschaft", "handlung", "hotel",
        "institut", "kanzlei", "klinik", "krankenhaus", "ministerium", "museum", "praxis", "schule", "sparkasse",
        "stiftung", "universitat", "verein", "versicherung", "verwaltung", "werkstatt", "zentrum",
    ]

    /// The words that indicate a company at the start of a name, but can be surnames elsewhere.
    private static let leading = words(
        """
        atelier auberge autoescuela banca banco banque boutique café camping colegio collège comune école
        escola escuela firma garage Gasthaus Gasthof Gemeinde Hospital Hostal Hostel Hotel Hôpital liceo
        oficina officina Pension Praxis Salon Schule scuola taller Taxi Verein
        """)

    /// The company words that are common surnames or endings of personal names.
    private static let surnames = words("Bank School College Hospital Hotel Garage Church Shop Market Club")

    private static let prepositions = words("of for am an der im für du des de del della di do da van")

    /// The words that indicate a company if one of `surnames` follows, as in “First Bank”.
    private static let adjectives = words(
        """
        central city commercial community deutsche elementary federal first general grand high memorial middle
        national primary royal secondary
        """)

    /// The words before the last word in names such as “Miller & Sons”.
    private static let conjunctions: Set<Substring> = ["&", "+", "and", "und", "et", "y", "e", "en"]

    private static let families = words(
        "Sons Söhne Fils Hijos Figli Zonen Filhos Brothers Associates Associés Partners")
}
