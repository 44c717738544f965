import Model
import Navigation

extension TypedLine {
    /// Whether the line may contain a passphrase. Such lines are not saved in any history.
    public var mayContainSecret: Bool {
        commands.contains { words in
            let name = words.first.map { $0.text.hasPrefix(":") ? String($0.text.dropFirst()) : $0.text }
            let mayHoldPassphrase = ["login", "signup"].contains(name) && words.count > 2
            return mayHoldPassphrase || words.contains { Self.setsSecret($0.text) }
        }
    }

    private static func setsSecret(_ word: String) -> Bool {
        let word = word.drop { !$0.isLetter }
        guard let key = FieldAssignment(String(word))?.key else { return false }
        return Forms.signUp.fields.contains { $0.shape == .secret && $0.answers(to: key) }
    }
}
