import Model

/// A generator of random filters.
public struct RandomFilter {
    public let fields: [FilterField]
    /// A function that returns a random value for a field.
    public let value: (FilterField, inout SeededGenerator) -> FilterValue

    public init(over fields: [FilterField], value: @escaping (FilterField, inout SeededGenerator) -> FilterValue) {
        self.fields = fields
        self.value = value
    }

    /// Returns a random condition.
    /// - Parameter depth: The maximum nesting of conditions.
    public func condition(_ chance: inout SeededGenerator, depth: Int = 3) -> FilterCondition {
        switch depth > 0 ? chance.number(below: 5) : 3 {
        case 0: .all(parts(&chance, depth: depth - 1))
        case 1: .any(parts(&chance, depth: depth - 1))
        case 2: negated(&chance, depth: depth - 1)
        default: test(&chance)
        }
    }

    /// Returns a negation. Reading a filter reduces more than two consecutive negations.
    private func negated(_ chance: inout SeededGenerator, depth: Int) -> FilterCondition {
        let part = condition(&chance, depth: depth)
        return if case .not(.not) = part { part } else { .not(part) }
    }

    private func parts(_ chance: inout SeededGenerator, depth: Int) -> [FilterCondition] {
        var parts: [FilterCondition] = []
        for _ in 0..<2 + chance.number(below: 2) { parts.append(condition(&chance, depth: depth)) }
        return parts
    }

    private func test(_ chance: inout SeededGenerator) -> FilterCondition {
        let isCatalog = fields.contains { !$0.marks.isEmpty }
        let field = chance.pick(fields)
        switch chance.number(below: 12) {
        case 0 where isCatalog: return .inHabitableZone
        case 1 where isCatalog: return .hasEstimates
        case 2 where !field.marks.isEmpty: return chance.number(below: 2) == 0 ? .estimated(field) : .measured(field)
        case 3: return .unknown(field)
        default: return .compare(field, chance.pick(field.operators), value(field, &chance))
        }
    }
}
