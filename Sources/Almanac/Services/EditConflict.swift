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
            let values = [field.value(of: yours), field.value(of: present.content)]
            return values[0] == values[1] ? nil : .init(key: field.key, title: field.title, values: values)
        }
        page = Page(
            "Two versions of \(present.content.title)", address: present.address.description,
            [
                .comparison(Comparison(names: ["yours", "in the store"], rows: rows))
            ])
    }
}
