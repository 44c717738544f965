import Testing

@testable import Interchange

@Suite("Distinguished names")
struct DistinguishedNameTests {
    @Test(
        "The UID is the user ID if the distinguished name has no other part, or else the entire name in lowercase",
        arguments: [
            ("uid=Leia", "Leia"), ("UID= Leia", "Leia"), ("uid=Leia,DC=X", "uid=leia,dc=x"), ("cn=Leia", "cn=leia"),
            ("cn=Leia Organa ,OU= X", "cn=leia organa,ou=x"), ("Leia", "Leia"), ("", nil), ("a,cn=B", "cn=b"),
        ] as [(String, String?)])
    func uids(text: String, uid: String?) { #expect(DistinguishedName(text).uid == uid) }

    @Test(
        "Values end at unescaped separators, and escapes are decoded",
        arguments: [
            ("cn=a\\,b,sn=x", "a,b"), ("cn=a\\2Cb+sn=x", "a,b"), ("cn=a;sn=x", "a"), ("cn=\\4C\\C3\\A9,sn=x", "Lé"),
            ("sn=x, CN =  a b", "a b"), ("cn=a\\", "a\\"), ("cn=a\\4", "a4"), ("cn=a\\\\,sn=x", "a\\"),
            ("cn=a=b", "a=b"),
            ("sn=x", nil), ("cn=a,cn=b", "a"), ("cn=\\zz", "zz"),
        ] as [(String, String?)])
    func values(text: String, name: String?) { #expect(DistinguishedName(text)["cn"] == name) }

    @Test(
        "A member is identified by the email address, or else by the UID",
        arguments: [
            ("cn=A,mail=a@b.example", "mailto:a@b.example"), ("uid=a", "a"), ("cn=A,dc=x", "cn=a,dc=x"), ("", nil),
        ] as [(String, String?)])
    func members(text: String, member: String?) { #expect(DistinguishedName(text).member == member) }

    @Test(
        "A UID is escaped in the distinguished name",
        arguments: [
            ("leia", "uid=leia"), ("a\u{1}\u{1F}b", "uid=a\\01\\1Fb"), ("\n", "uid=\\0A"), ("a b+c", "uid=a\\ b\\+c"),
            ("é\u{7F}", "uid=é\u{7F}"), (#"<a>;"#, #"uid=\<a\>\;"#),
        ])
    func names(uid: String, name: String) {
        #expect(DistinguishedName.name(ofUID: uid) == name)
        #expect(DistinguishedName(name).uid == uid)
    }
}
