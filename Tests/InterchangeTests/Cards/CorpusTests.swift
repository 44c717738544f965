import FoundationEssentials
import Interchange
import Model
import Testing

/// vCards that real programs wrote, from three public collections, beside the repository.
enum Corpus {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/data/vcards"
    )
    .standardized

    static let isPresent = FileManager.default.fileExists(atPath: folder.path)

    static let files: [String] = {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return paths.filter { $0.hasSuffix(".vcf") || $0.hasSuffix(".json") || $0.hasSuffix(".xml") }.sorted()
    }()

    static func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: file)))
    }
}

@Suite(
    "The corpus of vCards", .enabled(if: Corpus.isPresent, "there is no ../shared/data/vcards beside the repository"))
struct CorpusTests {
    @Test func everyFileIsReadAndNoLineOfItIsLost() throws {
        var (files, cards, lines, rejected, losses) = (0, 0, 0, 0, 0)
        for file in Corpus.files where !file.hasSuffix(".xml") {
            files += 1
            let reading = try CardReading(try Corpus.bytes(file))
            cards += reading.cards.count
            rejected += reading.rejected.count
            for card in reading.cards {
                lines += card.person.card.count
                losses += try checkFixedPoint(of: card, in: file)
            }
            for card in reading.rejected { print("\(file): \(card.line): \(card.reason)") }
            for card in reading.cards {
                for warning in card.warnings { print("\(file): \(warning.line): \(warning.sentence)") }
            }
            #expect(reading.cards.count + reading.rejected.count > 0, "\(file)")
        }
        print(
            "corpus: \(files) files, \(cards) cards, \(lines) lines kept, \(rejected) rejected, \(losses) losses named")
    }

    private func checkFixedPoint(of card: ContactCard, in file: String) throws -> Int {
        let same = try FixedPoint(card, .asItCame(otherwise: .v40))
        #expect(same.again.person.card == card.person.card, "\(file)")
        #expect(same.losses == [], "\(file)")
        var losses = 0
        for version in CardVersion.allCases {
            let there = try FixedPoint(card, .vCard(version))
            for difference in there.differences { Issue.record("\(file) as \(version.rawValue): \(difference)") }
            for loss in there.losses { print("   \(file): \(loss.sentence)") }
            losses += there.losses.count
        }
        return losses
    }
}
