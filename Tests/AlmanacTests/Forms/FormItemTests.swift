import Display
import Localization
import Model
import Navigation
import TestSupport
import Testing

@testable import Almanac

/// A form of a model without declared fields, as in the article *Text input in UITableView*.
@Suite("Form items of a plain model")
struct FormItemTests {
    private struct PlainNote: Hashable, Sendable {
        var topic = ""
        var text = ""
        var isPinned = false
    }

    /// A kind of item that the app does not define.
    private struct SwitchFormItem: FormItem {
        let field: EditableField<PlainNote>

        init(_ title: Title, isOn: WritableKeyPath<PlainNote, Bool> & Sendable) {
            field = EditableField(
                "pinned", title,
                .accessor(
                    read: { $0[keyPath: isOn] ? "on" : "off" },
                    write: { note, word in
                        note[keyPath: isOn] = word == "on"
                        return word == "on" || word == "off"
                    }), expects: "on or off", choices: ["on", "off"])
        }

        func questions(about note: PlainNote) -> [Question] {
            [Question(about: field, title: "Pin it?", value: field.text(of: note), effect: .replaces(label: nil))]
        }
    }

    private var form: Form<PlainNote> {
        Form(
            title: "note",
            sections: [
                FormSection(
                    title: "Note",
                    items: [
                        TextInputFormItem(
                            field: EditableField("topic", "Topic", .text(\.topic), expects: "Add a topic")),
                        TextInputFormItem(field: EditableField("text", "Text", .text(\.text), expects: "Add text")),
                        SwitchFormItem("Pinned", isOn: \.isPinned),
                    ])
            ])
    }

    @Test func `Form items change the topic, the text, and the switch of a plain note`() async throws {
        let fixture = CoordinatorFixture()
        let saved = RecordedNotes()
        let maker = FormMaker(
            drafts: EmptyDataSource(
                draft: Draft(words: [
                    FieldAssignment(key: "topic", value: "Plans"), FieldAssignment(key: "text", value: "Build"),
                    FieldAssignment(key: "pinned", value: "on"),
                ])), account: nil, texts: ScriptedEditor())
        let screen = try await maker.screen(form, of: PlainNote(), at: Path(.home)) { note, _, _ in
            await saved.add("\(note)")
            return .stay
        }
        #expect(try await fixture.run("save", on: screen) == .stay)
        #expect(await saved.notes == ["\(PlainNote(topic: "Plans", text: "Build", isPinned: true))"])
    }

    @Test func `An empty item shows its placeholder, and an invalid answer is rejected`() async throws {
        let maker = FormMaker(drafts: EmptyDataSource(), account: nil, texts: ScriptedEditor())
        let screen = try await maker.screen(form, of: PlainNote(), at: Path(.home)) { _, _, _ in .stay }
        #expect(screen.question?.title.description == "Topic" && screen.question?.expects.description == "Add a topic")
        await #expect(throws: CommandProblem.self) {
            try await CoordinatorFixture().run("set pinned=maybe", on: screen)
        }
    }

    private actor RecordedNotes {
        private(set) var notes: [String] = []
        func add(_ note: String) { notes.append(note) }
    }
}
