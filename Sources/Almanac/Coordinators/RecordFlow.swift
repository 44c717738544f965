import Navigation

/// The objects that the flows of all kinds of records use.
struct RecordFlowContext: Sendable {
    let context: FlowContext
    let resolver: RecordResolver
    let forms: FormMaker
    let changes: any RecordChanger
    let bulk: BulkChanges
}

/// A delegate that receives the events of a record flow that lead to other flows.
protocol RecordFlowDelegate: RecordNavigator, FormDelegate {}
