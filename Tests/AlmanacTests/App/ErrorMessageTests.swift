import Model
import Testing

import enum Model.ExitStatus

@testable import Almanac
@testable import Navigation

/// The wording of error messages.
struct ErrorMessageTests {
    @Test(arguments: [(ImportOutcome.changed, true), (.unchanged, false)])
    func `An error while writing rejected items mentions undo only after a change`(
        outcome: ImportOutcome, isNamed: Bool
    ) {
        #expect(
            RejectsFileProblem(problem: StoreProblem.full, outcome: outcome).description.contains("“undo”") == isNamed)
    }

    @Test(arguments: Problems.all.indices)
    func `Errors are described in complete sentences`(index: Int) {
        let problem = Problems.all[index].problem
        expectSentences(problem.explanation)
        #expect(problem.description == problem.explanation.sentences.joined().description)
    }

    /// Compares the sentences with a recorded page, because sentences with swapped names and values are still complete.
    @Test func `Errors name their records, values, and limits`() async throws {
        let groups = Set(try AppTranscript(name: "errors").commands)
        #expect(groups == Set(Problems.groups.keys))
        try await AppTranscript(name: "errors").verify { name in
            Problems.groups[name, default: []].map { problem, status in
                "[\(status.rawValue)] \(problem.explanation.sentences.map(\.description).joined(separator: " "))\n"
            }.joined()
        }
    }

    @Test func `Errors have their documented exit statuses`() {
        for (problem, status) in Problems.all {
            #expect(problem.explanation.status == status, "\(problem)")
        }
        #expect(
            [ExitStatus.done, .failed, .wrongUsage, .notFound, .declined, .interrupted].map(\.rawValue) == [
                0, 1, 2, 3, 4, 130,
            ])
    }
}

/// Checks that a report consists of complete sentences without names from the code.
func expectSentences(_ explanation: ErrorReport, _ place: String = "") {
    let text = explanation.sentences.joined().description
    #expect(!explanation.sentences.isEmpty && explanation.sentencesWithoutOutcome.count <= 3)
    for sentence in explanation.sentences.map(\.description) {
        #expect(sentence.last.map { ".?!".contains($0) } == true, "\(place) “\(sentence)” does not end")
        #expect(!sentence.hasPrefix(" ") && !sentence.contains("Usage"), "\(place) \(sentence)")
    }
    for word in [
        "Optional(", "nil", "Swift", "rawValue", "Address(", "Error", "Problem", "Model.", "[\"", "CommandProblem",
        "(code",
    ] {
        #expect(!text.contains(word), "\(place) \(text)")
    }
}
