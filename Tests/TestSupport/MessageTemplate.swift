import FoundationEssentials

/// The message catalog template `almanac.pot`, generated from the sources by `messages.py`.
public enum MessageTemplate {
    public static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    public static func text() throws -> String { try generated.get() }

    private static let generated = Result {
        guard let python else { throw ChildProcess.Failure(description: "python3 is not installed.") }
        let script = #filePath.split(separator: "/Tests/TestSupport/")[0] + "/Sources/Localization/messages.py"
        let ending = try ChildProcess.run(python, [String(script)], environment: ["PATH": "/usr/bin:/bin"])
        guard ending.status == 0 else { throw ChildProcess.Failure(description: ending.errors) }
        return ending.output
    }
}
