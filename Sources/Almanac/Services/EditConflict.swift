import Display
import Model

/// An edit that was refused because the record had changed meanwhile: the sentence, and both versions side by side.
public struct EditConflict: Explained {
    public let explanation: Explanation
    public let page: Page
    let present: Int

    init<Content: Presentable>(_ problem: RecordProblem, yours: Content, present: Record<Content>) {
        explanation = problem.explanation
        self.present = present.version
        let rows = Content.fields.compactMap { field -> Comparison.Difference? in
            let mine = field.text(of: yours), theirs = field.text(of: present.content)
            guard mine != theirs else { return nil }
            return .init(key: field.key, title: field.title, values: [.text(orNone: mine), .text(orNone: theirs)])
        }
        page = Page("Two versions of \(present.content.title)", address: present.address.description, [
            .comparison(Comparison(names: ["yours", "in the store"], rows: rows)),
        ])
    }
}
