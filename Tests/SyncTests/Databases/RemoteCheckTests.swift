import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport
import Testing

@MainActor
@Suite("Remote checks") struct RemoteCheckTests {
    @Test func `A link to an unknown record and a lost history are repaired, and the next sync finds the records`()
        async throws
    {
        let folder = try SimulatedFolder()
        let database = try await SyncedDatabase(folder.path)
        let leia = TestCard(uid: "leia", ["FN:Leia", "N:;Leia;;;"])
        folder.write(leia, at: "leia.vcf")
        try await database.sync()
        let maintainer = DatabaseMaintainer(of: database.store.store.location)
        #expect(try await maintainer.check(.deep) == [])
        let other = try database.store.connection()
        try other.run("UPDATE remote_card SET record_id = 99")
        try other.run("UPDATE remote SET last_change = 1000000")
        #expect(try await maintainer.check(.quick).map(\.name) == [.remoteLink, .remoteLink])
        let report = try await maintainer.repair(in: CommandContext("check --fix", by: nil))
        #expect(report.left == [] && report.repaired.count == 1)
        #expect(try await database.sync().isInSync)
        #expect(try await database.cards() == [leia] && folder.names == ["leia.vcf"])
        #expect(try await database.sync() == SyncReport())
    }
}
