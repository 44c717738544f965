import Testing

/// The headings that Outlook writes in one language, for the same values.
struct OutlookHeadings: CustomTestStringConvertible {
    let testDescription: String
    let names: [String]
    let work: [String]
    let home: [String]
    let other: [String]
    let phones: [String]
    let emails: [String]
    let rest: [String]

    static let all = [
        OutlookHeadings(
            testDescription: "German", names: ["Anrede", "Vorname", "Weitere Vornamen", "Nachname", "Suffix"],
            work: [
                "Straße geschäftlich", "Straße geschäftlich 2", "Ort geschäftlich", "Region geschäftlich",
                "Postleitzahl geschäftlich", "Land/Region geschäftlich",
            ],
            home: [
                "Straße privat", "Straße privat 2", "Ort privat", "Bundesland/Kanton privat", "Postleitzahl privat",
                "Land/Region privat",
            ],
            other: [
                "Weitere Straße", "Weitere Straße 2", "Weiterer Ort", "Weiteres/r Bundesland/Kanton",
                "Weitere Postleitzahl", "Weiteres/e Land/Region",
            ],
            phones: [
                "Telefon Assistent", "Fax geschäftlich", "Telefon geschäftlich", "Telefon geschäftlich 2",
                "Rückmeldung",
                "Autotelefon", "Telefon Firma", "Fax privat", "Telefon (privat)", "Telefon (privat 2)", "ISDN",
                "Mobiltelefon", "Weiteres Fax", "Weiteres Telefon", "Pager", "Haupttelefon", "Telex",
            ],
            emails: ["E-Mail-Adresse", "E-Mail-Typ", "E-Mail 2: Adresse"],
            rest: ["Firma", "Abteilung", "Position", "Geburtstag", "Jahrestag", "Kategorien", "Notizen", "Webseite"]),
        OutlookHeadings(
            testDescription: "French", names: ["Titre", "Prénom", "Deuxième prénom", "Nom", "Suffixe"],
            work: [
                "Rue (bureau)", "Rue (bureau) 2", "Ville (bureau)", "Dép/Région (bureau)", "Code postal (bureau)",
                "Pays/Région (bureau)",
            ],
            home: [
                "Rue (domicile)", "Rue (domicile) 2", "Ville (domicile)", "Dép/Région (domicile)",
                "Code postal (domicile)", "Pays/Région (domicile)",
            ],
            other: [
                "Rue (autre)", "Rue (autre) 2", "Ville (autre)", "Dép/Région (autre)", "Code postal (autre)",
                "Pays/Région (autre)",
            ],
            phones: [
                "Téléphone de l'assistant(e)", "Télécopie (bureau)", "Téléphone (bureau)", "Téléphone 2 (bureau)",
                "Rappel", "Téléphone (voiture)", "Téléphone société", "Télécopie (domicile)", "Téléphone (domicile)",
                "Téléphone 2 (domicile)", "RNIS", "Tél. mobile", "Télécopie (autre)", "Téléphone (autre)",
                "Récepteur de radiomessagerie", "Téléphone principal", "Télex",
            ],
            emails: ["Adresse de messagerie", "Type de messagerie", "Adresse de messagerie 2"],
            rest: [
                "Société", "Service", "Titre", "Anniversaire", "Anniversaire de mariage ou fête", "Catégories", "Notes",
                "Page Web",
            ]),
        OutlookHeadings(
            testDescription: "Spanish", names: ["Tratamiento", "Nombre", "Segundo nombre", "Apellidos", "Sufijo"],
            work: [
                "Calle del trabajo", "Calle del trabajo 2", "Ciudad de trabajo", "Provincia o estado de trabajo",
                "Código postal del trabajo", "País o región del trabajo",
            ],
            home: [
                "Calle del domicilio", "Calle del domicilio 2", "Ciudad del domicilio",
                "Provincia o estado del domicilio", "Código postal del domicilio", "País o región del domicilio",
            ],
            other: [
                "Otra calle", "Otra calle 2", "Otra ciudad", "Otra provincia o estado", "Otro código postal",
                "Otro país o región",
            ],
            phones: [
                "Teléfono del ayudante", "Fax del trabajo", "Teléfono del trabajo", "Teléfono del trabajo 2",
                "Devolución de llamada", "Teléfono del automóvil", "Número de centralita de la organización",
                "Fax particular", "Particular", "Teléfono particular 2", "RDSI", "Teléfono móvil", "Otro fax",
                "Otro teléfono", "Localizador", "Teléfono principal", "Télex",
            ],
            emails: [
                "Dirección de correo electrónico", "Tipo de correo electrónico", "Dirección de correo electrónico 2",
            ],
            rest: [
                "Organización", "Departamento", "Puesto", "Cumpleaños", "Aniversario", "Categorías", "Notas",
                "Página web",
            ]),
        OutlookHeadings(
            testDescription: "Italian", names: ["Titolo", "Nome", "Secondo nome", "Cognome", "Titolo straniero"],
            work: [
                "Via (uff.)", "Via (uff.) 2", "Città (uff.)", "Provincia (uff.)", "CAP (uff.)",
                "Paese/area geografica (uff.)",
            ],
            home: [
                "Via (ab.)", "Via (ab.) 2", "Città (ab.)", "Provincia (ab.)", "CAP (ab.)",
                "Paese/area geografica (ab.)",
            ],
            other: [
                "Altra via", "Altra via 2", "Altra città", "Altra provincia", "Altro CAP",
                "Altro paese/area geografica",
            ],
            phones: [
                "Telefono assistente", "Fax (uff.)", "Ufficio", "Ufficio 2", "Richiamata automatica", "Telefono auto",
                "Telefono principale società", "Fax (ab.)", "Abitazione", "Abitazione 2", "ISDN", "Cellulare",
                "Altro fax", "Altro telefono", "Cercapersone", "Telefono principale", "Telex",
            ],
            emails: ["Indirizzo posta elettronica", "Tipo posta elettronica", "Indirizzo posta elettronica 2"],
            rest: [
                "Società", "Reparto", "Posizione", "Compleanno", "Anniversario", "Categorie", "Note", "Pagina Web",
            ]),
        OutlookHeadings(
            testDescription: "Dutch", names: ["Titel", "Voornaam", "Middelste naam", "Achternaam", "Achtervoegsel"],
            work: [
                "Werkadres, straat", "Werkadres 2, straat", "Werkadres, plaats", "Werkadres, provincie",
                "Werkadres, postcode", "Land/regio (werk)",
            ],
            home: [
                "Huisadres, straat", "Huisadres, straat 2", "Huisadres, plaats", "Huisadres, provincie",
                "Huisadres, postcode", "Land/regio (thuis)",
            ],
            other: [
                "Ander adres, straat", "Ander adres, straat 2", "Ander adres, plaats", "Ander adres, provincie",
                "Ander adres, postcode", "Land/regio (anders)",
            ],
            phones: [
                "Telefoon assistent", "Fax op werk", "Telefoon op werk", "Telefoon op werk 2", "Terugbellen",
                "Autotelefoon", "Hoofdtelefoon bedrijf", "Fax thuis", "Telefoon thuis", "Telefoon thuis 2", "ISDN",
                "Mobiele telefoon", "Andere fax", "Andere telefoon", "Pager", "Hoofdtelefoon", "Telex",
            ],
            emails: ["E-mailadres", "E-mailtype", "E-mailadres 2"],
            rest: [
                "Bedrijf", "Afdeling", "Functie", "Verjaardag", "Speciale datum", "Categorieën", "Notities",
                "Webpagina",
            ]),
        OutlookHeadings(
            testDescription: "Portuguese", names: ["Título", "Primeiro nome", "Nome do meio", "Sobrenome", "Sufixo"],
            work: [
                "Rua do endereço comercial", "Rua do endereço comercial 2", "Cidade do endereço comercial",
                "Estado comercial", "CEP do endereço comercial", "País/Região da Empresa",
            ],
            home: [
                "Endereço residencial", "Endereço residencial 2", "Cidade do endereço residencial",
                "Estado residencial", "CEP do endereço residencial", "País/Região de Residência",
            ],
            other: ["Outra Rua", "Outra Rua 2", "Outra cidade", "Outro Estado", "Outro CEP", "Outro País/Região"],
            phones: [
                "Telefone do assistente", "Fax comercial", "Telefone comercial", "Telefone comercial 2",
                "Retorno de chamada", "Telefone do carro", "Telefone principal da empresa", "Fax residencial",
                "Telefone residencial", "Telefone residencial 2", "ISDN", "Telefone celular", "Outro fax",
                "Outro telefone", "Pager", "Telefone principal", "Telex",
            ],
            emails: ["Endereço de email", "Tipo de email", "Endereço de email 2"],
            rest: [
                "Empresa", "Departamento", "Cargo", "Aniversário", "Datas especiais", "Categorias", "Anotações",
                "Página da Web",
            ]),
    ]
}
