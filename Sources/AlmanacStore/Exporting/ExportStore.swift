import Interchange
import Model
import SQLite

/// Gives the persons of a store out as cards, a page at a time.
public struct ExportStore: ExportDataSource {
    let database: Database
    let blobs: PersistentDataStore

    public func cards(of selection: ExportSelection, after: Person.ID?, limit: Int) async throws -> ExportPage {
        try await database.reading { [blobs] connection in
            let ids = try connection.all(
                Self.statement(for: selection),
                {
                    $0[1] = after
                    $0[2] = limit
                    $0[3] = selection.parameter
                }
            ) { $0[0] as Int64 }
            let exporting = Exporting(connection: connection, blobs: blobs)
            return ExportPage(
                try exporting.cards(of: ids), last: ids.count < limit ? nil : ids.last.map(Person.ID.init(rawValue:)))
        }
    }

    public func groups(of selection: ExportSelection) async throws -> [ContactCard] {
        try await database.reading { [blobs] connection in
            try Exporting(connection: connection, blobs: blobs).groups(of: selection)
        }
    }

    private static func statement(for selection: ExportSelection) -> String {
        switch selection {
        case .everybody: everybody
        case .persons: chosen
        }
    }

    static let everybody = "SELECT id FROM person WHERE id > ifnull(?1, 0) AND ?3 IS NULL ORDER BY id LIMIT ?2"

    static let chosen = """
        SELECT value FROM json_each(?3)
        WHERE value > ifnull(?1, 0) AND value IN (SELECT id FROM person)
        ORDER BY value LIMIT ?2
        """
}

extension ExportSelection {
    fileprivate var parameter: String? {
        switch self {
        case .everybody: nil
        case .persons(let ids): ids.map(\.rawValue).json
        }
    }
}
