/// What people and programs call things, in small letters.
extension ContactHeadings {
    /// Beside the headings that Almanac writes.
    static let singles = [
        "prefix": "prefix", "given name": "given", "firstname": "given", "forename": "given",
        "additional name": "middle", "lastname": "family", "family name": "family", "surname": "family",
        "suffix": "suffix", "nick name": "nickname", "phonetic middle name": "phonetic",
        "phonetic last name": "phonetic", "given name yomi": "phonetic", "additional name yomi": "phonetic",
        "family name yomi": "phonetic", "given yomi": "phonetic", "surname yomi": "phonetic",
        "organization": "organization", "organisation": "organization", "company": "organization",
        "org": "organization", "employer": "organization", "department": "department", "title": "title",
        "job title": "title", "position": "title", "role": "title", "date of birth": "birthday",
        "birth date": "birthday", "dob": "birthday",
    ]

    static let others: [String: ContactColumn] = [
        "name": .name, "full name": .name, "display name": .name, "file as": .name, "notes": .note, "note": .note,
        "comment": .note, "comments": .note, "labels": .group, "group membership": .group, "groups": .group,
        "categories": .group, "tags": .group, "uid": .uid, "birth year": .datePart(.birthday, .year),
        "birth month": .datePart(.birthday, .month), "birth day": .datePart(.birthday, .day),
        "anniversary year": .datePart(.anniversary, .year), "anniversary month": .datePart(.anniversary, .month),
        "anniversary day": .datePart(.anniversary, .day),
    ]

    static let values: [String: (field: RepeatedField, label: String)] = [
        "email": (.email, ""), "e-mail": (.email, ""), "mail": (.email, ""), "email address": (.email, ""),
        "e-mail address": (.email, ""), "e-mail 2 address": (.email, ""), "e-mail 3 address": (.email, ""),
        "primary email": (.email, ""), "secondary email": (.email, ""), "home email": (.email, "home"),
        "work email": (.email, "work"), "phone": (.phone, ""), "phone number": (.phone, ""),
        "telephone": (.phone, ""), "tel": (.phone, ""), "mobile": (.phone, "mobile"), "cell": (.phone, "mobile"),
        "mobile phone": (.phone, "mobile"), "mobile number": (.phone, "mobile"), "cell phone": (.phone, "mobile"),
        "home phone": (.phone, "home"), "home phone 2": (.phone, "home"), "work phone": (.phone, "work"),
        "business phone": (.phone, "work"), "business phone 2": (.phone, "work"), "other phone": (.phone, "other"),
        "primary phone": (.phone, "main"), "company main phone": (.phone, "company"), "car phone": (.phone, "car"),
        "assistant's phone": (.phone, "assistant"), "callback": (.phone, "callback"), "isdn": (.phone, "isdn"),
        "radio phone": (.phone, "radio"), "tty/tdd phone": (.phone, "tty"), "telex": (.phone, "telex"),
        "pager": (.phone, "pager"), "pager number": (.phone, "pager"), "fax": (.phone, "fax"),
        "fax number": (.phone, "fax"), "home fax": (.phone, "home fax"), "business fax": (.phone, "work fax"),
        "other fax": (.phone, "other fax"), "website": (.url, ""), "web page": (.url, ""), "url": (.url, ""),
        "web page 1": (.url, "work"), "web page 2": (.url, "home"), "business web page": (.url, "work"),
        "personal web page": (.url, "home"), "homepage": (.url, ""), "im": (.im, ""), "im address": (.im, ""),
        "imaddress": (.im, ""), "screen name": (.im, ""), "spouse": (.relation, "spouse"),
        "children": (.relation, "child"), "manager's name": (.relation, "manager"),
        "assistant's name": (.relation, "assistant"),
    ]
}
