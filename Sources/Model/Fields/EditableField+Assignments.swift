extension EditableField {
    public func apply(_ assignment: FieldAssignment, to model: inout Model) throws(FieldProblem) {
        var changed = model
        switch shape {
        case .labeled where assignment.part != nil:
            try setPart(normalized(assignment, in: model), of: &changed)
        case .labeled:
            let normalized = normalized(assignment, in: model)
            try write(&changed, normalized.applied(to: read(model), identity, labelVocabulary))
        case .several:
            guard assignment.label == nil else { throw .notLabeled(field: title(of: model)) }
            try write(&changed, assignment.applied(to: read(model), identity, labelVocabulary))
        case .single, .reference, .prose, .secret:
            guard assignment.label == nil else { throw .notLabeled(field: title(of: model)) }
            guard assignment.operation == .replace else { throw .notSeveral(field: title(of: model)) }
            let text = isTrimmed || !value.isFreeText ? assignment.value.trimmed : assignment.value
            try write(&changed, text.isEmpty && !storesEmptyText ? [] : [Labeled("", text)])
            removeReplacedValues(model, &changed, text)
        }
        guard value.isPossible(changed) else {
            throw .unreadable(field: title(of: model), value: assignment.value, expected: expects)
        }
        model = changed
    }
}

extension EditableField {
    /// Returns an assignment with a cleaned value and the label that the model already has, or else the standard label. The
    /// labels of uncertainties are keys of fields, which can be typed in lowercase or uppercase.
    private func normalized(_ assignment: FieldAssignment, in model: Model) -> FieldAssignment {
        guard let label = assignment.label else { return assignment.withValue(cleaned(assignment.value)) }
        let known = read(model).map(\.label).filter { labelVocabulary.key($0) == labelVocabulary.key(label) }
        var standard = known.contains(label) ? label : known.first ?? labelVocabulary.standard(label)
        if case .uncertainties = value { standard = Uncertainties.keys[label.lowercased()] ?? label }
        return FieldAssignment(
            key: assignment.key, label: standard, part: assignment.part, operation: assignment.operation,
            value: assignment.part == nil ? cleaned(assignment.value) : assignment.value)
    }

    /// Sets a part of the only address with the label, or of a new address.
    private func setPart(_ assignment: FieldAssignment, of model: inout Model) throws(FieldProblem) {
        guard case .addresses(let path) = value, let part = assignment.part, assignment.operation == .replace else {
            throw .notSeveral(field: title(of: model))
        }
        let matching = model[keyPath: path].indices.filter {
            assignment.label == nil
                || labelVocabulary.key(model[keyPath: path][$0].label) == assignment.label.map(labelVocabulary.key)
        }
        guard matching.count < 2 else { throw .severalAddresses(field: title(of: model)) }
        if matching.isEmpty { model[keyPath: path].append(Labeled(assignment.label ?? "", PostalAddress())) }
        let place = matching.first ?? model[keyPath: path].endIndex - 1
        model[keyPath: path][place].value[part] = assignment.value.trimmed
        if model[keyPath: path][place].value.isEmpty { model[keyPath: path].remove(at: place) }
    }
}

extension FieldAssignment {
    /// Returns the values after the assignment. An assignment without a label affects values with any label.
    fileprivate func applied(
        to values: [Labeled<String>], _ identity: ValueIdentity, _ vocabulary: LabelVocabulary
    ) -> [Labeled<String>] {
        let key = label.map(vocabulary.key)
        let concerned = { (candidate: Labeled<String>) in key == nil || vocabulary.key(candidate.label) == key }
        switch operation {
        case .add:
            let new = Labeled(label ?? "", value)
            return value.isEmpty || values.contains(new) ? values : values + [new]
        case .remove:
            return values.filter { !(concerned($0) && identity.key($0.value) == identity.key(value)) }
        case .replace:
            guard let place = values.firstIndex(where: concerned) else {
                return value.isEmpty ? values : values + [Labeled(label ?? "", value)]
            }
            var rest = values.filter { !concerned($0) }
            if !value.isEmpty { rest.insert(Labeled(label ?? "", value), at: min(place, rest.count)) }
            return rest
        }
    }
}

extension Array {
    /// Returns the field with a key, a name of the filter language, or, if only one field has it, a label.
    public func named<Model>(_ word: String) -> EditableField<Model>? where Element == EditableField<Model> {
        if let field = first(where: { $0.answers(to: word) }) { return field }
        let name = word.lowercased()
        if let field = first(where: { $0.filters.count == 1 && $0.filters[0].name == name }) { return field }
        let labeled = filter { $0.isLabeled(word) }
        return labeled.count == 1 ? labeled[0] : nil
    }

    /// Returns an assignment with the key of the field that it names by a label.
    public func keyed<Model>(_ assignment: FieldAssignment) -> FieldAssignment
    where Element == EditableField<Model> {
        let isKey = contains { $0.answers(to: assignment.key) }
        return isKey ? assignment : named(assignment.key).map { assignment.withKey($0.key) } ?? assignment
    }

    /// Returns the problem of a key that names no field.
    public func unknown<Model>(_ key: String) -> FieldProblem where Element == EditableField<Model> {
        let similar = filter { $0.title.lowercased().split(separator: " ").contains { $0 == key.lowercased() } }
        return .unknown(key: key, known: map(\.key), similar: similar.map(\.key))
    }

    /// Applies all assignments to a model, or none if there is an error.
    /// - Parameter mayBeIncomplete: Whether required fields may be empty, as in an unfinished form.
    /// - Throws: `FieldProblems` with all errors.
    public func apply<Model>(
        _ words: [FieldAssignment], to model: inout Model, mayBeIncomplete: Bool = false
    ) throws(FieldProblems) where Element == EditableField<Model> {
        var changed = model
        var problems: [FieldProblem] = []
        var edited: [EditableField<Model>] = []
        for word in words.map(\.withUnitInValue) {
            guard let field = named(word.key) else {
                problems.append(unknown(word.key))
                continue
            }
            edited.append(field)
            do throws(FieldProblem) {
                try field.apply(word, to: &changed)
            } catch {
                problems.append(error)
            }
        }
        for field in self where !mayBeIncomplete && field.isRequired && field.read(changed).isEmpty {
            problems.append(.required(field: field.title))
        }
        guard problems.isEmpty else { throw FieldProblems(problems) }
        let keys = Set(edited.map(\.key))
        for field in edited { field.adapt(model, &changed, keys) }
        model = changed
    }
}
