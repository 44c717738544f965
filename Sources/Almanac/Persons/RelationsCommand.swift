import Display
import Localization
import Model
import Navigation

/// The command that draws the relations of a person.
struct RelationsCommand: Sendable {
    let persons: any PersonDataSource
    let resolver: RecordResolver
    let pictures: PictureWriter

    var command: Command {
        Command(
            "relations", .name, .svg, .dark, about: "Draw the family of a person, with other relations next to it",
            examples: ["relations 'Leia Organa'", "relations persons/7 --svg family.svg"],
            details: """
                Each row is a person with their partners, below their parents. “/” separates parents who are not partners. \
                The numeral is the generation. A relation is drawn even if only one of the two persons lists it. The \
                commands below the tree add missing inverse relations, and relations that follow from others, such as \
                the sibling of a child. Nothing is added automatically. When piped or in a machine-readable format, the \
                output has one row per person.
                """
        ) { _, name, file, isDark in
            let person = try await resolver.person(name, from: persons)
            let family = try await Family(of: person.reference, in: persons)
            guard !family.relations.isEmpty else {
                return .tell(
                    .message(
                        "\(person.title) has no linked relations.",
                        "Use “edit \(person.recordID.description) relation.spouse=NAME” to add one."))
            }
            let tree = family.tree
            guard file == nil, !isDark else {
                return try await pictures.show(
                    .tree(tree), "the relations of \(person.title)", of: [], to: file, isDark ? .dark : .light)
            }
            let additions = family.additions
            return .tell(
                Page(
                    tree.title,
                    [.picture(.tree(tree))] + (additions.rows.isEmpty ? [] : [.table(additions)]),
                    forPrograms: [.table(tree.table), .table(additions)]))
        }
    }
}

/// The family of a person in generations, and the person’s other relations.
struct Family {
    /// The maximum number of persons in a tree.
    private static let limit = 200
    /// The maximum number of relations that are read for each step away from the person.
    private static let relationLimit = 1000
    /// The maximum number of steps from the person to a member of the family.
    private static let steps = 8

    let subject: RecordReference
    private(set) var relations: [PersonRelation] = []
    /// The generation of each member of the family, relative to the person. Parents are in generation -1.
    private var generations: [RecordReference: Int] = [:]
    /// The members of the family, in order of discovery.
    private var members: [RecordReference] = []
    private var parents: [RecordReference: [RecordReference]] = [:]
    private var partners: [RecordReference: [RecordReference]] = [:]
    private var siblings: [RecordReference: [RecordReference]] = [:]
    private var stepparents: [RecordReference: [RecordReference]] = [:]

    init(of subject: RecordReference, in persons: any PersonDataSource) async throws {
        self.subject = subject
        (members, generations) = ([subject], [subject: 0])
        var frontier = [subject]
        var step = 0
        while !frontier.isEmpty, step < Self.steps {
            let found = try await persons.relations(
                of: frontier.compactMap { Person.ID($0.id) }, limit: Self.relationLimit)
            var next: [RecordReference] = []
            for relation in found where !relations.contains(relation) {
                guard let role = relation.familyRole else {
                    addStep(relation)
                    if step == 0 { relations.append(relation) }
                    continue
                }
                let isFromOwner = generations[relation.owner] != nil
                let (near, far) = isFromOwner ? (relation.owner, relation.target) : (relation.target, relation.owner)
                if generations[far] == nil {
                    guard members.count < Self.limit else { continue }
                    let distance = role == .parent ? -1 : role == .child ? 1 : 0
                    generations[far] = generations[near, default: 0] + (isFromOwner ? distance : -distance)
                    members.append(far)
                    next.append(far)
                }
                relations.append(relation)
                add(relation, role)
            }
            (frontier, step) = (next, step + 1)
        }
    }

    private mutating func addStep(_ relation: PersonRelation) {
        switch RelationTerm(label: relation.label)?.name {
        case "stepparent": stepparents[relation.owner, default: []].append(relation.target)
        case "stepchild": stepparents[relation.target, default: []].append(relation.owner)
        default: break
        }
    }

    private mutating func add(_ relation: PersonRelation, _ role: RelationTerm.Role) {
        func link(_ list: inout [RecordReference: [RecordReference]], _ from: RecordReference, _ to: RecordReference) {
            if list[from]?.contains(to) != true { list[from, default: []].append(to) }
        }
        switch role {
        case .parent: link(&parents, relation.owner, relation.target)
        case .child: link(&parents, relation.target, relation.owner)
        case .partner:
            link(&partners, relation.owner, relation.target)
            link(&partners, relation.target, relation.owner)
        case .sibling:
            link(&siblings, relation.owner, relation.target)
            link(&siblings, relation.target, relation.owner)
        case .kin, .work, .other: break
        }
    }

    /// Returns whether two parents of a person are known. If so, no other person is inferred to be a parent.
    private func hasBothParents(_ person: RecordReference) -> Bool { parents[person, default: []].count > 1 }

    private func children(of parent: RecordReference) -> [RecordReference] {
        members.filter { parents[$0]?.contains(parent) == true }
    }

    // MARK: - Tree

    var tree: Tree {
        var layout = FamilyRows(family: self)
        if members.count > 1 { layout.add() }
        return Tree(
            "Relations of \(subject.name)", rows: layout.rows,
            lists: [
                Tree.List("Work", besides { $0 == .work }),
                Tree.List("Other relations", besides { $0 != .work }),
            ].filter { !$0.entries.isEmpty },
            table: table)
    }

    /// Returns the names and terms of the person’s relations that are not part of the family tree.
    private func besides(_ isListed: (RelationTerm.Role) -> Bool) -> [Message] {
        others.filter { isListed($0.role) }.map { "\($0.person.name): \($0.term)" }.unique
    }

    private var others: [(person: RecordReference, term: Message, role: RelationTerm.Role)] {
        relations.filter { $0.familyRole == nil }.map { relation in
            let isOwn = relation.owner == subject
            let seen = RelatedPerson(
                person: isOwn ? relation.target : relation.owner, label: relation.label, side: isOwn ? .own : .other)
            return (seen.person, seen.relation, RelationTerm(label: relation.label)?.role ?? .other)
        }
    }

    private var table: Table {
        let first = members.compactMap { generations[$0] }.min() ?? 0
        let family = members.map { member in
            row(member, term(of: member), generation: generations[member, default: 0] - first + 1)
        }
        return Table(
            "relations", columns: [Column("name", "Name"), Column("relation", "Relation"), .id],
            rows: (members.count > 1 ? family : []) + others.map { row($0.person, $0.term, generation: nil) })
    }

    private func row(_ person: RecordReference, _ relation: Message?, generation: Int?) -> Row {
        person.id.row([
            Field("name", "Name", .text(person.name)), Field("relation", "Relation", .words(orNone: relation)),
            Field("generation", "Generation", .integer(orNone: generation)),
        ])
    }

    /// Returns the term of a member who has a relation with the person, or `nil` for the person and for all other
    /// members.
    private func term(of member: RecordReference) -> Message? {
        relations.first { [$0.owner, $0.target].contains(subject) && [$0.owner, $0.target].contains(member) }.flatMap {
            member == subject
                ? nil
                : RelatedPerson(person: member, label: $0.label, side: $0.owner == subject ? .own : .other).relation
        }
    }

    private struct FamilyRows {
        let family: Family
        private(set) var rows: [Tree.Row] = []
        private var drawn: Set<RecordReference> = []
        private var drawnCouples: Set<Set<RecordReference>> = []
        private let first: Int

        init(family: Family) {
            self.family = family
            first = family.members.compactMap { family.generations[$0] }.min() ?? 0
        }

        /// Adds the rows of all members. The oldest generation comes first. A person whose partner has parents is drawn
        /// with the partner.
        mutating func add() {
            let isRoot = { (member: RecordReference) in
                ([member] + family.partners[member, default: []]).allSatisfy { family.parents[$0] == nil }
            }
            let oldest = family.members.enumerated().sorted { one, other in
                (family.generations[one.element, default: 0], one.offset)
                    < (family.generations[other.element, default: 0], other.offset)
            }.map(\.element)
            // Persons who are each other’s ancestors, which happens only with wrong data, are not roots and come last.
            for member in oldest.filter(isRoot) + oldest where !drawn.contains(member) { add(member, ends: [true]) }
        }

        private mutating func add(_ member: RecordReference, ends: [Bool]) {
            drawn.insert(member)
            let couples = family.couples(of: member).filter { drawnCouples.insert(Set($0.persons)).inserted }
            for (number, couple) in couples.enumerated() {
                let isLast = number == couples.count - 1
                add(couple, ends: ends.count > 1 && !isLast ? ends.dropLast() + [false] : ends)
            }
        }

        private mutating func add(_ couple: Couple, ends: [Bool]) {
            let generation = family.generations[couple.persons[0], default: 0] - first + 1
            rows.append(
                Tree.Row(
                    family.names(of: couple), generation: generation, ends: ends,
                    isSubject: couple.persons.contains(family.subject)))
            // Partners who have parents or other partners are drawn again.
            for partner in couple.persons.dropFirst()
            where family.parents[partner] == nil && family.couples(of: partner).count == 1 {
                drawn.insert(partner)
            }
            // Siblings have the same parents, even if only one of the siblings lists the parents.
            let siblings = couple.children.flatMap { family.siblings[$0, default: []] }
            let all = (couple.children + siblings).unique.filter { child in
                !drawn.contains(child) && !couple.persons.contains(child)
            }
            for (index, child) in all.enumerated() where !drawn.contains(child) {
                add(child, ends: ends + [index == all.count - 1])
            }
        }
    }

    /// A person, the person’s partners or the other parents of the person’s children, and the children of this couple.
    private struct Couple {
        let persons: [RecordReference]
        var children: [RecordReference]
    }

    /// Returns the couple of a person and all partners, followed by one couple for each other combination of parents of
    /// the person’s children.
    private func couples(of member: RecordReference) -> [Couple] {
        let partners = [member] + partners[member, default: []]
        var couples = [Couple(persons: partners, children: [])]
        for child in partners.flatMap(children).unique {
            let (known, others) = (parents[child, default: []], stepparents[child, default: []])
            let persons =
                known.allSatisfy(partners.contains)
                ? partners.filter { !others.contains($0) || known.contains($0) } : ([member] + known).unique
            if let place = couples.firstIndex(where: { Set($0.persons) == Set(persons) }) {
                couples[place].children.append(child)
            } else if known.contains(member) {
                couples.append(Couple(persons: persons, children: [child]))
            }
        }
        // A row with the person alone and without children is drawn only if it is the only row.
        return couples.filter { couples.count == 1 || $0.persons.count > 1 || !$0.children.isEmpty }
    }

    /// Returns the names of a couple. “&” precedes a partner, and “/” another parent of the children.
    private func names(of couple: Couple) -> String {
        let (member, others) = (couple.persons[0], couple.persons.dropFirst())
        return others.reduce(member.name) { names, other in
            names + (partners[member]?.contains(other) == true ? " & " : " / ") + other.name
        }
    }

    // MARK: - Additions

    /// The relations that can be added: the missing inverse relations, and those that follow from others.
    var additions: Table {
        let own = relations.filter { $0.owner == subject }
        let sides = own.compactMap { relation -> Row? in
            guard let inverse = RelationTerm.inverse(of: relation.label),
                !relations.contains(where: {
                    $0.owner == relation.target && $0.target == subject
                        && RelationTerm.areSides($0.label, relation.label)
                })
            else { return nil }
            return addition(of: inverse, to: relation.target, naming: subject, "inverse relation")
        }
        let kin = following.map {
            addition(of: $0.term, to: subject, naming: $0.person, "follows from other relations")
        }
        return Table(
            "additions", columns: [Column("command", "Addition", isWhole: true), Column("reason", "Reason")],
            rows: sides + kin)
    }

    private func addition(
        of term: String, to owner: RecordReference, naming person: RecordReference, _ reason: Message
    ) -> Row {
        let command = ShellWords.joined(["edit", owner.id.description, "relation.\(term)+=\(person.name)"])
        return Row([Field("command", "Addition", .text(command)), Field("reason", "Reason", .words(reason))])
    }

    /// The relations that follow from the relations of relatives. For example, a sibling of a child is also a child.
    private var following: [(person: RecordReference, term: String)] {
        let (ownParents, ownSiblings) = (parents[subject, default: []], siblings[subject, default: []])
        let (ownPartners, ownChildren) = (partners[subject, default: []], children(of: subject))
        let candidates: [(String, [RecordReference])] = [
            (
                "child",
                (ownChildren.flatMap { siblings[$0, default: []] } + ownPartners.flatMap { children(of: $0) })
                    .filter { !hasBothParents($0) && stepparents[$0]?.contains(subject) != true }
            ),
            ("sibling", ownParents.flatMap { children(of: $0) } + ownSiblings.flatMap { siblings[$0, default: []] }),
            (
                "parent",
                hasBothParents(subject)
                    ? []
                    : ownParents.flatMap { partners[$0, default: []] }
                        + ownSiblings.flatMap { parents[$0, default: []] }
            ),
        ]
        let known = Set(
            [subject] + ownParents + ownSiblings + ownPartners + ownChildren + stepparents[subject, default: []])
        return candidates.flatMap { term, persons in persons.unique.filter { !known.contains($0) }.map { ($0, term) } }
    }
}

extension PersonRelation {
    /// The role of the target in the family tree of the owner, or `nil` for other relations.
    fileprivate var familyRole: RelationTerm.Role? {
        switch RelationTerm(label: label)?.role {
        case .partner: .partner
        case .parent: .parent
        case .child: .child
        case .sibling: .sibling
        case .kin, .work, .other, nil: nil
        }
    }
}
