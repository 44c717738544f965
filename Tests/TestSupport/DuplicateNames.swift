/// The names and places of `DuplicateCases`.
enum DuplicateNames {
    static let male = words(
        """
        Lukas Martin Thomas Robert Peter James William Henry Olivier Pierre Carlos Diego Marco Matteo Sven Lars Piotr \
        Tomasz Jakub Ahmed Samir Kenji Rajesh Mehmet Viktor Stefan Andreas Gregor Wolfgang Benedikt Patrick Douglas \
        Edward Charles Frederic Raphael Nikolaus Sebastian Dominik Valentin
        """)

    static let female = words(
        """
        Katharina Elisabeth Susanne Charlotte Margaret Victoria Patricia Catherine Isabelle Monique Carmen Lucia Chiara \
        Francesca Ingrid Astrid Agnieszka Malgorzata Fatima Leila Yuki Priya Aylin Svetlana Barbara Christine Deborah \
        Jennifer Rebecca Samantha Gabriele Friederike Hannelore Brigitte Dorothea Veronika Magdalena Cornelia Beatrice \
        Rosalind
        """)

    static let family = words(
        """
        Schneider Fischer Weber Wagner Becker Hoffmann Schulz Koch Richter Wolf Neumann Schwarz Zimmermann Krause Lehmann \
        Johnson Williams Brown Davies Miller Wilson Taylor Anderson Thompson Robinson Walker Mitchell Campbell Edwards \
        Dubois Lambert Moreau Laurent Garnier Rousseau Fernandez Gonzalez Rodriguez Martinez Romero Navarro Esposito \
        Lombardi Moretti Kowalski Nowicki Zielinski Lindqvist Bergstrom Halvorsen Yilmaz Demir Tanaka Watanabe Haddad
        """)

    static let companies = words(
        """
        Nordwind Bluebird Silverline Kestrel Albatros Meridian Cascade Halcyon Larkspur Quarry Foundry Lighthouse Tannhof \
        Bergblick Oakridge Riverside Summit Harvest Beacon Compass
        """)

    static let hosts = words("mail post net web home inbox letter box wire hub")

    static let streets = [
        "Goethestraße", "Lange Straße", "Lindenallee", "Main Street", "Park Avenue", "Church Street", "Rue Victor Hugo",
        "Calle Mayor", "Via Roma", "Elm Street", "Station Road", "Bahnhofstraße", "Kirchweg", "Oak Avenue",
    ]

    static let places = [
        ("Berlin", 10115, "Germany"), ("Hamburg", 20095, "Germany"), ("Chicago", 60007, "USA"),
        ("Boston", 21108, "USA"), ("Lyon", 69001, "France"), ("Madrid", 28001, "Spain"), ("Roma", 10100, "Italy"),
        ("Wien", 10010, "Austria"),
    ]

    static let nicknames = [
        ("Robert", "Bob"), ("William", "Bill"), ("Elizabeth", "Liz"), ("Katherine", "Kate"), ("Michael", "Mike"),
        ("Thomas", "Tom"), ("Margaret", "Peggy"), ("Johannes", "Hans"), ("Alexander", "Sascha"), ("Richard", "Dick"),
        ("Edward", "Ted"), ("Patricia", "Pat"), ("Joseph", "Joe"), ("Benjamin", "Ben"), ("Susan", "Sue"),
    ]

    static let umlauts = [
        ("Müller", "Mueller", "Muller"), ("Schröder", "Schroeder", "Schroder"), ("Bäcker", "Baecker", "Backer"),
        ("Köhler", "Koehler", "Kohler"), ("Jäger", "Jaeger", "Jager"), ("Grünwald", "Gruenwald", "Grunwald"),
        ("Sørensen", "Soerensen", "Sorensen"), ("Weiß", "Weiss", "Weiss"),
    ]

    /// A given and family name, and the same name in Latin letters.
    static let romanized = [
        ("Юлия", "Соколова", "Yulia", "Sokolova"), ("Юлия", "Королёва", "Julia", "Koroleva"),
        ("Дмитрий", "Жуков", "Dmitry", "Zhukov"), ("Сергей", "Хрущёв", "Sergei", "Khrushchev"),
        ("Алексей", "Щербаков", "Aleksej", "Shcherbakov"), ("Наталья", "Цветкова", "Natalya", "Tsvetkova"),
        ("Михаил", "Чайкин", "Mikhail", "Chaikin"), ("Андрей", "Яковлев", "Andrey", "Yakovlev"),
        ("Γιώργος", "Παπαδόπουλος", "Giorgos", "Papadopoulos"), ("Νίκος", "Χατζής", "Nikos", "Chatzis"),
        ("Ελένη", "Βασιλείου", "Eleni", "Vasileiou"), ("Олександр", "Шевченко", "Oleksandr", "Shevchenko"),
        ("Пётр", "Соловьёв", "Pyotr", "Solovyov"), ("Семён", "Иванов", "Semjon", "Ivanov"),
    ]

    /// Given names of brothers and sisters that differ by a letter or two.
    static let siblings = [
        ("Anna", "Anne"), ("Jan", "Jana"), ("Tim", "Tom"), ("Lena", "Lea"), ("Lara", "Laura"), ("Julia", "Julian"),
        ("Maria", "Marie"), ("Jon", "Joan"), ("Hanna", "Johanna"), ("Martin", "Marvin"), ("Nina", "Nino"),
        ("Carla", "Clara"), ("Erik", "Erika"), ("Mia", "Mila"), ("Luca", "Lukas"), ("Sara", "Sarina"),
        ("Daniel", "Danielle"), ("Emil", "Emily"), ("Christian", "Christina"), ("Ella", "Emma"),
    ]

    static let masculineAndFeminine = [
        ("Andreas", "Andrea"), ("Paul", "Paula"), ("Mario", "Maria"), ("Gabriel", "Gabriela"), ("Simon", "Simone"),
        ("Michael", "Michaela"), ("Daniel", "Daniela"), ("Stefan", "Stefanie"), ("Martin", "Martina"),
        ("Denis", "Denise"), ("Claudio", "Claudia"), ("Robert", "Roberta"),
    ]

    static let similarFamilies = [
        ("Meier", "Beier"), ("Schmidt", "Schmied"), ("Hoffmann", "Hofmeister"), ("Becker", "Decker"),
        ("Wagner", "Wegner"),
        ("Fischer", "Fisker"), ("Brown", "Braun"), ("Berger", "Burger"),
    ]

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
