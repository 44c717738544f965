import Text

/// The names of fields in other programs, such as the headings of CSV files, mainly in seven languages.
///
/// Comparisons ignore case, accents, punctuation, numbers at the ends of words, articles, and words such as “of” and
/// “and”. A heading can also name a place, such as *work* or *home*: “Telefon (privat 2)” is a phone number with the
/// label `home`.
public enum HeadingVocabulary {
    /// Returns the meaning of a heading, in `--map` syntax, or `nil` if it is unknown.
    public static func meaning(of heading: String) -> String? {
        if let meaning = exactMeanings[normal(heading)] { return meaning }
        let words = words(of: heading)
        if let meaning = meanings[words.joined(separator: " ")] { return meaning }
        let found = words.compactMap { places[$0] }
        let rest = words.filter { places[$0] == nil }
        guard let first = found.first else { return phone(words) }
        let place = PlaceWords(label: found.unique.joined(separator: " "))?.label ?? first
        if rest.isEmpty { return found.count > 1 && found.contains("mobile") ? "phone.\(place)" : nil }
        return (meanings[rest.joined(separator: " ")] ?? phone(rest)).map { labeled($0, place) }
    }

    /// Returns the meaning of a heading that is the label of a phone number, such as “Cellular”, or `nil` for other
    /// headings.
    private static func phone(_ words: [String]) -> String? {
        let isOther = words.contains { ["email", "mail", "address"].contains($0) }
        guard !isOther, let places = PlaceWords(label: words.joined(separator: " ")) else { return nil }
        let isPhone = words.contains("phone") || words.contains("telephone")
        return isPhone || !places.isDisjoint(with: [.mobile, .fax, .pager]) ? "phone.\(places.label)" : nil
    }

    /// Returns the field that a heading describes, such as `email`.
    public static func field(of heading: String) -> String? {
        meaning(of: heading).map { String($0.prefix { $0 != "." }) }
    }

    /// Returns whether a heading is the English name of a date, such as “Date of birth”.
    public static func isEnglishDate(_ heading: String) -> Bool {
        englishDates.contains(words(of: heading).filter { places[$0] == nil }.joined(separator: " "))
    }

    private static let englishDates: Set = [
        "birthday", "bday", "born", "date birth", "birth date", "birthdate", "dob", "anniversary",
    ]

    /// Returns a heading in lowercase, with single spaces.
    public static func normal(_ heading: String) -> String {
        heading.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the words of a heading that count in comparisons. A compound such as “Workphone” is two words.
    public static func words(of heading: String) -> [String] {
        Folding.words(of: heading).flatMap { word in
            let letters =
                word.last?.isNumber == true ? String(word.reversed().drop(while: \.isNumber).reversed()) : word
            for noun in nouns where letters.hasSuffix(noun) {
                let place = String(letters.dropLast(noun.count))
                if PlaceWords(label: place) != nil { return [place, noun] }
            }
            return letters.isEmpty || articles.contains(letters) ? [] : [letters]
        }
    }

    /// The nouns that some programs append to a place or a device.
    private static let nouns = ["phone", "fax", "email", "address"]

    private static func labeled(_ meaning: String, _ place: String) -> String {
        let parts = meaning.split(separator: ".")
        switch (parts[0], parts.count) {
        case ("address", 2): return "address.\(place).\(parts[1])"
        case ("phone", 2): return "phone." + LabelVocabulary.places.standard("\(place) \(parts[1])")
        case ("email", 1), ("phone", 1), ("url", 1), ("im", 1): return "\(meaning).\(place)"
        default: return meaning
        }
    }

    private static let articles: Set = [
        "de", "del", "della", "dell", "di", "do", "da", "du", "d", "l", "la", "le", "les", "el", "los", "das", "der",
        "die",
        "des", "the", "of", "op", "het", "een", "o", "y", "et", "und", "and",
    ]

    private static let places = dictionary(
        """
        work: business work office geschaftlich geschaeftlich dienstlich arbeit buro bureau travail professionnel
        work: professionnelle pro trabajo oficina laboral empresa uff ufficio lavoro werk zakelijk zakelijke kantoor
        work: comercial trabalho profissional werkadres
        home: home private privat personlich personliche zuhause domicile personnel personnelle maison prive particular domicilio
        home: residencia residence casa personal ab abitazione residenza thuis huisadres residencial pessoal
        other: other weitere weiterer weiteres sonstige sonstiges autre otro otra altro altra ander andere anders
        other: overig overige outro outra
        mobile: mobile mobil cell cellulare celular movil mobiel mobiele handy portable
        """
    ) { $0.split(separator: " ").map(String.init) }

    /// Returns the label for a localized label of Google Contacts, such as `home fax` for “Fax (privat)”, or `nil` if
    /// there is none.
    public static func label(_ text: String) -> String? {
        let words = words(of: text)
        let rest = words.filter { $0 != "fax" }
        guard rest.count == 1, words.count <= 2, let label = labels[rest[0]] else { return nil }
        if words.count == 1 { return label }
        return ["home", "work"].contains(label) ? "\(label) fax" : nil
    }

    /// Returns the fields that a word names in other programs, for suggestions: with a label, such as `phone.mobile`, or
    /// with a part of an address, such as `address.city`.
    public static func suggestions(for word: String) -> [String] {
        guard let meaning = meaning(of: word) else { return [] }
        let parts = meaning.split(separator: ".")
        guard parts[0] == "address", parts.count > 1 else { return [meaning] }
        return [PostalAddress.Part(word: parts[parts.count - 1]).map { "address.\($0.rawValue)" } ?? "address"]
    }

    /// Returns whether a heading names the groups of a record.
    public static func isGroup(_ heading: String) -> Bool { meaning(of: heading) == "group" }

    // “Personnel”, “Particular”, and “Principal” are omitted, because they are also English words.
    private static let labels = dictionary(
        """
        home: privat domicile casa abitazione thuis prive residencial pessoal
        work: arbeit geschaftlich travail professionnel trabajo lavoro ufficio werk trabalho comercial
        other: sonstige sonstiges autre otro otros altro overig anders outro
        mobile: mobil movil cellulare mobiel celular
        main: haupt hauptnummer principale hoofdnummer
        """
    ) { $0.split(separator: " ").map(String.init) }

    private static let meanings = dictionary(table) { line in
        line.split(separator: ",").map { words(of: String($0)).joined(separator: " ") }
    }

    /// The meanings of headings that differ from others only in an accent or a number.
    private static let exactMeanings = [
        "aniversário": "birthday", "web page 1": "url.work", "web page 2": "url.home",
    ]

    /// Parses lines such as `given: first name, vorname`. The first of several meanings of a heading applies.
    private static func dictionary(_ lines: String, _ headings: (Substring) -> [String]) -> [String: String] {
        let pairs = lines.split(separator: "\n").flatMap { line in
            let meaning = String(line.prefix { $0 != ":" })
            return headings(line.dropFirst(meaning.count + 2)).map { ($0, meaning) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

}

extension HeadingVocabulary {
    private static let table = """
        prefix: name prefix, honorific prefix, prefix, salutation, anrede, namenszusatz, titel, titre, civilité, préfixe
        prefix: tratamiento, título, prefijo, titolo, prefisso, aanhef, aanspreektitel, voorvoegsel, prefixo, tratamento
        given: given name, first name, first, firstname, forename, vorname, rufname, prénom, nombre de pila, primer nombre
        given: nome di battesimo, voornaam, primeiro nome, nome próprio
        middle: middle name, middle, middlename, additional name, weitere vornamen, zweiter vorname, deuxième prénom
        middle: autres prénoms, segundo nombre, secondo nome, middelste naam, tweede voornaam, segundo nome, nome do meio
        family: family name, last name, last, lastname, surname, nachname, familienname, zuname, nom de famille, apellidos
        family: apellido, cognome, achternaam, familienaam, sobrenome, último nome, nome de família
        suffix: name suffix, suffix, honorific suffix, namenssuffix, suffixe, sufijo, suffisso, titolo straniero
        suffix: achtervoegsel, sufixo
        nickname: nickname, nick name, spitzname, surnom, pseudonyme, apodo, sobrenombre, soprannome, bijnaam, roepnaam
        nickname: alcunha
        phonetic: phonetic first name, phonetic middle name, phonetic last name, given name yomi, additional name yomi
        phonetic: family name yomi, given yomi, surname yomi, phonetischer vorname, phonetischer nachname
        name: name, full name, fullname, display name, file as, vollständiger name, anzeigename, kontakt, nom complet
        name: nom à afficher, nombre completo, nombre en pantalla, mostrar nombre, nome completo, nome visualizzato
        name: volledige naam, weergavenaam, nome a exibir, mostrar nome, nome de exibição
        organization: organization, organisation, company, company name, org, employer, firma, unternehmen, firmenname
        organization: société, entreprise, compañía, empresa, nombre de la empresa, organización, società, azienda
        organization: organizzazione, bedrijf, bedrijfsnaam, organisatie, companhia, organização, nome da empresa
        department: department, dept, abteilung, service, département, departamento, reparto, dipartimento, afdeling
        title: title, job title, position, role, berufsbezeichnung, funktion, stellenbezeichnung, fonction, poste
        title: intitulé du poste, puesto, cargo, posizione, qualifica, ruolo, functie, functietitel, função
        title: arbeitstitel, job
        birthday: birthday, bday, born, date of birth, birth date, birthdate, dob, geburtstag, geburtsdatum, anniversaire
        birthday: date de naissance, cumpleaños, fecha de nacimiento, compleanno, data di nascita, verjaardag
        birthday: geboortedatum, data de nascimento
        birthday.year: birth year, geburtsjahr, année de naissance, año de nacimiento, anno di nascita, geboortejaar
        birthday.year: ano de nascimento
        birthday.month: birth month, geburtsmonat, mois de naissance, mes de nacimiento, mese di nascita, mês de nascimento
        birthday.day: birth day, jour de naissance, día de nacimiento, giorno di nascita, dia de nascimento
        anniversary: anniversary, jahrestag, hochzeitstag, anniversaire de mariage, anniversaire de mariage ou fête
        anniversary: aniversario, aniversario de boda, anniversario, trouwdag, jubileum, speciale datum
        anniversary: aniversário de casamento, datas especiais
        anniversary.year: anniversary year
        anniversary.month: anniversary month
        anniversary.day: anniversary day
        email: email, e-mail, mail, email address, e-mail address, primary email, secondary email, alternate email
        email: e-mail-adresse, mailadresse, primäre e-mail-adresse, sekundäre e-mail-adresse, adresse de messagerie
        email: adresse e-mail, adresse mail, adresse de courrier, courriel, adresse électronique
        email: adresse électronique principale, adresse électronique secondaire, correo, correo electrónico
        email: dirección de correo, dirección de correo electrónico, dirección del correo electrónico
        email: dirección de correo electrónico principal, dirección de correo electrónico secundaria
        email: indirizzo posta elettronica, indirizzo di posta elettronica, posta elettronica, indirizzo e-mail
        email: email principale, email secondaria, e-mailadres, primair e-mailadres, endereço de email
        email: endereço de correio eletrônico, correio eletrónico, e-mail primário, e-mail secundário
        phone: phone, phone number, telephone, telephone number, tel, telefon, telefonnummer, rufnummer, téléphone
        phone: numéro de téléphone, teléfono, número de teléfono, fijo, telefono, numero di telefono, telefoon
        phone: telefoonnummer, telefone, fone, número de telefone
        phone.mobile: mobile, cell, mobile phone, mobile number, mobile phone number, cell phone, mobil, mobiltelefon
        phone.mobile: mobilnummer, mobil-tel.-nr., handy, handynummer, tél. mobile, téléphone mobile, téléphone portable
        phone.mobile: portable, móvil, teléfono móvil, celular, teléfono celular, cellulare, telefono cellulare
        phone.mobile: numero cellulare, numero di cellulare, telefono mobile, mobiel, mobiele telefoon, mobiel nummer
        phone.mobile: telefone celular, telemóvel
        phone.home: particular, abitazione
        phone.work: ufficio
        phone.main: primary phone, haupttelefon, téléphone principal, teléfono principal, telefono principale
        phone.main: hoofdtelefoon, telefone principal, fone primario
        phone.company: company main phone, telefon firma, téléphone société, número de centralita de la organización
        phone.company: telefono principale società, hoofdtelefoon bedrijf, telefone principal da empresa
        phone.car: car phone, autotelefon, téléphone voiture, teléfono del automóvil, telefono auto, autotelefoon
        phone.car: telefone do carro, fone do carro, telefono dell'auto
        phone.assistant: assistant's phone, telefon assistent, téléphone de l'assistant(e), teléfono del ayudante
        phone.assistant: telefono assistente, telefono dell'assistente, telefoon assistent, telefone do assistente
        phone.assistant: fone do assistente
        phone.callback: callback, rückmeldung, rappel, devolución de llamada, richiamata, richiamata automatica
        phone.callback: terugbellen, retorno de chamada
        phone.isdn: isdn, rnis, rdsi
        phone.radio: radio phone, funktelefon, radio téléphone, radioteléfono, radiotelefono, radiotelefoon
        phone.tty: tty/tdd phone, telefon für hörbehinderte, téléphone tdd/tty, telefono tty/tdd, teksttelefoon
        phone.telex: telex, télex
        phone.pager: pager, pager number, pager-nummer, récepteur de radiomessagerie, localizador, buscapersonas
        phone.pager: cercapersone, numero cercapersone, numero pager, semafoon, número do pager
        phone.fax: fax, fax number, faxnummer, fax-nummer, télécopie, numero fax, número de fax
        url: url, website, web site, web page, website url, homepage, web, webseite, internetseite, site web, page web
        url: página web, sitio web, pagina web, sito web, webpagina, página da web, site
        url.home: personal web page, personal website
        url.work: business web page, business website
        im: im-adresse, chatadresse, chat-adresse, adresse de messagerie instantanée, adresse im, dirección im
        im: dirección de mensajería instantánea, indirizzo im, indirizzo messaggistica immediata, im-adres, chatadres
        im: endereço im, endereço de mensagens instantâneas
        im: im address, imaddress, screen name, messenger id, messenger-name, im, messagerie instantanée, chat
        language: language, languages, preferred language, sprache, sprachen, langue, langues, idioma, idiomas, lingua
        language: lingue, taal, talen, língua
        position: positions, coordinates, geo, geographic position, koordinaten, coordonnées, coordenadas
        im.skype: skype, skype id
        im.icq: icq, icq id
        im.aim: aim id
        im.msn: msn id
        im.irc: irc id
        im.qq: qq id
        im.google: google id
        address.street: street, address, street address, address street, straße, strasse, adresse, anschrift, rue, calle
        address.street: dirección, domicilio, via, indirizzo, straat, adres, adres straat, rua, rua endereço, endereço
        address.street: straße und hausnummer, straat en huisnummer, morada
        address.locality: city, town, address city, ort, stadt, wohnort, ville, ciudad, localidad, población
        address.locality: città, località
        address.locality: plaats, woonplaats, stad, adres plaats, cidade, cidade endereço
        address.region: state, province, region, state/region, address state, bundesland, bundesland/kanton, kanton
        address.region: dép/région, département/région, provincia, provincia o estado, estado o provincia, estado
        address.region: provincie, adres provincie, estado endereço, région, r bundesland/kanton, stato
        address.region: estado/provincia
        address.postalCode: postal code, zipcode, zip, zip code, zip/postal code, postcode, address zip, postleitzahl, plz
        address.postalCode: code postal, código postal, cp, cap, adres postcode, cep, cep endereço, cap postale
        address.country: country, country/region, address country, land, land/region, e land/region, staat, pays
        address.country: pays/région, país, país o región, país/región, paese, paese/area geografica, nazione
        address.country: nazione/regione, land/regio, adres land, região/país, país/região, país/região endereço
        address.country: país endereço
        address.box: b.p., bp, c.p., caja postal, c. postal, antwoordnummer, caixa postal endereço
        address.box: po box, address po box, postfach, boîte postale, case postale, apartado de correos, apartado postal
        address.box: casella postale, indirizzo casella postale, postbus, postbusnummer, adres postbusnummer, caixa postal
        note: note, notes, comment, comments, notizen, notiz, bemerkung, bemerkungen, anmerkungen, info, remarque
        note: remarques, commentaires, nota, notas, observaciones, comentarios, commenti, notitie, notities, opmerkingen
        note: anotações, observações, informações, memo
        group: group, groups, group membership, category, categories, labels, tags, kategorie, kategorien, gruppe, gruppen
        group: catégorie, catégories, groupes, categoría, categorías, grupos, categoria, categorie, gruppi, categorieën
        group: groepen, categorias, tag
        uid: uid
        email: general email
        phone: general phone
        gender: gender, sex, geschlecht, sexe, sexo, sesso, geslacht, gênero, género, płeć
        field.hobby: hobby, hobbies, hobbys, hobby's, passe-temps, loisirs, aficiones, afición, pasatiempos, interessi
        field.hobby: passatempo, passatempi, passatempos, hobby'er, zainteresowania
        field.office: office location, office, büro, bürostandort, bureau, emplacement du bureau, oficina
        field.office: ubicación de la oficina, ubicazione ufficio, sede ufficio, kantoor, locatie kantoor
        field.office: kantoorlocatie, escritório, local do escritório, localização do escritório, biuro
        field.office: lokalizacja biura
        -: e-mail type, e-mail-typ, e-mail: typ, type de messagerie, tipo de correo electrónico, tipo posta elettronica
        -: tipo di posta elettronica, e-mailtype, tipo de email, e-mail display name, e-mail: angezeigter name
        -: nom complet de l'adresse de messagerie, nombre de pantalla de correo electrónico
        -: nome visualizzato posta elettronica, e-mailweergavenaam, weergavenaam e-mail, nome para exibição do email
        relation.spouse: spouse, partner, ehepartner, ehepartner/in, conjoint(e), conjoint, cónyuge, coniuge
        relation.spouse: echtgenoot, partner/echtgenoot, cônjuge
        relation.child: children, kinder, enfants, hijos, figli, kinderen, filhos
        relation.manager: manager's name, manager, name des/der vorgesetzten, vorgesetzter, responsable
        relation.manager: nombre del director, nome del responsabile, naam manager, nome do gerente
        relation.assistant: assistant's name, assistant, name assistent, nom de l'assistant(e), nombre del ayudante
        relation.assistant: nombre del asistente, nome assistente, nome dell'assistente, naam assistent
        relation.assistant: nome do assistente
        """
}
