/// The initial inputs of the fuzz tests.
enum Seeds {
    static let tokens = [
        "[", "]", "{", "}", ":", ",", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "1e", "-", ".", "0",
        "9999999999999999999",
        "e999999", "true", "null", "\u{0}", "\u{FEFF}", "é", "\u{1D11E}", "$ref", "#", "~1", "(", ")", "*", "+", "?",
        "{2,}", "|", "(?=", "(?<!", "\\1", "\\k<n>", "(?<n>", "\\p{L}", "[^", "\"a\":1,", "[[[[[[[[[[",
    ]

    static let texts = [
        #"{"a":[1,2.5,-0.0e-10,null,true,false,"x\n\u00e9\ud834\udd1e"],"b":{"a":{},"c":[]},"":""}"#,
        #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c","id":4}]"#,
        "[1e400,123456789012345678901234567890,0.1000000000000000055,-9223372036854775808,18446744073709551615]",
        "\u{FEFF}{\"k\" : [ 1 , 2 ]\r\n}", "\"plain\"", "-12.5e+3", " [ ] ", "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]",
    ]

    static let yamlTokens = [
        "- ", "? ", ": ", "\n", "\n  ", "\n\t", " #", "---\n", "...\n", "&a ", "*a ", "!!str ", "!x!y ", "|", ">-",
        "|2+",
        "[", "]", "{", "}", ", ", "'", "\"", "\\", "\\u12", "%YAML 1.2\n", "\r\n", "\u{FEFF}", "é", "\u{0}", "\t",
        ".inf", "0x",
        "~", "&b [*a, *a, *a]", "    ",
    ]

    static let yamlTexts = [
        "# c\na: 1\nb:\n  - x: [1, {y: 2}]\n  - 'it''s'\n  -\n    - \"\\u00e9\\n \\\n   x\"\nc: |\n  text\n   more\n\n  end\nd: >-\n  f\n  g\n",
        "%YAML 1.2\n%TAG !e! tag:x,2000:\n--- !e!t\n&a key: &b value\n? *b\n: *b\n...\n---\n- - - a\n  - b\n- !!int 3\n",
        "{a: [b, c: d, ? e : f], \"g\":h, i, }\n",
        "plain\n multi\n\n line # c\n",
        "- &x {k: v}\n- *x\n- [*x, *x]\n- ? |\n    k\n  : v\n",
    ]

    static let keywords = [
        "$ref", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$schema", "$defs", "allOf", "anyOf", "oneOf", "not",
        "if", "then", "else", "properties", "patternProperties", "additionalProperties", "propertyNames", "items",
        "prefixItems", "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems", "type",
        "enum", "const", "multipleOf", "minimum", "maximum", "pattern", "format", "required", "dependentRequired",
        "dependentSchemas", "dependencies", "uniqueItems", "minLength", "maxItems", "minProperties",
    ]

    static let schemas = [
        """
        {"$id":"https://example.com/tree","$dynamicAnchor":"node","type":"object","properties":{"data":true,
        "children":{"type":"array","items":{"$dynamicRef":"#node"}}},"unevaluatedProperties":false}
        """,
        """
        {"type":["array","null"],"minItems":1,"prefixItems":[{"type":"integer"},{"enum":[1,"a",null]}],
        "items":{"$ref":"#/$defs/name"},"contains":{"const":1},"maxContains":2,"uniqueItems":true,
        "$defs":{"name":{"type":"string","minLength":1,"maxLength":5,"pattern":"^[a-z]+$","format":"uri"}}}
        """,
        """
        {"anyOf":[{"properties":{"a":{"multipleOf":0.01}},"required":["a"]},{"$ref":"#b"}],
        "oneOf":[{"type":"object"},{"type":"string"}],"not":{"minProperties":9},
        "$defs":{"b":{"$anchor":"b","patternProperties":{"^x":{"minimum":1,"exclusiveMaximum":9}},
        "propertyNames":{"maxLength":3},"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"maxProperties":2}}}},
        "if":{"required":["k"]},"then":{"unevaluatedProperties":{"type":"number"}},"else":true}
        """,
        #"{"allOf":[{"prefixItems":[true]},{"contains":{"type":"string"}}],"unevaluatedItems":{"type":"null"}}"#,
        ##"{"$schema":"https://json-schema.org/draft/2019-09/schema","items":[true,1],"additionalItems":{"$recursiveRef":"#"}}"##,
        #"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#,
    ]

    static let patterns = [
        "^(a+)+$", "(a|b|ab)*c", #"^(?<year>\d{4})-(\d{2})\k<year>?$"#, #"(?<=\$)\d+(?!\.)"#,
        #"[\w.-]+@[\w-]+\.\w{2,}"#,
        #"^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$"#, #"\p{Lu}\P{Ll}*\b"#, #"([ab])\1{2,3}(x|y)*?\2"#,
        #"[^\d\s]{1,300}\u{1F600}?"#,
    ]

    static let subjects = [
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "2024-02-29", "abababababc", "é😀x", "a@b.example", "",
    ]
}
