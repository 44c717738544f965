import Localization
import Navigation

/// What a form answers to, for the form itself and for whoever asks about it elsewhere.
enum FormCommand: String, CaseIterable {
    case set, fill, skip, up, review, save, cancel, editor, change, remove, label, move

    var parameters: [Parameter] {
        switch self {
        case .set: [Parameter("FIELD=VALUE", .fields([]), .many)]
        case .fill, .skip, .up, .review, .save, .cancel: []
        case .editor: [Parameter("FIELD", .text, .optional)]
        case .change: [Parameter("FIELD", .text), Parameter("N", .text), Parameter("VALUE", .text)]
        case .remove: Self.slot
        case .label: Self.slot + [Parameter("LABEL", .text)]
        case .move: Self.slot + [Parameter("PLACE", .text)]
        }
    }

    private static let slot = [Parameter("FIELD", .text, .optional), Parameter("N", .text, .optional)]

    var summary: Message {
        switch self {
        case .set: "fields of this form; “set” may be left out"
        case .fill: "ask for every field, one after the other"
        case .skip: "the next field"
        case .up: "the field before"
        case .review: "stop asking and look at all fields"
        case .save: "keep what this form says"
        case .cancel: "drop what was typed here"
        case .editor: "a field in your editor: the one that is asked for, or the long text"
        case .change: "the N-th value of a field"
        case .remove: "a value: the one that is asked for, or the N-th of a field"
        case .label: "put a value under another label"
        case .move: "put a value at another place among its like"
        }
    }

    var examples: [String] {
        switch self {
        case .set: ["set given=Leia"]
        case .fill, .skip, .up, .review, .save, .cancel: []
        case .editor: ["editor text"]
        case .change: ["change phone 2 +1-555-0100"]
        case .remove: ["remove phone 2", "remove phone home"]
        case .label: ["label phone 2 mobile"]
        case .move: ["move phone 2 1"]
        }
    }
}

extension Command {
    /// - Parameters:
    ///   - parameters: Where they depend on the form.
    init(
        _ word: FormCommand, _ parameters: [Parameter]? = nil, examples: [String]? = nil,
        run: @escaping @Sendable (Invocation) async throws -> NavigationAction?
    ) {
        self.init(
            word.rawValue, parameters ?? word.parameters, about: word.summary, examples: examples ?? word.examples,
            effect: .changes, run: run)
    }
}

extension Topic {
    /// What answers in forms only, for whoever asks about it elsewhere; it does nothing there.
    static let inForms = Topic(
        "In a form, at the prompt", FormCommand.allCases.map { word in Command(word) { _ in .stay } },
        answering: "in a form such as “new person”, with a colon before it while a field is asked for")
}
