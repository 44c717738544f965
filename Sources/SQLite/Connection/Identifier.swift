extension String {
    /// The text as a name in SQL, whatever it holds.
    public var quotedIdentifier: String {
        "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
