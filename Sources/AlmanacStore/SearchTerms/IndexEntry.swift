import Model

/// The search data of a record.
package struct IndexEntry: Sendable {
    package var document: SearchDocument
    /// The names by which it is looked up.
    let keys: Set<String>
    let duplicateKeys: Set<String>
}
