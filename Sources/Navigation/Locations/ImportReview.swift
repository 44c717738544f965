import Model

/// The only location of the flow that reviews an import: the arguments of the command `import`.
public struct ImportReview: Location {
    public let files: [String]
    /// The column mapping of the option `--map`.
    public var mapping: String?
    /// The encoding of tables, as a value of the option `--encoding`.
    public var encoding: String?
    /// The path of the file for rejected cards and rows.
    public var rejects: String?
    /// The decisions as a value of the option `--on-duplicate`; may be empty.
    public var decisions = ""

    public init(_ files: [String]) { self.files = files }

    /// The arguments as part of a path, such as `import?file=contacts.vcf&decisions=3%3Dskip`.
    public var name: String {
        let words =
            files.map { "file=" + Query.escape($0) }
            + [
                mapping.map { "map=" + Query.escape($0) },
                encoding.map { "encoding=" + Query.escape($0) }, rejects.map { "rejects=" + Query.escape($0) },
                decisions.isEmpty ? nil : "decisions=" + Query.escape(decisions),
            ].compactMap(\.self)
        return "import?" + words.joined(separator: "&")
    }

    init?(root name: String) {
        var files: [String] = []
        var (mapping, encoding, rejects, decisions) = (String?.none, String?.none, String?.none, "")
        for word in name.dropFirst("import?".count).split(separator: "&") {
            let key = word.prefix { $0 != "=" }
            let value = Query.unescape(word.dropFirst(key.count + 1))
            switch key {
            case "file": files.append(value)
            case "map": mapping = value
            case "encoding": encoding = value
            case "rejects": rejects = value
            case "decisions": decisions = value
            default: return nil
            }
        }
        guard !files.isEmpty else { return nil }
        self.init(files)
        (self.mapping, self.encoding, self.rejects, self.decisions) = (mapping, encoding, rejects, decisions)
    }

    public func child(_ name: String) -> ImportReview? { nil }
    public var parent: ImportReview? { nil }
}
