import Model
import Testing

struct RelationTermTests {
    @Test func `Inverting a relation term twice returns the same term`() {
        for term in RelationTerm.filtered { #expect(RelationTerm.inverse(of: term.inverse) == term.name) }
    }

    @Test func `Labels with a relation term are recognized regardless of case, and custom labels keep their case`() {
        let labels = RelationTerm.filtered.flatMap(\.labels) + ["emergency"]
        for label in labels { #expect(LabelVocabulary.relations.standard(label.uppercased()) == label) }
        #expect(LabelVocabulary.relations.standard("Bowling partner") == "Bowling partner")
    }
}
