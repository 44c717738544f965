import Testing
import Text

@Suite("Company names")
struct CompanyNamesTests {
    @Test(
        "A company name is recognized",
        arguments: [
            "Acme GmbH", "Apotheke am Markt", "Löwenapotheke", "Marien-Apotheke", "Anna-Apotheke",
            "Stadtwerke Köln", "Stadtwerke", "Sparkasse KölnBonn", "Deutsche Bank", "Bank of America",
            "Bank für Gemeinwohl",
            "Banco Santander", "Banque Postale", "Hotel Adler", "Hôtel de la Poste", "Parkhotel Kurhaus", "Grand Hotel",
            "Garage Dupont", "Joe’s Garage", "Lincoln High School", "School of Music", "Musikschule Nippes",
            "Schule am Park", "Sportverein Merkenich", "Restaurant Zur Post", "Ristorante Da Vinci", "Café Müller",
            "Bäckerei Schmitz", "Boulangerie Martin", "Panadería López", "Bakkerij de Jong", "Anna’s Bakery",
            "Clínica Dental Sol", "Mayo Clinic", "Max-Planck-Institut", "Universidad de Chile", "Gemeente Utrecht",
            "Miller & Sons", "Dupont et Fils", "Farmácia Central", "Carrozzeria Bianchi", "St. Mary’s High School",
        ])
    func companies(name: String) {
        #expect(CompanyNames.include(name))
        #expect(CompanyNames.include(name.uppercased()))
    }

    @Test(
        "A person’s name is not mistaken for a company name",
        arguments: [
            "Anna Bank", "Bank, Anna", "Paris Hilton", "Jean Garage", "Thomas Hotel", "Max School", "Janet Hospital",
            "Bar Refaeli", "David Villa", "Frank Castle", "Charlotte Church", "Chase Bank", "Anna Apotheke",
            "Dr. Anna Klinik", "Peter Versicherung", "Anna Maria Museum", "Kita Yuji", "Saburo Tanaka", "Jeff Burbank",
            "Leslie Eubank", "Max Apotheker", "Julia Becker", "Otto Neumarkt", "Amy Winehouse", "Tom Backhaus",
            "Guillaume de l’Hôpital", "Anna & Tom", "Anna & Partner", "Cher", "", "Bank", "Hotel", "Smith",
            "Ludwig van Beethoven", "Herr Müller", "Archer, Ann", "Madison Park", "Rose Garden",
        ])
    func persons(name: String) { #expect(!CompanyNames.include(name)) }
}
