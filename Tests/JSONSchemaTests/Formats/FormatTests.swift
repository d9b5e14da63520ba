import JSONSchema
import Testing

@Suite struct FormatTests {
    // The explicit type saves many seconds of type inference.
    private static let texts: [(String, String, Bool)] = [
        ("date-time", "1998-12-31T23:59:60Z", true), ("date-time", "1998-12-31T15:59:60.123-08:00", true),
        ("date-time", "1998-12-31T22:59:60Z", false), ("date-time", "2024-02-30T00:00:00Z", false),
        ("date-time", "2024-02-29 00:00:00Z", false), ("date-time", "2024-02-29t00:00:00z", true),
        ("date-time", "2024-02-29T24:00:00Z", false), ("date-time", "2024-02-29T00:00:00", false),
        ("date-time", "2024-02-29T00:00:00+24:00", false), ("date-time", "2024-02-29T00:00:00.Z", false),
        ("date", "2100-02-29", false), ("date", "2000-02-29", true), ("date", "2024-1-01", false),
        ("date", "２024-01-01", false),
        ("time", "08:30:06.283185Z", true), ("time", "08:30:06", false), ("time", "23:59:60+00:00", true),
        ("time", "00:29:60+00:30", true), ("duration", "P4DT12H30M5S", true), ("duration", "P2W", true),
        ("duration", "P1Y2W", false), ("duration", "PT", false), ("duration", "P1YT", false), ("duration", "P", false),
        ("duration", "PT1D", false), ("duration", "P1D2H", false), ("duration", "PT1H2S", false),
        ("duration", "P1Y2D", false),
        ("email", "joe.bloggs@example.com", true), ("email", "\"joe bloggs\"@example.com", true),
        ("email", "te..st@example.com", false),
        ("email", ".test@example.com", false), ("email", "joe@[127.0.0.1]", true), ("email", "joe@[IPv6:::1]", true),
        ("email", "joe@[127.0.0.300]", false), ("email", "@example.com", false), ("email", "joe", false),
        ("email", "a@b=c.com", false),
        ("idn-email", "실례@실례.테스트", true), ("idn-email", "2962", false),
        ("ipv4", "255.255.255.255", true), ("ipv4", "087.10.0.1", false), ("ipv4", "1.2.3", false),
        ("ipv4", "1.2.3.4 ", false),
        ("ipv4", "256.0.0.1", false), ("ipv6", "::", true), ("ipv6", "::1", true), ("ipv6", "1:2:3:4:5:6:7:8", true),
        ("ipv6", "1:2:3:4:5:6:7::", true), ("ipv6", "::1:2:3:4:5:6:7:8", false), ("ipv6", "1::2::3", false),
        ("ipv6", "::ffff:192.168.0.1", true), ("ipv6", "1:2:3:4:5:6:7:1.2.3.4", false), ("ipv6", "fe80::a%eth1", false),
        ("ipv6", "12345::", false), ("ipv6", ":2:3:4:5:6:7:8", false), ("ipv6", "1:2:3:4:5:6:7:", false),
        ("ipv6", "", false),
        ("ipv6", "::1:", false), ("ipv6", "1.2.3.4", false), ("ipv6", "::1.2.3.4:5", false),
        ("uri", "http://foo.bar/?baz=qux#quux", true), ("uri", "//foo.bar", false), ("uri", "/abc", false),
        ("uri", "urn:oasis:x", true),
        ("uri", "http://[::1]:80/a", true), ("uri", "http://[::1", false), ("uri", "http://a b", false),
        ("uri", "http://a/%zz", false),
        ("uri", "http://a:b/c", false), ("uri", "mailto:a@b", true), ("uri", "http://é", false), ("uri", "1a:b", false),
        ("uri", "http://[v1.x:y]/", true), ("uri-reference", "../a?b#c", true), ("uri-reference", "a:b/c", true),
        ("uri-reference", "1:b", false), ("uri-reference", "", true), ("uri-reference", "\\\\share", false),
        ("iri", "http://ƒøø.ßår/?∂éœ=πîx#πîüx", true), ("iri-reference", "/âππ", true), ("iri", "/âππ", false),
        ("uuid", "2EB8AA08-aa98-11ea-B4AA-73B441D16380", true), ("uuid", "2eb8aa08aa9811eab4aa73b441d16380", false),
        ("uuid", "2eb8aa08-aa98-11ea-b4ga-73b441d16380", false), ("uri-template", "http://a/{?x,y*,z:3}", true),
        ("uri-template", "http://a/{x", false), ("uri-template", "{}", false), ("uri-template", "{x:0}", false),
        ("uri-template", "{a..b}", false),
        ("json-pointer", "/a~1b/~0", true), ("json-pointer", "/a~2", false), ("json-pointer", "a", false),
        ("json-pointer", "#/a", false),
        ("relative-json-pointer", "1/a", true), ("relative-json-pointer", "0#", true),
        ("relative-json-pointer", "01", false),
        ("relative-json-pointer", "/a", false), ("relative-json-pointer", "0##", false), ("regex", "^(abc]", false),
        ("hostname", "a.b-c.1", true), ("hostname", "-a", false), ("hostname", "a_b", false),
        ("hostname", "xn--nxasmq6b", true),
        ("idn-hostname", "例え.テスト", true), ("idn-hostname", "a\u{302E}", false), ("idn-hostname", "ß.de", true),
        ("not-a-format", "anything", true),
    ]

    @Test(arguments: texts)
    func validatesStringsOnlyIfAsserted(format: String, text: String, isValid: Bool) throws {
        #expect(try Schema(["format": .string(format)], formats: .assert).accepts(.string(text)) == isValid)
        #expect(try Schema(["format": .string(format)]).accepts(.string(text)))
    }

    @Test func acceptsOtherTypes() throws {
        let schema = try Schema(["format": "ipv4"], formats: .assert)
        #expect(schema.accepts(1) && schema.accepts(.null) && schema.accepts([]) && schema.accepts([:]))
    }
}
