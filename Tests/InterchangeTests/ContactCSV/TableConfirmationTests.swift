import Interchange
import Testing

@Suite("Confirmation of the columns of a CSV file")
struct TableConfirmationTests {
    @Test(
        "Headings that identify every column need no confirmation",
        arguments: [
            // Numbers, iCloud, and Roundcube
            "Vorname;Nachname;Firma;E-Mail (privat);Telefon (mobil);Straße (privat);PLZ (privat);Ort (privat);Notizen",
            "First Name,Last Name,Company,Phone (mobile),Phone (work),Email (home),Street (home),City (home),Birthday",
            "Prénom;Nom de famille;Téléphone (domicile);Adresse e-mail;Ville;Code postal;Date de naissance",
            "Nombre de pila;Apellidos;Teléfono móvil;Correo electrónico",
            "Display Name,First Name,Last Name,E-Mail - Home,Phone - Mobile,Work Dept,Work Title,Website,Info",
            "name,email,phone", "First name,Last name,Language", "given,family,email.work",
        ])
    func unambiguous(header: String) throws {
        #expect(try !isGuessed(header))
        // One unknown column is enough to require confirmation.
        #expect(try isGuessed(header + header.filter { $0 == "," || $0 == ";" }.prefix(1) + "Color"))
    }

    @Test(
        "Headings whose meaning depends on others, and tables without a name, require confirmation",
        arguments: [
            "Nom;Prénom;E-mail", "Nombre;Apellidos;E-mail", "Name;Vorname;E-Mail", "Email;Phone", "First name;Email",
            "Nome;Apelido;E-mail",
        ])
    func ambiguous(header: String) throws { #expect(try isGuessed(header)) }

    private func isGuessed(_ header: String) throws -> Bool {
        try TableColumns(of: "a.csv", beginning: Array((header + "\n").utf8), mapping: [:]).isGuessed
    }
}
