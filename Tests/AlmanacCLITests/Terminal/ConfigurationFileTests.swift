import FoundationEssentials
import TestSupport
import Testing

@testable import AlmanacCLI

struct ConfigurationFileTests {
    private let folder: TemporaryFolder
    private let file: ConfigurationFile

    init() throws {
        folder = try TemporaryFolder()
        file = ConfigurationFile(path: folder.file("config"), isIgnored: false)
    }

    private static let text = "\n  \t\n  # color = never\n  pageSize = 20  \n color always \n"

    @Test func `Comments, blank lines, and extra spaces are ignored, and invalid lines are reported`() throws {
        #expect(file.load().settings.pageSize == nil && file.load().warnings.isEmpty)
        try folder.write(Array(Self.text.utf8), to: "config")
        let (settings, warnings) = file.load()
        #expect(settings.pageSize == 20)
        #expect(warnings.map(\.description) == ["\(file.path): invalid line “color always”. Use KEY=VALUE."])
        let ignored = ConfigurationFile(path: file.path, isIgnored: true).load()
        #expect(ignored.settings.pageSize == nil && ignored.warnings.isEmpty)
    }

    @Test(arguments: [(4, false), (5, true), (1000, true), (1001, false)])
    func `An invalid value is reported with the file path`(rows: Int, isValid: Bool) throws {
        try folder.write(Array("pageSize=\(rows)\n".utf8), to: "config")
        let (settings, warnings) = file.load()
        #expect(settings.pageSize == (isValid ? rows : nil))
        #expect(warnings.count == (isValid ? 0 : 1))
        #expect(warnings.allSatisfy { $0.hasPrefix("\(file.path): ") })
    }

    @Test func `Saving replaces the target of a symbolic link, as in a folder of dotfiles`() async throws {
        try folder.write(Array("pageSize = 20\n".utf8), to: "dotfile")
        try FileManager.default.createSymbolicLink(atPath: folder.file("config"), withDestinationPath: "dotfile")
        var settings = file.load().settings
        settings.pageSize = 30
        try await file.save(settings)
        #expect(String(decoding: try folder.bytes("dotfile"), as: UTF8.self) == "pageSize = 30\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("config")) == "dotfile")
    }

    @Test func `Saving changes only the lines of changed settings`() async throws {
        try folder.write(Array(Self.text.utf8), to: "config")
        var settings = file.load().settings
        settings.pageSize = 30
        try await file.save(settings)
        let saved = String(decoding: try folder.bytes("config"), as: UTF8.self)
        #expect(saved == "\n  \t\n  # color = never\npageSize = 30\n color always \n")
        settings.pageSize = nil
        try await file.save(settings)
        let rest = String(decoding: try folder.bytes("config"), as: UTF8.self)
        #expect(rest == "\n  \t\n  # color = never\n color always \n")
        settings.pageSize = 40
        try await file.save(settings)
        let added = String(decoding: try folder.bytes("config"), as: UTF8.self)
        #expect(added == rest + "pageSize = 40\n")
    }

    @Test func `The error for text that is too long for a QR code states the limit and the length`() {
        let problem = QREncoderProblem.tooLong(30, limit: 20)
        #expect(
            problem.explanation.why?.description
                == "A QR code contains at most 20 bytes, and this one would need 30.")
    }
}
