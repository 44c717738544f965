import Model
import Text

/// A property in the form in which it is compared. Properties with the same meaning have the same form, regardless of
/// the program that wrote them: `X-ABDATE` with the label “anniversary” and `ANNIVERSARY`, `X-ABRELATEDNAMES` and
/// `RELATED`, or `X-AIM` and `IMPP`.
struct ComparedForm {
    var name: String
    var value: [UInt8]
    /// The parameters, with lowercase values. A label that corresponds to a type is included as `TYPE`.
    var parameters: Set<CardParameter>
    /// Whether the form includes the label of the group, which is then not compared separately.
    var includesLabel = false

    /// Changes the form to that of the anniversary. A contact has only one, so the preference is omitted.
    fileprivate mutating func becomeAnniversary() {
        name = "ANNIVERSARY"
        parameters = parameters.filter { $0.name != "PREF" && $0 != CardParameter("TYPE", "anniversary") }
    }

    fileprivate mutating func add(type: String) {
        if !type.isEmpty { parameters.insert(CardParameter("TYPE", type.lowercased())) }
    }
}

extension ContentLine {
    /// The parameters, with lowercase values, without those that depend on the encoding or repeat the value. The type
    /// “internet” is also omitted, because email addresses imply it.
    var comparedParameters: Set<CardParameter> {
        let own = contentParameters.filter { !["PREF", "X-APPLE-OMIT-YEAR"].contains($0.name) }.flatMap { parameter in
            parameter.value.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
                CardParameter(parameter.name, String($0))
            }
        }
        let spellings = [CardParameter("TYPE", "pref"), CardParameter("TYPE", "internet")]
        return Set(own).subtracting(spellings).union(rank)
    }
}

extension PersonReader {
    func texts(_ line: ContentLine) throws(UndecodableValue) -> [String] {
        escapes.texts(try value(line)).map(\.withoutBlanks).filter { !$0.isEmpty }
    }

    func comparedForm(of line: ContentLine) -> ComparedForm {
        var form = ComparedForm(
            name: line.bareName, value: comparedValue(of: line), parameters: line.comparedParameters)
        let label = line.group.isEmpty ? nil : labels[line.group.uppercased()]
        if let label, let types = LabelKind(line.head.meaning).types(of: label) {
            for type in types { form.add(type: type) }
            form.includesLabel = true
        }
        switch line.head.meaning {
        case .kind:
            (form.name, form.value) = ("KIND", Array(String(decoding: form.value, as: UTF8.self).lowercased().utf8))
        case .member: form.name = "MEMBER"
        case .gender:
            if let gender = (try? text(line)).flatMap(Gender.init(words:)) {
                form.value = Array(gender.description.utf8)
            }
        case .anniversary: form.becomeAnniversary()
        case .date where self.label(line) == "anniversary":
            form.becomeAnniversary()
            form.includesLabel = true
        case .relation(let relation):
            form.name = "RELATED"
            form.add(type: relation.isEmpty ? label ?? "" : relation)
            form.includesLabel = true
        case .messenger(let service): normalizeMessenger(line, service, &form)
        case .android: normalizeAndroid(line, &form)
        default: break
        }
        return form
    }

    private func normalizeMessenger(_ line: ContentLine, _ service: String, _ form: inout ComparedForm) {
        guard let text = try? text(line).withoutBlanks else { return }
        let address = Messenger.address(in: text, of: line, service: service)
        (form.name, form.value) = ("IMPP", Array(address.value.utf8))
        form.parameters = form.parameters.filter { $0.name != "X-SERVICE-TYPE" }
        form.parameters.insert(CardParameter("X-SERVICE-TYPE", Messenger.service(of: address.label)))
    }

    private func normalizeAndroid(_ line: ContentLine, _ form: inout ComparedForm) {
        guard let custom = try? androidCustom(line) else { return }
        switch custom {
        case .relation(let relation):
            (form.name, form.value) = ("RELATED", Array(relation.value.withoutBlanks.utf8))
            form.add(type: relation.label)
        case .event(type: 1, let text, _):
            guard let date = CardDate.date(of: text, omittedYear: nil) else { return }
            form.value = Array(date.description.utf8)
            form.becomeAnniversary()
        default: break
        }
    }

    /// Returns the value of a property, independent of its encoding.
    func comparedValue(of line: ContentLine) -> [UInt8] {
        let raw = parsed.bytes(of: line)
        if line.isBase64 { return Base64.decoded(raw) ?? Array(raw) }
        if let payload = DataURI.base64(of: raw) { return Base64.decoded(payload) ?? Array(raw) }
        return (try? comparedText(of: line)).map { Array($0.utf8) } ?? Array(raw)
    }

    private func comparedText(of line: ContentLine) throws(UndecodableValue) -> String {
        switch line.head.meaning {
        case .name, .address, .organization:
            var parts = try components(line).map { $0.map(\.withoutBlanks).joined(separator: "\u{0}") }
            while parts.last?.isEmpty == true { parts.removeLast() }
            return parts.joined(separator: "\n")
        case .birthday, .anniversary, .date:
            let text = try text(line).withoutBlanks
            return CardDate.time(of: text) == nil ? date(of: text, in: line)?.description ?? text : text
        case .position:
            let text = try text(line).withoutBlanks
            let position = GeoPosition.value(text, in: .v40)
            return position.isWhole ? position.text : text
        case .nickname, .categories: return try texts(line).joined(separator: "\u{0}")
        case .uid, .member: return try text(line).withoutUUIDScheme
        default: return try text(line).withoutBlanks
        }
    }
}
