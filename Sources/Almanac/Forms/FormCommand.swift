import Localization
import Model
import Navigation

/// The declarations of the commands that are available in forms.
enum FormCommand {
    static func set(_ fields: [FieldHint], example: String = "given") -> CommandDeclaration<[FieldAssignment], Bool> {
        CommandDeclaration(
            "set", .assignments(in: fields), .force,
            about: "Set fields of this form; “set” is optional", examples: ["set \(example)=Leia"], effect: .changes)
    }

    static let fill = CommandDeclaration("fill", about: "Ask for each field in order", effect: .changes)
    static let more = CommandDeclaration("more", about: "Ask for the other fields", effect: .changes)
    static let skip = CommandDeclaration("skip", about: "Skip to the next field", effect: .changes)
    static let up = CommandDeclaration("up", about: "Go back to the previous field", effect: .changes)
    static let review = CommandDeclaration(
        "review", about: "Stop asking and show the form", effect: .changes)
    static let save = CommandDeclaration("save", about: "Save this form", effect: .changes)
    static let cancel = CommandDeclaration("cancel", about: "Discard the changes in this form", effect: .changes)
    static let editor = CommandDeclaration(
        "editor", .optional("FIELD", .text),
        about: "Edit FIELD, or the current field, in your editor", examples: ["editor text"],
        effect: .changes)
    static let change = CommandDeclaration(
        "change", .argument("FIELD", .text), .argument("N", .text), .argument("VALUE", .text), .force,
        about: "Change the Nth value of a field", examples: ["change phone 2 +1-555-0100"], effect: .changes)
    static let remove = CommandDeclaration(
        "remove", .valuePlace, about: "Remove the current value, or the Nth value of a field",
        examples: ["remove phone 2", "remove phone home"], effect: .changes)
    static let label = CommandDeclaration(
        "label", .valuePlace, .argument("LABEL", .text), about: "Change the label of a value",
        examples: ["label phone 2 mobile"], effect: .changes)
    static let move = CommandDeclaration(
        "move", .valuePlace, .argument("PLACE", .text), about: "Move a value to another position in its field",
        examples: ["move phone 2 1"], effect: .changes)
}

/// A reference to one of several values of a field, by number or label.
struct ValueReference: Sendable {
    let field: String
    let place: String
}

extension Argument where Value == ValueReference? {
    /// An argument that identifies a value of a field. It is `nil` for the value of the current question.
    fileprivate static var valuePlace: Argument {
        Argument(
            [Parameter("FIELD", .text, .optional), Parameter("N", .text, .optional)],
            read: { reader in
                guard let field = try reader.next(.text) else { return nil }
                guard let place = try reader.next(.text) else {
                    throw CommandProblem.notHere(
                        "No value is selected.", next: "Specify the field and the number of the value.")
                }
                return ValueReference(field: field, place: place)
            }, words: { $0.map { [$0.field, $0.place] } ?? [] })
    }
}

extension Topic {
    /// The help topic for the commands that are available only in forms.
    static var inForms: Topic {
        Topic(
            "In forms",
            [
                FormCommand.set([]).command, FormCommand.fill.command, FormCommand.more.command,
                FormCommand.skip.command,
                FormCommand.up.command, FormCommand.review.command, FormCommand.save.command,
                FormCommand.cancel.command, FormCommand.editor.command, FormCommand.change.command,
                FormCommand.remove.command, FormCommand.label.command, FormCommand.move.command,
            ], answering: "in forms such as “new person”, with a leading colon while a question is shown")
    }
}
