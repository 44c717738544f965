import Model
import TestSupport

@testable import AlmanacStore

/// An evaluator of planet filters without SQL. The result is `nil` if it depends on an unknown value.
struct FilterEvaluator {
    let planet: Record<Planet>
    let stars: StarIndex

    func answer(_ condition: FilterCondition) -> Bool? {
        switch condition {
        case .all(let parts):
            let answers = parts.map(answer)
            return answers.contains(false) ? false : answers.contains(nil) ? nil : true
        case .any(let parts):
            let answers = parts.map(answer)
            return answers.contains(true) ? true : answers.contains(nil) ? nil : false
        case .not(let part): return answer(part).map { !$0 }
        case .compare(let field, let sign, let value): return compare(field, sign, value)
        case .unknown(let field): return values(of: field).isEmpty
        case .estimated(let field):
            return values(of: field).isEmpty ? nil : !planet.estimated.isDisjoint(with: field.marks)
        case .hasEstimates: return !planet.estimated.isDisjoint(with: [.mass, .massLimit, .radius])
        case .inHabitableZone: return isInZone
        }
    }

    private var isInZone: Bool? {
        guard let axis = planet.semiMajorAxisAu else { return nil }
        guard let zone = planet.content.star?.habitableZone, !zone.isExtrapolated else { return nil }
        return zone.contains(axis)
    }

    private func compare(_ field: FilterField, _ sign: FilterOperator, _ value: FilterValue) -> Bool? {
        let values = values(of: field)
        guard !values.isEmpty else { return nil }
        switch value {
        case .integer(let number): return figure(values[0], sign, .integer(number))
        case .number, .flag: return figure(values[0], sign, value)
        case .text(let text):
            if field.values == .date { return date(values[0], sign, text) }
            if case .name(let kind) = field.values { return name(values, sign, text, isCatalog: kind == .planet) }
            if field.name == "orbits", sign != .contains {
                return stars.named(text).contains(planet.parent.asciiFolded) == (sign == .equal)
            }
            return self.text(values[0], sign, text)
        }
    }

    private func figure(_ known: FilterValue, _ sign: FilterOperator, _ wanted: FilterValue) -> Bool? {
        switch (known, wanted) {
        case (.integer(let known), .integer(let wanted)): sign.holds(known, wanted)
        case (.number(let known), .number(let wanted)): sign.holds(known, wanted)
        case (.flag(let known), .flag(let wanted)): sign.holds(known ? 1 : 0, wanted ? 1 : 0)
        default: nil
        }
    }

    private func date(_ known: FilterValue, _ sign: FilterOperator, _ wanted: String) -> Bool? {
        guard case .text(let text) = known else { return nil }
        return sign.holds(String(text.prefix(wanted.count)), wanted)
    }

    private func text(_ known: FilterValue, _ sign: FilterOperator, _ wanted: String) -> Bool? {
        guard case .text(let text) = known else { return nil }
        let (folded, part) = (text.asciiFolded, wanted.asciiFolded)
        return sign == .contains ? folded.holds(part) : (folded == part) == (sign == .equal)
    }

    private func name(
        _ keys: [FilterValue], _ sign: FilterOperator, _ wanted: String, isCatalog: Bool
    ) -> Bool {
        let names = keys.compactMap { if case .text(let key) = $0 { Array(key.utf8) } else { nil } }
        let spellings = isCatalog ? StarSpellings.keys(of: wanted) : []
        let wanted = NameKey.all(of: [wanted], isCatalog: isCatalog).union(spellings).map { Array($0.utf8) }
        let isOne = names.contains { name in
            wanted.contains { sign == .contains ? name.holds($0) : name == $0 }
        }
        return sign == .notEqual ? !isOne : isOne
    }

    // MARK: - Values

    func values(of field: FilterField) -> [FilterValue] {
        let value: FilterValue? =
            switch field.name {
            case "type": .text(planet.type.rawValue)
            case "status": .text(planet.status.rawValue)
            case "orbits": known(planet.parent)
            case "discoverer": known(planet.discoverer)
            case "method": known(planet.discoveryMethod)
            case "constellation": known(planet.constellation.replacing("ö", with: "o"))
            case "spectrum": known(planet.starSpectralType)
            case "source": known(planet.source)
            case "moons": planet.moons.map { .integer($0) }
            case "discovered": planet.discoveryYear.map { .integer($0) }
            case "stars": planet.systemStars.map { .integer($0) }
            case "version": .integer(planet.version)
            case "rings": planet.rings.map { .flag($0) }
            case "created": .text(planet.created.rawValue)
            case "modified": .text(planet.modified.rawValue)
            default:
                PlanetQuantity.named(field.key)?.calculation.value(of: planet.content).map { .number($0) }
            }
        if field.name == "name" {
            return NameKey.all(of: [planet.name] + planet.aliases, isCatalog: true).map { .text($0) }
        }
        if field.name == "group" { return planet.links.groups.first.map { .text(NameKey.of($0.name)) } }
        return value.map { [$0] } ?? []
    }

    private func known(_ text: String) -> FilterValue? { text.isEmpty ? nil : .text(text) }

    /// Returns the planet’s value for a field, or a similar value.
    func example(of field: FilterField, _ chance: inout SeededGenerator) -> FilterValue? {
        guard let value = values(of: field).first else { return nil }
        return switch (value, field.values) {
        case (.text(let text), .date): .text(String(text.prefix(chance.pick([4, 7, 10]))))
        case (.text(let text), .text), (.text(let text), .name):
            .text(chance.happens(oneIn: 2) ? text.uppercased() : String(text.prefix(3)))
        case (.number(let number), _): .number(chance.happens(oneIn: 2) ? number : number * 1.1)
        default: value
        }
    }
}

extension FilterOperator {
    fileprivate func holds<Value: Comparable>(_ known: Value, _ wanted: Value) -> Bool {
        switch self {
        case .less: known < wanted
        case .lessOrEqual: known <= wanted
        case .equal, .contains: known == wanted
        case .notEqual: known != wanted
        case .greaterOrEqual: known >= wanted
        case .greater: known > wanted
        }
    }
}

/// The names of stars and other bodies, for the evaluation of `orbits` without SQL.
struct StarIndex {
    private var bodies: [String: [Planet]] = [:]

    init(_ planets: [Record<Planet>]) {
        for planet in planets.map(\.content) {
            for key in NameKey.all(of: [planet.name] + planet.aliases, isCatalog: true) {
                bodies[key, default: []].append(planet)
            }
        }
    }

    /// Returns the names of the stars and bodies with a name, as folded bytes.
    func named(_ text: String) -> Set<[UInt8]> {
        let letters = "bcdefghijklmnopqrstuvwxyz".map(String.init)
        var names = [text]
        for key in StarSpellings.keys(of: text) {
            names += bodies[key, default: []].map(\.name)
            for component in ["", "a", "b", "c", "d"] {
                names += letters.flatMap { bodies[key + component + $0, default: []] }
                    .filter { $0.type == .exoplanet }.map(\.parent)
            }
        }
        return Set(names.filter { !$0.isEmpty }.map(\.asciiFolded))
    }
}

extension String {
    fileprivate var asciiFolded: [UInt8] { utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 } }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        part.isEmpty || indices.contains { self[$0...].starts(with: part) }
    }
}
