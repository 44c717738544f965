import Localization
import Model
import Navigation

/// What a form answers to, for the form itself and for whoever asks about it elsewhere.
enum FormCommand {
    /// - Parameter fields: Those of the form.
    static func set(_ fields: [FieldHint], example: String = "given") -> CommandDeclaration<[FieldAssignment]> {
        CommandDeclaration(
            "set", .some("FIELD=VALUE", .assignment(.fields(fields))),
            about: "fields of this form; “set” may be left out", examples: ["set \(example)=Leia"], effect: .changes)
    }

    static let fill = CommandDeclaration("fill", about: "ask for every field, one after the other", effect: .changes)
    static let skip = CommandDeclaration("skip", about: "the next field", effect: .changes)
    static let up = CommandDeclaration("up", about: "the field before", effect: .changes)
    static let review = CommandDeclaration(
        "review", about: "stop asking and look at all fields", effect: .changes)
    static let save = CommandDeclaration("save", about: "keep what this form says", effect: .changes)
    static let cancel = CommandDeclaration("cancel", about: "drop what was typed here", effect: .changes)
    static let editor = CommandDeclaration(
        "editor", .optional("FIELD", .text),
        about: "a field in your editor: the one that is asked for, or the long text", examples: ["editor text"],
        effect: .changes)
    static let change = CommandDeclaration(
        "change", .argument("FIELD", .text), .argument("N", .text), .argument("VALUE", .text),
        about: "the N-th value of a field", examples: ["change phone 2 +1-555-0100"], effect: .changes)
    static let remove = CommandDeclaration(
        "remove", .valuePlace, about: "a value: the one that is asked for, or the N-th of a field",
        examples: ["remove phone 2", "remove phone home"], effect: .changes)
    static let label = CommandDeclaration(
        "label", .valuePlace, .argument("LABEL", .text), about: "put a value under another label",
        examples: ["label phone 2 mobile"], effect: .changes)
    static let move = CommandDeclaration(
        "move", .valuePlace, .argument("PLACE", .text), about: "put a value at another place among its like",
        examples: ["move phone 2 1"], effect: .changes)
}

/// The value of a field that has several: its place among them, or its label.
struct ValuePlace: Sendable {
    let field: String
    let place: String
}

extension Argument where Value == ValuePlace? {
    /// Nil for the value that is asked for.
    fileprivate static var valuePlace: Argument {
        Argument(
            [Parameter("FIELD", .text, .optional), Parameter("N", .text, .optional)],
            read: { reader in
                guard let field = try reader.next(.text) else {
                    _ = reader.none()
                    return nil
                }
                guard let place = try reader.next(.text) else {
                    throw CommandProblem.notHere(
                        "It is not clear which value is meant.", next: "Name its field and its place.")
                }
                return ValuePlace(field: field, place: place)
            }, words: { $0.map { [$0.field, $0.place] } ?? [] })
    }
}

extension Topic {
    /// What answers in forms only, for whoever asks about it elsewhere; it does nothing there.
    static var inForms: Topic {
        Topic(
            "In a form, at the prompt",
            [
                Command(FormCommand.set([])), Command(FormCommand.fill), Command(FormCommand.skip),
                Command(FormCommand.up), Command(FormCommand.review), Command(FormCommand.save),
                Command(FormCommand.cancel), Command(FormCommand.editor), Command(FormCommand.change),
                Command(FormCommand.remove), Command(FormCommand.label), Command(FormCommand.move),
            ], answering: "in a form such as “new person”, with a colon before it while a field is asked for")
    }
}
