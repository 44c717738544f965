import Model
import Testing

struct RelationTermTests {
    @Test func `The inverse of the inverse of a term is the term`() {
        for term in RelationTerm.filtered { #expect(RelationTerm.inverse(of: term.inverse) == term.name) }
    }

    @Test func `Labels with a term are standard labels in any capitals, and custom labels keep theirs`() {
        let labels = RelationTerm.filtered.flatMap(\.labels) + ["emergency"]
        for label in labels { #expect(LabelVocabulary.relations.standard(label.uppercased()) == label) }
        #expect(LabelVocabulary.relations.standard("Bowling partner") == "Bowling partner")
    }
}
