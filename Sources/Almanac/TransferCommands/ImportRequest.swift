import Interchange
import Localization
import Model
import Navigation

/// The arguments of an import.
struct ImportRequest: Sendable {
    private(set) var files: [String]
    var decisions: DuplicateDecisions
    let mapping: ColumnMapping?
    /// The encoding of the tables, or `nil` to detect it.
    let encoding: TableEncoding?
    /// The path of the file for rejected cards and rows.
    private(set) var rejects: String?
    var confirmation: Confirmation

    /// The given options that apply to contacts but not to planets.
    var optionsForContacts: [String] {
        (encoding == nil ? [] : [Argument<TableEncoding?>.encoding.name])
            + (decisions.isEmpty ? [] : [Argument<DuplicateDecisions?>.onDuplicate.name])
    }
}

extension ImportRequest {
    /// Returns the request with absolute paths, so that it can be continued in another folder.
    func absolute(_ files: any FileAccess) -> ImportRequest {
        var request = self
        request.files = request.files.map(files.absolutePath)
        request.rejects = request.rejects.map(files.absolutePath)
        return request
    }

    /// Creates the arguments of a reviewed import, whose column mapping is confirmed.
    ///
    /// - Throws: `CommandProblem` if a value is invalid.
    init(_ review: ImportReview) throws {
        guard let decisions = DuplicateDecisions(review.decisions) else {
            throw CommandProblem.unknownPlace(review.name)
        }
        self.init(
            files: review.files, decisions: decisions, mapping: try review.mapping.map { try ColumnMapping($0) },
            encoding: review.encoding.flatMap(TableEncoding.init(rawValue:)), rejects: review.rejects,
            confirmation: .yes)
    }
}

extension ImportReview {
    init(_ request: ImportRequest) {
        self.init(request.files)
        mapping = request.mapping?.text
        encoding = request.encoding?.rawValue
        rejects = request.rejects
        decisions = request.decisions.description
    }
}

/// A column mapping such as `Rufname=given; Mail=email.home`.
struct ColumnMapping: Sendable {
    let text: String
    let columns: [String: String]

    init(_ text: String) throws {
        var columns: [String: String] = [:]
        for part in text.split(separator: ";") {
            guard let sign = part.lastIndex(of: "=") else {
                throw CommandProblem.notHere("Invalid mapping “\(part)”.", next: "Use --map 'COLUMN=FIELD; …'.")
            }
            columns[part[..<sign].trimmed] = part[part.index(after: sign)...].trimmed
        }
        self.text = text
        self.columns = columns
    }
}
