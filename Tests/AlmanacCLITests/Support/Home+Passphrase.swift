import SQLite

extension Home {
    /// Sets the passphrase of an account to “open sesame”, with a hash of the lowest cost, which is computed faster.
    func setPassphrase(of account: String) throws {
        try Connection(at: store, mode: .readWrite).run(
            "UPDATE account SET passphrase_hash = ?1 WHERE name = ?2",
            binding: "$y$j75$mUucqJQNlYtbu6AYjcZhQ/$ZXARxqpdmmjNWovqGC3JkjdKu7Xw/rXajCzVbrw0NQD", account)
    }

    /// Ends the delay of the next sign-in after a wrong passphrase.
    func endSignInDelay() throws {
        try Connection(at: store, mode: .readWrite).execute("UPDATE account SET failures = 0, retry_at = NULL")
    }
}
