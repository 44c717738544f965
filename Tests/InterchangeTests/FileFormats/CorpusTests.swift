import FoundationEssentials
import Interchange
import Model
import TestSupport
import Testing

/// The vCards of three public collections, written by other programs.
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
    "vCard corpus", .enabled(if: Corpus.isPresent, "../shared/data/vcards is missing"))
struct CorpusTests {
    @Test(.long("every card in every version"))
    func `Every vCard line is kept, cards convert without unreported losses, and xCard is rejected`() throws {
        var (files, cards, lines, rejected, losses) = (0, 0, 0, 0, 0)
        for file in Corpus.files {
            files += 1
            if file.hasSuffix(".xml") {
                let bytes = try Corpus.bytes(file)
                let problem = #expect(throws: SourceProblem.self) { _ = try CardReadResult(bytes) }
                #expect(problem?.description.contains("xCard") == true)
                continue
            }
            let reading = try CardReadResult(try Corpus.bytes(file))
            cards += reading.cards.count
            rejected += reading.rejected.count
            for (number, card) in reading.cards.enumerated() {
                lines += card.person.card.count
                let version = CardVersion.allCases[(files + number) % CardVersion.allCases.count]
                losses += try checkFixedPoint(of: card, in: file, as: Soak.isOn ? CardVersion.allCases : [version])
            }
            #expect(reading.cards.count + reading.rejected.count > 0, "\(file)")
            if file.hasSuffix(".vcf") { try checkBytes(of: reading, in: file) }
        }
        print(
            "corpus: \(files) files, \(cards) cards, \(lines) lines kept, \(rejected) rejected, \(losses) losses named")
    }

    /// Checks that the export has the same unfolded lines as the file, except for blank lines.
    private func checkBytes(of reading: CardReadResult, in file: String) throws {
        var writer = CardWriter(.asItCame(otherwise: .v40))
        for card in reading.cards { #expect(writer.write(card).losses == []) }
        #expect(Self.unfolded(writer.drain()) == Self.unfolded(try Corpus.bytes(file)), "\(file)")
    }

    private static func unfolded(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for line in bytes.filter({ $0 != 0x0D }).split(separator: 0x0A)
        where !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(Array(line))
            }
        }
        return lines
    }

    private func checkFixedPoint(of card: ContactCard, in file: String, as versions: [CardVersion]) throws -> Int {
        let same = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(same.again.person.card == card.person.card, "\(file)")
        #expect(same.losses == [], "\(file)")
        var losses = 0
        for version in versions {
            let there = try CardRoundTrip(card, .vCard(version))
            for difference in there.differences { Issue.record("\(file) as \(version.rawValue): \(difference)") }
            losses += there.losses.count
        }
        return losses
    }
}
