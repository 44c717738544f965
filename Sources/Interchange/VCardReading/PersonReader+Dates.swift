import Model
import Text

extension PersonReader {
    /// Returns the date in a line. Invalid and additional dates become custom fields instead.
    mutating func date(
        _ line: ContentLine, _ number: Int, _ name: String, isTaken: Bool
    ) throws(UndecodableValue) -> PartialDate? {
        let text = try text(line).withoutBlanks
        guard !text.isEmpty else { return nil }
        let date = self.date(of: text, in: line)
        if let date, !isTaken { return date }
        contents.customFields.append(Labeled(name, withoutOmittedYear(text, date)), line: number)
        if date == nil, line.parameter("VALUE")?.isWord("TEXT") != true, line.parameter("CALSCALE") == nil {
            warn(line, "“\(text)” is not a date. It was imported as the custom field “\(name)”.")
        }
        return nil
    }

    mutating func readLabeledDate(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let label = label(line)
        if label == "anniversary", contents.anniversary.isEmpty {
            contents.anniversary.append(try date(line, number, label, isTaken: false), line: number)
        } else {
            guard let text = try nonEmptyText(line) else { return }
            let value = withoutOmittedYear(text, date(of: text.withoutBlanks, in: line))
            contents.customFields.append(Labeled(label.isEmpty ? "date" : label, value), line: number)
        }
    }

    /// Returns the text of a date, or the date if its year only stands for a missing year.
    private func withoutOmittedYear(_ text: String, _ date: PartialDate?) -> String {
        guard let date, date.year == nil, !text.hasPrefix("-") else { return text }
        return date.description
    }

    /// Reads a custom line of Android.
    mutating func readAndroid(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        switch try androidCustom(line) {
        case .nickname(let text): contents.nickname.append(text, line: number)
        case .relation(let relation): contents.relations.append(relation, line: number)
        case .event(let type, let text, let label):
            let date = CardDate.date(of: text, omittedYear: nil)
            if type == 3, let date, contents.birthday.isEmpty {
                contents.birthday.append(date, line: number)
            } else if type == 1, let date, contents.anniversary.isEmpty {
                contents.anniversary.append(date, line: number)
            } else {
                let value = withoutOmittedYear(text, date)
                contents.customFields.append(Labeled(label.isEmpty ? "date" : label, value), line: number)
            }
        case nil: break
        }
    }

    /// A custom line of Android: `X-ANDROID-CUSTOM:vnd.android.cursor.item/…;value;type;label`.
    enum AndroidCustom {
        case nickname(String)
        case relation(Labeled<String>)
        case event(type: Int?, String, label: String)
    }

    func androidCustom(_ line: ContentLine) throws(UndecodableValue) -> AndroidCustom? {
        var parts = escapes.texts(try value(line), separator: .semicolon)
        // Some servers, such as Cyrus, escape the semicolons.
        if parts.count == 1, let text = parts.first {
            parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        }
        guard parts.count > 1, !parts[1].isEmpty else { return nil }
        let type = parts.count > 2 ? Int(parts[2]) : nil
        let own = parts.count > 3 ? parts[3] : ""
        return switch parts[0] {
        case "vnd.android.cursor.item/nickname": .nickname(parts[1])
        case "vnd.android.cursor.item/relation":
            .relation(Labeled(type.flatMap { Self.androidRelations[$0] } ?? own, parts[1]))
        case "vnd.android.cursor.item/contact_event": .event(type: type, parts[1], label: own)
        default: nil
        }
    }

    /// The relation types of Android, by number (`ContactsContract.CommonDataKinds.Relation`).
    private static let androidRelations = [
        1: "assistant", 2: "brother", 3: "child", 4: "partner", 5: "father", 6: "friend", 7: "manager", 8: "mother",
        9: "parent", 10: "partner", 11: "referred by", 12: "relative", 13: "sister", 14: "spouse",
    ]
}
