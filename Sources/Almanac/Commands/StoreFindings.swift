import Model

/// What a check found, each finding by its name.
public struct StoreFindings: Explained {
    public let explanation: Explanation

    init(_ findings: [Finding]) {
        let list = findings.map { "\($0.name.rawValue): \($0.detail)" }.joined(separator: "\n")
        let number = count(findings.count, "finding") ?? ""
        explanation = Explanation(
            .failed, "The store is not whole: \(number).", why: list, next: "Restore a backup, or mend what is named.")
    }
}
