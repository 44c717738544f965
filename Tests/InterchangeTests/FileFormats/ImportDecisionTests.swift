import Interchange
import Testing

@Suite("Decisions on duplicates, and file formats")
struct ImportDecisionTests {
    @Test(
        "Decisions on duplicates are read from text and written in a fixed order",
        arguments: [
            ("", ""), ("skip", "skip"), ("merge,skip", "skip"), ("keep-both,possible=skip", "keep-both,possible=skip"),
            ("possible=skip,changed=merge,keep-both", "keep-both,changed=merge,possible=skip"),
            ("2.1=skip,3=merge", "3=merge,2.1=skip"), ("1.3=skip", "3=skip"), ("skip,", "skip"), ("x", nil),
            ("a=skip", nil), ("0=skip", nil), ("1.0=skip", nil), ("-1=skip", nil), ("1.2.3=skip", nil), ("=skip", nil),
            ("skip=merge", nil), ("changed=x", nil), ("1=2=skip", nil), ("1.=skip", nil), ("changed=", nil),
        ] as [(String, String?)])
    func decisions(text: String, written: String?) {
        let decisions = DuplicateDecisions(text)
        #expect(decisions?.description == written)
        if let decisions {
            #expect(decisions.isEmpty == text.isEmpty && DuplicateDecisions(decisions.description) == decisions)
        }
    }

    @Test("A decision on a card overrides a decision on its kind, which overrides a decision on all other cards")
    func precedence() throws {
        let decisions = try #require(DuplicateDecisions("skip,changed=merge,3=keep-both"))
        #expect(decisions.decision(on: CardPosition(number: 3), .changed) == .keepBoth)
        #expect(decisions.decision(on: CardPosition(number: 4), .changed) == .merge)
        #expect(decisions.decision(on: CardPosition(file: 2, number: 3), .possible) == .skip)
        #expect(decisions.decision(on: nil, .possible, isFromSameFile: true) == .keepBoth)
        #expect(decisions.decision(on: nil, .changed, isFromSameFile: true) == .merge)
        #expect(DuplicateDecisions().decision(on: nil, .possible, isFromSameFile: true) == nil)
        #expect(CardPosition(number: 9) < CardPosition(file: 2, number: 1))
        #expect(!(CardPosition(number: 2) < CardPosition(number: 2)))
    }

    @Test("An import report lists at most 100 cases", arguments: [99, 100, 101])
    func cases(count: Int) {
        var report = ImportReport()
        #expect(!report.isOpen)
        for number in 0..<count {
            let effects = ImportReport.MergeEffects()
            report.add(
                .possible, number == 0 ? .skip : nil,
                ImportReport.Case(
                    .possible, "\(number)", at: nil, nil, existing: nil, nil, because: nil, effects))
        }
        #expect(report.cases.count == min(count, 100) && report.omittedCases == max(0, count - 100))
        #expect(report.undecided == [.possible: count - 1] && report.decisions == [.skip: 1] && report.isOpen)
        var dated = ImportReport()
        dated.ambiguousDate = "1/2/1980"
        #expect(dated.isOpen)
    }

    @Test(
        "The export format is determined by the file name",
        arguments: [
            ("A.VCF", .vcard), ("a.vcard", .vcard), ("a.csv", .csv), ("a.ldif", .ldif), ("a.ldi", .ldif),
            ("a.jcard", .jcard), ("a.jcf", .jcard), ("a.jscontact", .jscontact), ("a.json", .json),
            ("a.ndjson", .ndjson), ("a.txt", nil), ("vcf", nil), ("a", nil), ("a.xvcf", nil), ("a.vcf.gz", nil),
            ("", nil),
        ] as [(String, ExportFormat?)])
    func formats(path: String, format: ExportFormat?) {
        #expect(ExportFormat(ofFile: path) == format)
        if let format { #expect(ExportFormat(ofFile: "x." + format.fileEnding) == format) }
    }

    @Test(
        "An export format is found by its name or file extension",
        arguments: [
            ("vcard-3.0", .vcard30), ("csv-raw", .csvRaw), ("mutt", .mutt), ("vcf", .vcard), ("ldi", .ldif),
            ("VCF", nil), ("JSON", nil), ("a.vcf", nil), ("txt", nil), ("table", nil), ("", nil),
        ] as [(String, ExportFormat?)])
    func names(name: String, format: ExportFormat?) {
        #expect(ExportFormat(named: name) == format)
    }

    @Test("CSV and mail formats support neither a file per contact nor group cards; JSON and NDJSON are full exports")
    func properties() {
        #expect(ExportFormat.allCases.filter(\.isCSV) == [.csv, .csvRaw])
        #expect(ExportFormat.allCases.filter { !$0.hasFilePerContact } == [.mutt, .aerc, .abook, .csv, .csvRaw])
        #expect(ExportFormat.allCases.filter { !$0.hasGroupCards } == [.mutt, .aerc, .abook, .csv, .csvRaw])
        #expect(ExportFormat.allCases.filter { $0.archive != nil } == [.json, .ndjson])
    }
}
