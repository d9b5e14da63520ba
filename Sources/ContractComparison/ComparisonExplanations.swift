import ContractChecking

extension ComparisonRule {
    package var explanation: Rule.Explanation {
        switch self {
        case .serviceAdded:
            explain(
                "A service has a contract that had none.",
                "new: Contracts/shop/contract.json",
                providerFirst)
        case .serviceRemoved:
            explain(
                "A service has no contract any more, so that nothing of it is checked.",
                "old: Contracts/shop/contract.json",
                "Remove the client's code for the service in the same merge, or keep its contract.")
        case .originChanged:
            explain(
                "Requests go to another scheme, host or port.",
                #"old: "origin": "https://a.example.com"\#nnew: "origin": "https://b.example.com""#,
                together)
        case .modelAdded:
            explain(
                "A Swift type came under contract.",
                #"new: "models": { "User": … }"#,
                nothing)
        case .modelRemoved:
            explain(
                "A Swift type is not under contract any more, so that nothing of it is checked.",
                #"old: "models": { "User": … }"#,
                lessIsTried)
        case .modelRenamed:
            explain(
                "A model has another name, and otherwise the same content.",
                #"old: "models": { "User": … }\#nnew: "models": { "Person": … }"#,
                #"Bind the type under its new name: `Model("Person", …)`."#)
        case .modelPropertyMapped:
            explain(
                "A property of a Swift type came under contract.",
                #"new: "properties": { "email": "/mail" }"#,
                "Add the property to the type, if it is not there yet.")
        case .modelPropertyUnmapped:
            explain(
                "A property of a Swift type is gone, and with it what reads it.",
                #"old: "properties": { "email": "/mail" }"#,
                "Remove the property, and what uses it, in the same merge; a release of the type is a major one.")
        case .modelPropertyRemapped:
            explain(
                "A property of a Swift type is read from another place.",
                #"old: "email": "/mail"\#nnew: "email": "/contact/mail""#,
                "Change the initializer in the same merge; until the provider sends both, old clients read nothing there."
            )
        case .conversionChanged:
            explain(
                "A property of a Swift type is made of its JSON in another way.",
                #"old: "date": { "pointer": "/date", "as": "epoch-seconds" }\#nnew: "date": { "pointer": "/date", "as": "date-time" }"#,
                "Change the initializer in the same merge.")
        case .loosenessAdded:
            explain(
                "Something that was a finding is none any more: a model may take or leave more, or a builder may add a header.",
                #"old: "bridging": "deny"\#nnew: "bridging": "allow""#,
                "Make the code meet the strict contract instead, or say in the merge why it cannot.")
        case .loosenessRemoved:
            explain(
                "Something that was allowed by name is a finding now.",
                #"old: "allowedHeaders": ["X-Trace"]\#nnew: no "allowedHeaders""#,
                "Change the initializer or the builder in the same merge.")
        case .toleranceChanged:
            explain(
                "What a model makes of values that its schema does not accept is promised otherwise.",
                #"new: "size": { "otherwise": "unknown" }"#,
                "Change the initializer in the same merge: a promise is held to, and so is that there is none.")
        case .endpointAdded:
            explain(
                "A kind of call is new, and the provider must serve it.",
                #"new: "endpoints": { "search": … }"#,
                providerFirst)
        case .endpointRemoved:
            explain(
                "A kind of call is gone, so that client code that makes it has no contract.",
                #"old: "endpoints": { "search": … }"#,
                "Remove the client call in the same merge, or keep the endpoint.")
        case .endpointRenamed:
            explain(
                "An endpoint has another name, and calls what it called.",
                #"old: "endpoints": { "getPet": { … } }"\#nnew: "endpoints": { "pet": { … } }"#,
                "Use the new name in the bindings, cases and scenarios of the service.")
        case .usesChanged:
            explain(
                "A client call is made of other requests than before.",
                #"old: "uses": ["page"]\#nnew: "uses": ["page", "rest"]"#,
                "Change the client call in the same merge, and record its cases again.")
        case .definitionAdded:
            explain(
                "A schema under `$defs` is new; what that means is told where it is referred to.",
                #"new: "$defs": { "id": { "type": "string" } }"#,
                nothing)
        case .definitionRemoved:
            explain(
                "A schema under `$defs` is gone; what that means is told where it was referred to.",
                #"old: "$defs": { "id": { "type": "string" } }"#,
                nothing)
        case .argumentAdded:
            explain(
                "A call takes an argument more; breaking unless it may be left out, which it may where its schema accepts null.",
                #"new: "arguments": { "page": { "type": "integer" } }"#,
                "Let its schema accept null, or change every call of the builder in the same merge.")
        case .argumentRemoved:
            explain(
                "A call takes an argument less.",
                #"old: "arguments": { "page": { "type": "integer" } }"#,
                "Change every call of the builder in the same merge.")
        case .argumentRenamed:
            explain(
                "An argument is called otherwise; what is sent is the same.",
                #"old: "path": "/items/{id}"\#nnew: "path": "/items/{itemId}""#,
                "Use the new name in the bindings and cases of the endpoint.")
        case .argumentSecrecyChanged:
            explain(
                "An argument became a secret, or is none any more.",
                #"new: "token": { "type": "string", "format": "password" }"#,
                "Record its cases again, and look at what is in the recordings before you commit them.")
        case .methodChanged:
            explain(
                "A request has another method.",
                #"old: "method": "POST"\#nnew: "method": "PUT""#,
                together)
        case .pathChanged:
            explain(
                "A request has another path.",
                #"old: "path": "/v1/items"\#nnew: "path": "/v2/items""#,
                together)
        case .queryAdded:
            explain(
                "A request has a query parameter more.",
                #"new: "query": { "limit": 10 }"#,
                providerFirst)
        case .queryRemoved:
            explain(
                "A request has a query parameter less.",
                #"old: "query": { "limit": 10 }"#,
                providerFirst)
        case .queryChanged:
            explain(
                "A query parameter has another value, or another schema.",
                #"old: "query": { "limit": 10 }\#nnew: "query": { "limit": 20 }"#,
                providerFirst)
        case .requestHeaderAdded:
            explain(
                "A request has a header more.",
                #"new: "headers": { "Accept": "application/json" }"#,
                providerFirst)
        case .requestHeaderRemoved:
            explain(
                "A request has a header less.",
                #"old: "headers": { "Accept": "application/json" }"#,
                providerFirst)
        case .requestHeaderChanged:
            explain(
                "A header of a request has another value, or another schema.",
                #"old: "Accept": "text/html"\#nnew: "Accept": "application/json""#,
                providerFirst)
        case .requestBodyChanged:
            explain(
                "A request has another body, or one of another kind.",
                #"old: "body": { "name": "{name}" }\#nnew: "body": { "title": "{name}" }"#,
                together)
        case .formFieldAdded:
            explain(
                "A form has a field more.",
                #"new: "form": { "page": 1 }"#,
                providerFirst)
        case .formFieldRemoved:
            explain(
                "A form has a field less.",
                #"old: "form": { "page": 1 }"#,
                providerFirst)
        case .formFieldChanged:
            explain(
                "A field of a form has another value, or another schema.",
                #"old: "form": { "page": 1 }\#nnew: "form": { "page": 2 }"#,
                providerFirst)
        case .timeoutChanged:
            explain(
                "A request gives up after another time.",
                #"old: "timeout": 10\#nnew: "timeout": 5"#,
                "Look at how long the provider takes: `contracts verify --mode live`.")
        case .statusAdded:
            explain(
                "A call may be answered with a status that it could not have before.",
                #"new: "responses": { "429": … }"#,
                "Add a case for it, so that what the client makes of it is checked.")
        case .statusRemoved:
            explain(
                "A call is not answered with a status any more; breaking for the client where that was a success.",
                #"old: "responses": { "200": … }\#nnew: "responses": { "201": … }"#,
                providerFirst)
        case .contentTypeChanged:
            explain(
                "A response has another media type.",
                #"old: "content": "application/json"\#nnew: "content": "application/hal+json""#,
                clientFirst)
        case .charsetChanged:
            explain(
                "A response's text has another encoding.",
                #"new: "charset": "iso-8859-1""#,
                clientFirst)
        case .prefixChanged:
            explain(
                "A response has another fixed text before its body, or none.",
                #"new: "prefix": ")]}'\n""#,
                clientFirst)
        case .responseHeaderAdded:
            explain(
                "A response must have a header more.",
                #"new: "headers": { "ETag": { "minLength": 1 } }"#,
                providerFirst)
        case .responseHeaderRemoved:
            explain(
                "A response need not have a header any more.",
                #"old: "headers": { "ETag": { "minLength": 1 } }"#,
                clientFirst)
        case .responseHeaderChanged:
            explain(
                "A header of a response has another value, or another schema.",
                #"old: "ETag": { "minLength": 1 }\#nnew: "ETag": { "minLength": 8 }"#,
                clientFirst)
        case .responseBodyChanged:
            explain(
                "A response's text or bytes are described in another way.",
                #"old: "text": "ok"\#nnew: "text": "done""#,
                clientFirst)
        case .responseModelChanged:
            explain(
                "Other models are made of a response than before.",
                #"old: "models": { "/*": "User" }\#nnew: no "models""#,
                "Look at whether the client call reads the response so.")
        case .propertyAdded:
            explain(
                "An object has a property more.",
                #"new: "properties": { "mail": { "type": "string" } }"#,
                "Nothing where it is optional in a response; else as for a property that became required.")
        case .propertyRemoved:
            explain(
                "An object has a property less.",
                #"old: "properties": { "mail": { "type": "string" } }"#,
                clientFirst)
        case .propertyBecameRequired:
            explain(
                "A property must be there now: breaking for who sends it.",
                #"old: "required": []\#nnew: "required": ["id"]"#,
                providerFirst)
        case .propertyBecameOptional:
            explain(
                "A property may be missing now: breaking for who reads it.",
                #"old: "required": ["id"]\#nnew: "required": []"#,
                "Make the Swift property optional, or give it a default; release that before the provider leaves it out."
            )
        case .becameNullable:
            explain(
                "A value may be null now: breaking for who reads it.",
                #"old: "type": "string"\#nnew: "type": ["string", "null"]"#,
                "Make the Swift property optional; release that before the provider sends null.")
        case .noLongerNullable:
            explain(
                "A value may not be null any more: breaking for who sends it.",
                #"old: "type": ["string", "null"]\#nnew: "type": "string""#,
                providerFirst)
        case .typeWidened:
            explain(
                "A value may have more types: breaking for who reads it.",
                #"old: "type": "integer"\#nnew: "type": "number""#,
                clientFirst)
        case .typeNarrowed:
            explain(
                "A value may have fewer types: breaking for who sends it.",
                #"old: "type": "number"\#nnew: "type": "integer""#,
                providerFirst)
        case .typeChanged:
            explain(
                "A value has another type.",
                #"old: "type": "string"\#nnew: "type": "integer""#,
                together)
        case .enumValueAdded:
            explain(
                "A value may be one that it could not be: breaking for who reads it.",
                #"old: "enum": ["open"]\#nnew: "enum": ["open", "closed"]"#,
                "Give the Swift enum a case for it, or for whatever is unknown, before the provider sends it.")
        case .enumValueRemoved:
            explain(
                "A value may not be one that it could be: breaking for who sends it.",
                #"old: "enum": ["open", "closed"]\#nnew: "enum": ["open"]"#,
                providerFirst)
        case .boundTightened:
            explain(
                "A bound, pattern or format leaves less: breaking for who sends the value.",
                #"old: "maxLength": 80\#nnew: "maxLength": 40"#,
                providerFirst)
        case .boundLoosened:
            explain(
                "A bound, pattern or format leaves more: breaking for who reads the value.",
                #"old: "maximum": 5\#nnew: "maximum": 10"#,
                clientFirst)
        case .boundChanged:
            explain(
                "A pattern, format or multiple is another one.",
                #"old: "format": "date"\#nnew: "format": "date-time""#,
                together)
        case .additionalPropertiesClosed:
            explain(
                "An object may not have properties that are not listed any more.",
                #"new: "additionalProperties": false"#,
                providerFirst)
        case .additionalPropertiesOpened:
            explain(
                "An object may have properties that are not listed.",
                #"old: "additionalProperties": false"#,
                clientFirst)
        case .alternativeAdded:
            explain(
                "A value may take a form of `anyOf` or `oneOf` that it could not: breaking for who reads it.",
                #"old: "anyOf": [A]\#nnew: "anyOf": [A, B]"#,
                clientFirst)
        case .alternativeRemoved:
            explain(
                "A value may not take a form of `anyOf` or `oneOf` that it could: breaking for who sends it.",
                #"old: "anyOf": [A, B]\#nnew: "anyOf": [A]"#,
                providerFirst)
        case .constraintAdded:
            explain(
                "A value must meet a schema where it could be anything.",
                #"old: "type": "array"\#nnew: "type": "array", "items": { "type": "string" }"#,
                providerFirst)
        case .constraintRemoved:
            explain(
                "A value may be anything where it had to meet a schema.",
                #"old: "type": "array", "items": { "type": "string" }\#nnew: "type": "array""#,
                clientFirst)
        case .schema:
            explain(
                "A schema or the contract changed in a way that no other rule names.",
                #"new: "dependentRequired": { "card": ["address"] }"#,
                "Look at both revisions: who may send or must read something else now?")
        case .annotation:
            explain(
                "Something changed that decides nothing: an example, a default.",
                #"old: "default": 1\#nnew: "default": 2"#,
                nothing)
        case .caseAdded:
            explain(
                "A call more is tried.",
                #"new: "cases": [{ "name": "no results", "status": 200 }]"#,
                nothing)
        case .caseRemoved:
            explain(
                "A call is no longer tried.",
                #"old: "cases": [{ "name": "no results", "status": 200 }]"#,
                lessIsTried)
        case .caseChanged:
            explain(
                "A call is tried with other arguments, or is or is not a health check.",
                #"old: "arguments": { "tag": "a" }\#nnew: "arguments": { "tag": "b" }"#,
                "Record the case again.")
        case .caseExpectationChanged:
            explain(
                "A call must come to something else.",
                #"old: "throws": "notFound"\#nnew: "throws": "gone""#,
                "Look at who relies on it: what catches the error, what uses the value that is returned.")
        case .rejectAdded:
            explain(
                "A request builder must refuse arguments that it was not asked to refuse.",
                #"new: "rejects": [{ "name": "no tag", "arguments": { "tag": "" }, "throws": "emptyTag" }]"#,
                "Change the builder in the same merge; look at what calls it with these arguments.")
        case .rejectRemoved:
            explain(
                "A request builder is no longer asked to refuse arguments.",
                #"old: "rejects": [{ "name": "no tag", … }]"#,
                lessIsTried)
        case .rejectChanged:
            explain(
                "A request builder must refuse other arguments, or in another way.",
                #"old: "throws": "emptyTag"\#nnew: "throws": "invalidTag""#,
                "Look at who catches the error.")
        case .faultAdded:
            explain(
                "What a client call ends in is asked for one fault more.",
                #"new: "faults": { "timeout": "offline" }"#,
                nothing)
        case .faultRemoved:
            explain(
                "What a client call ends in is asked for one fault less.",
                #"old: "faults": { "timeout": "offline" }"#,
                lessIsTried)
        case .faultErrorChanged:
            explain(
                "A client call ends in another error.",
                #"old: "timeout": "offline"\#nnew: "timeout": "tryAgain""#,
                "Look at who catches the error.")
        case .scenarioAdded:
            explain(
                "Calls that share state are tried.",
                #"new: "scenarios": { "sign in and out": […] }"#,
                nothing)
        case .scenarioRemoved:
            explain(
                "Calls that share state are no longer tried.",
                #"old: "scenarios": { "sign in and out": […] }"#,
                lessIsTried)
        case .scenarioChanged:
            explain(
                "A step of a scenario is new, gone or another one.",
                #"old: { "endpoint": "signOut", "status": 200 }\#nnew: { "endpoint": "signOut", "status": 204 }"#,
                "Record the scenario again.")
        case .recordingAdded:
            explain(
                "A case or scenario has a recording that had none.",
                "new: Recordings/shop/list.some.har",
                nothing)
        case .recordingRemoved:
            explain(
                "A case or scenario has no recording any more, so that it cannot be replayed.",
                "old: Recordings/shop/list.some.har",
                "Record it again: `contracts record --only-missing`.")
        case .recordingChanged:
            explain(
                "A recording differs in what a client can rely on: a status, a type, a property.",
                "/results/*/mail is gone",
                "Look at whether the contract says so, too: `contracts verify` shows what it does to the models.")
        }
    }

    private func explain(_ summary: String, _ example: String, _ remedy: String) -> Rule.Explanation {
        Rule.Explanation(summary: summary, example: example, remedy: remedy)
    }

    // The same advice stands under many rules, so that each can be read alone.
    private var clientFirst: String {
        "Make the Swift code cope with both contracts and release it, before the provider makes use of the new one."
    }
    private var providerFirst: String {
        "Make sure that the provider does so already, then merge: `contracts verify --mode live` shows it."
    }
    private var together: String {
        "Change the client in the same merge, and ask the provider whether both forms are served for a time."
    }
    private var lessIsTried: String {
        "Keep it, unless it is tried elsewhere; say in the merge why it went."
    }
    private var nothing: String {
        "Nothing: it is told so that the list of changes is whole."
    }
}
