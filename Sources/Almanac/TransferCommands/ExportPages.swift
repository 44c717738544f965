import Interchange
import Model

/// The cards of a selection, a page at a time.
struct ExportPages {
    private let source: any ExportDataSource
    private let limit: Int
    private let withPhotos: Bool
    private var rest: ArraySlice<Person.ID>
    private let isOfEverybody: Bool
    private var last: Person.ID?
    private var isOver = false

    init(_ selection: ExportSelection, limit: Int, withPhotos: Bool, from source: any ExportDataSource) {
        self.source = source
        self.limit = limit
        self.withPhotos = withPhotos
        switch selection {
        case .everybody: (rest, isOfEverybody) = ([], true)
        case .persons(let ids): (rest, isOfEverybody) = (ids.sorted { $0.rawValue < $1.rawValue }[...], false)
        }
    }

    mutating func next() async throws -> ExportPage? {
        if isOfEverybody {
            guard !isOver else { return nil }
            let page = try await source.cards(of: .everybody, after: last, limit: limit, withPhotos: withPhotos)
            (last, isOver) = (page.last, page.last == nil)
            return page
        }
        guard !rest.isEmpty else { return nil }
        let part = Array(rest.prefix(limit))
        let page = try await source.cards(of: .persons(part), after: nil, limit: limit, withPhotos: withPhotos)
        // Without a place to go on at, all of the part is there.
        let last = page.last ?? part.last
        rest = rest.drop { $0.rawValue <= last?.rawValue ?? .max }
        return page
    }
}
