import TestSupport
import Testing

/// A trait that runs the tests of a suite on `ChildProcessExecutor`.
struct ChildProcessTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ChildProcessExecutor.shared) { try await function() }
    }
}

extension Trait where Self == ChildProcessTrait {
    static var childProcesses: Self { Self() }
}
