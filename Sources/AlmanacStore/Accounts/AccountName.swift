import Model
import SQLite
import Text

/// What an account is called, and the key by which no two are alike: the name folded as for search.
package struct AccountName {
    package let text: String
    package let key: String

    /// Refuses a name that is empty, too long, or that holds a NUL.
    package init(_ name: String) throws {
        let isBlank = { (character: Character) in character.isWhitespace }
        text = String(name.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
        key = Folding.fold(text)
        if key.isEmpty { throw AccountProblem.nameMissing }
        try RecordRules.check(text, of: "The name", limit: 1000)
    }

    /// Runs what gives an account this name.
    @discardableResult
    func refusingTaken<Result>(_ change: () throws -> Result) throws -> Result {
        do {
            return try change()
        } catch let error as SQLiteError where error.constraint == .unique {
            throw AccountProblem.nameTaken(text)
        }
    }
}
