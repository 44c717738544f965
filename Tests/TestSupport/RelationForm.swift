import Testing

/// A relation as a program writes it on the card of Fred Flintstone. The related person is Wilma Flintstone.
public struct RelationForm: Sendable, CustomTestStringConvertible {
    public let program: String
    private var version = "3.0"
    /// The UID of Wilma’s card.
    private var uid = Self.uuid
    public let label: String
    /// The lines of a vCard, or a whole file in another format.
    public let lines: [String]
    public private(set) var isFile = false

    private static let uuid = "4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"

    public var testDescription: String { "\(program): \(lines[0].prefix(60))" }

    private init(
        _ program: String, _ label: String, version: String = "3.0", uid: String = Self.uuid, _ lines: String...
    ) {
        (self.program, self.version, self.uid, self.label, self.lines) = (program, version, uid, label, lines)
    }

    private init(_ program: String, _ label: String, file: String) {
        (self.program, self.label, lines, isFile) = (program, label, [file], true)
    }

    /// Whether the file is a table.
    public var isTable: Bool { program.hasSuffix("CSV") }

    /// Whether the card is a vCard 2.1, which servers do not accept.
    public var isOld: Bool { version == "2.1" }

    /// Fred’s card.
    public var fred: String {
        isFile
            ? lines[0]
            : card(["N:Flintstone;Fred;;;", "FN:Fred Flintstone", "UID:\(Self.fredUID)"] + lines)
    }

    private static let fredUID = "0b2d1a55-5a0c-4b9e-8d0e-1f6f3f1f2a01"

    /// Wilma’s card.
    public var wilma: String {
        card([
            "N:Flintstone;Wilma;;;", "FN:Wilma Flintstone", "UID:\(uid)", "EMAIL:wilma@bedrock.example",
            "TEL:+1 555 010 0199",
        ])
    }

    private func card(_ lines: [String]) -> String {
        (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    }

    /// All forms in a soak test, and otherwise one of each kind.
    public static let tested = all.filter { form in
        let kinds: Set = [
            "RFC 6350", "RFC 6350, text", "Apple Contacts", "Android, spouse", "quoted-printable", "jCard",
        ]
        return Soak.isOn || kinds.contains(form.program)
    }

    public static let all: [RelationForm] = [
        // RFC 6350 and programs that follow it
        RelationForm("RFC 6350", "spouse", version: "4.0", "RELATED;TYPE=spouse:urn:uuid:\(uuid)"),
        RelationForm("sabre/dav", "spouse", version: "4.0", "RELATED;VALUE=uri;TYPE=spouse:urn:uuid:\(uuid)"),
        RelationForm("ez-vcard", "spouse", version: "4.0", "RELATED;TYPE=SPOUSE:URN:UUID:\(uuid.uppercased())"),
        RelationForm("RFC 6350, text", "spouse", version: "4.0", "RELATED;TYPE=spouse;VALUE=text:Wilma Flintstone"),
        RelationForm("without a type", "", version: "4.0", "RELATED;VALUE=text:Wilma Flintstone"),
        RelationForm("mailto", "spouse", version: "4.0", "RELATED;TYPE=spouse:mailto:wilma@bedrock.example"),
        RelationForm(
            "mailto in another case", "friend", version: "4.0", "RELATED;TYPE=friend:MAILTO:Wilma@Bedrock.example"),
        RelationForm("tel", "spouse", version: "4.0", "RELATED;TYPE=spouse:tel:+1-555-010-0199"),
        RelationForm("bare UUID", "spouse", version: "4.0", "RELATED;TYPE=spouse;VALUE=text:\(uuid)"),
        RelationForm(
            "bare UID", "spouse", version: "4.0", uid: "pas-id-66F3B1A2",
            "RELATED;TYPE=spouse;VALUE=text:pas-id-66F3B1A2"),
        RelationForm(
            "UID like an address", "spouse", version: "4.0", uid: "20201-77@dav.bedrock.example",
            "RELATED;TYPE=spouse;VALUE=text:20201-77@dav.bedrock.example"),
        RelationForm("Nextcloud Contacts", "child", version: "4.0", "RELATED;TYPE=child;VALUE=text:Wilma Flintstone"),
        RelationForm("Nextcloud, parent", "parent", version: "4.0", "RELATED;TYPE=parent:urn:uuid:\(uuid)"),
        RelationForm("DAVx5", "sibling", version: "4.0", "RELATED;VALUE=TEXT;TYPE=sibling:Wilma Flintstone"),
        RelationForm("DAVx5, colleague", "colleague", version: "4.0", "RELATED;PREF=1;TYPE=colleague:urn:uuid:\(uuid)"),
        RelationForm("emergency", "emergency", version: "4.0", "RELATED;TYPE=emergency:urn:uuid:\(uuid)"),
        RelationForm("two types", "friend", version: "4.0", "RELATED;TYPE=\"friend,neighbor\":urn:uuid:\(uuid)"),
        RelationForm(
            "extension", "Bowling partner", version: "4.0", "RELATED;TYPE=X-Bowling partner;VALUE=text:Wilma Flintstone"
        ),
        RelationForm(
            "custom label", "godparent", version: "4.0", "item1.RELATED;VALUE=text:Wilma Flintstone",
            "item1.X-ABLabel:godparent"
        ),
        RelationForm("capitals", "spouse", version: "4.0", "RELATED;TYPE=spouse;VALUE=text:WILMA FLINTSTONE"),
        RelationForm(
            "family name first", "spouse", version: "4.0", #"RELATED;TYPE=spouse;VALUE=text:Flintstone\, Wilma"#),
        // Extension properties of vCard 3.0
        RelationForm("khard", "spouse", "X-SPOUSE:Wilma Flintstone"),
        RelationForm("Evolution, spouse", "spouse", "X-EVOLUTION-SPOUSE:Wilma Flintstone"),
        RelationForm("Evolution, manager", "manager", "X-EVOLUTION-MANAGER:Wilma Flintstone"),
        RelationForm("Evolution, assistant", "assistant", "X-EVOLUTION-ASSISTANT:Wilma Flintstone"),
        RelationForm("KAddressBook, spouse", "spouse", "X-KADDRESSBOOK-X-SpousesName:Wilma Flintstone"),
        RelationForm("KAddressBook, manager", "manager", "X-KADDRESSBOOK-X-ManagersName:Wilma Flintstone"),
        RelationForm("KAddressBook, assistant", "assistant", "X-KADDRESSBOOK-X-AssistantsName:Wilma Flintstone"),
        RelationForm("KOrganizer", "manager", "X-MANAGER:Wilma Flintstone"),
        RelationForm("Kontact", "assistant", "X-ASSISTANT:Wilma Flintstone"),
        RelationForm("Outlook, spouse", "spouse", "X-MS-SPOUSE:Wilma Flintstone"),
        RelationForm("Outlook, child", "child", "X-MS-CHILD:Wilma Flintstone"),
        RelationForm("Outlook, manager", "manager", "X-MS-MANAGER:Wilma Flintstone"),
        RelationForm(
            "Apple Contacts", "spouse", "item1.X-ABRELATEDNAMES;type=pref:Wilma Flintstone",
            "item1.X-ABLabel:_$!<Spouse>!$_"),
        RelationForm(
            "Apple Contacts, mother", "mother", "item2.X-ABRELATEDNAMES:Wilma Flintstone",
            "item2.X-ABLabel:_$!<Mother>!$_"),
        RelationForm(
            "iCloud, custom label", "Bowling partner", "item1.X-ABRELATEDNAMES:Wilma Flintstone",
            "item1.X-ABLabel:Bowling partner"),
        RelationForm("Apple Contacts, no label", "", "X-ABRELATEDNAMES:Wilma Flintstone"),
        RelationForm(
            "Google Contacts", "assistant", "item1.X-ABRELATEDNAMES:Wilma Flintstone",
            "item1.X-ABLabel:_$!<Assistant>!$_"),
        // Android
        RelationForm(
            "Android, spouse", "spouse", version: "2.1",
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Wilma Flintstone;14;;;;;;;;;;;;;"),
        RelationForm(
            "Android, mother", "mother", version: "3.0",
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Wilma Flintstone;8;;;;;;;;;;;;;"),
        RelationForm(
            "Fossify, custom label", "Bowling partner", version: "2.1",
            "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Wilma Flintstone;0;Bowling partner;;;;;;;;;;;;"),
        RelationForm(
            "quoted-printable", "spouse", version: "2.1",
            "X-SPOUSE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Wilma=20Flintstone"),
        // Other formats
        RelationForm(
            "jCard", "spouse",
            file: """
                [["vcard",[["version",{},"text","4.0"],["fn",{},"text","Fred Flintstone"],
                ["n",{},"text",["Flintstone","Fred","","",""]],["uid",{},"uri","urn:uuid:0b2d1a55-5a0c-4b9e-8d0e-1f6f3f1f2a01"],
                ["related",{"type":"spouse"},"uri","urn:uuid:\(uuid)"]]]]
                """),
        RelationForm(
            "JSContact", "spouse",
            file: """
                {"@type":"Card","version":"1.0","uid":"urn:uuid:0b2d1a55-5a0c-4b9e-8d0e-1f6f3f1f2a01",
                "name":{"components":[{"kind":"given","value":"Fred"},{"kind":"surname","value":"Flintstone"}]},
                "relatedTo":{"urn:uuid:\(uuid)":{"@type":"Relation","relation":{"spouse":true}}}}
                """),
        RelationForm(
            "Google CSV", "spouse",
            file:
                "First Name,Last Name,Relation 1 - Label,Relation 1 - Value\r\nFred,Flintstone,Spouse,Wilma Flintstone\r\n"
        ),
        RelationForm(
            "Outlook CSV", "manager",
            file: "First Name,Last Name,Manager's Name\r\nFred,Flintstone,Wilma Flintstone\r\n"),
    ]
}
