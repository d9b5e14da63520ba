/// The JSON Schema of contract files, as `Contracts/contract.schema.json` of this package has it, for folders that have none.
enum ContractSchemaText {
    // The lines of the text are those of the file, so they keep their length.
    static let text = ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "contract.schema.json",
          "title": "Contract of a service",
          "description": "What client code expects of one service: its models, its endpoints with the cases that are tried, and scenarios of calls that share state. The file is SERVICE/contract.json.",
          "type": "object",
          "required": ["service", "origin"],
          "anyOf": [{ "required": ["models"] }, { "required": ["endpoints"] }],
          "additionalProperties": false,
          "properties": {
            "$schema": {
              "description": "Where this schema is, so that an editor completes and checks the contract.",
              "type": "string",
              "format": "uri-reference"
            },
            "service": {
              "description": "The service's name, which is also the name of the contract's folder.",
              "$ref": "#/$defs/name"
            },
            "summary": { "$ref": "#/$defs/summary" },
            "origin": {
              "description": "Where the service is; every path of a request is below it.",
              "$ref": "#/$defs/origin"
            },
            "models": {
              "description": "The Swift types that are made from JSON, by name.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/name" },
              "additionalProperties": { "$ref": "#/$defs/model" }
            },
            "endpoints": {
              "description": "The kinds of call that the service knows, by name.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/name" },
              "additionalProperties": { "$ref": "#/$defs/endpoint" }
            },
            "scenarios": {
              "description": "Calls in a row that share state, by name.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/name" },
              "additionalProperties": { "$ref": "#/$defs/scenario" }
            },
            "health": {
              "description": "The limits of health checks, for every endpoint that does not set its own.",
              "$ref": "#/$defs/healthLimits",
              "unevaluatedProperties": false
            },
            "$defs": {
              "description": "Schemas that others refer to.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/schema" }
            }
          },
          "$defs": {
            "schema": {
              "description": "A JSON Schema (2020-12) without unknown keywords. A $ref may point inside the contract or into a file beside it.",
              "$dynamicAnchor": "meta",
              "$ref": "https://json-schema.org/draft/2020-12/schema",
              "unevaluatedProperties": false
            },
            "name": {
              "description": "A name that stands in file names and in the identifiers of checks; two names must differ in more than letter case.",
              "type": "string",
              "minLength": 1,
              "maxLength": 100,
              "pattern": "^(?![. ])[^/\\\\:*?\"<>|\\u0000-\\u001F\\u007F]*[^/\\\\:*?\"<>|\\u0000-\\u001F\\u007F ]$"
            },
            "identifier": {
              "description": "A name that can stand in a placeholder.",
              "type": "string",
              "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
            },
            "summary": { "description": "What it is, in a sentence.", "type": "string", "minLength": 1 },
            "origin": {
              "description": "Scheme, host and, if need be, port, without a path.",
              "type": "string",
              "pattern": "^https?://[^/?#@ ]+$"
            },
            "template": {
              "description": "A text in which {name} stands for an argument or capture, {env:NAME} for an environment variable, and {{ for a brace. A text that is one placeholder and nothing else takes the type of the value.",
              "type": "string",
              "pattern": "^([^{]|\\{\\{|\\{(env:)?[A-Za-z_][A-Za-z0-9_]*\\})*$"
            },
            "value": {
              "description": "A JSON value whose strings are templates.",
              "anyOf": [
                { "$ref": "#/$defs/template" },
                { "type": ["number", "boolean", "null"] },
                { "type": "array", "items": { "$ref": "#/$defs/value" } },
                { "type": "object", "additionalProperties": { "$ref": "#/$defs/value" } }
              ]
            },
            "expectation": {
              "description": "A value to be equal to, or a JSON Schema that the decoded text must satisfy.",
              "if": { "type": "object" },
              "then": { "$ref": "#/$defs/schema" },
              "else": { "anyOf": [{ "$ref": "#/$defs/template" }, { "type": ["number", "boolean"] }] }
            },
            "expectations": {
              "description": "By name, one expectation, or a list of them where the name stands several times.",
              "type": "object",
              "propertyNames": { "minLength": 1 },
              "additionalProperties": {
                "if": { "type": "array" },
                "then": { "minItems": 1, "items": { "$ref": "#/$defs/expectation" } },
                "else": { "$ref": "#/$defs/expectation" }
              }
            },
            "headers": {
              "description": "Headers by name, in any letter case.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/token" },
              "additionalProperties": { "$ref": "#/$defs/expectation" }
            },
            "token": {
              "description": "A name of RFC 9110, section 5.6.2.",
              "type": "string",
              "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
            },
            "mediaType": {
              "description": "A media type; its parameters do not take part, except charset.",
              "type": "string",
              "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+/[A-Za-z0-9!#$%&'*+.^_`|~-]+( *; *[A-Za-z0-9!#$%&'*+.^_`|~-]+=([A-Za-z0-9!#$%&'*+.^_`|~-]+|\"[^\"]*\"))*$"
            },
            "pointer": { "description": "A JSON Pointer (RFC 6901).", "type": "string", "pattern": "^(/([^~/]|~[01])*)*$" },
            "errorName": {
              "description": "The case name of an error, its payload left out.",
              "type": "string",
              "minLength": 1
            },
            "status": {
              "description": "A status code, or a JSON Schema that it must satisfy.",
              "if": { "type": "object" },
              "then": { "$ref": "#/$defs/schema" },
              "else": { "type": "integer", "minimum": 100, "maximum": 599 }
            },
            "responseKey": {
              "description": "A status such as 200, a class such as 4XX, or default; after a space the name of a second shape of it.",
              "type": "string",
              "pattern": "^([1-5][0-9]{2}|[1-5]XX|default)( .*[^ ])?$"
            },
            "arguments": {
              "description": "The values of arguments, by name.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/identifier" },
              "additionalProperties": { "$ref": "#/$defs/value" }
            },
            "outcome": {
              "description": "What a call comes to: it returns what a schema accepts, or throws.",
              "properties": {
                "response": {
                  "description": "The key of the response, where a status has several shapes.",
                  "$ref": "#/$defs/responseKey"
                },
                "returns": {
                  "description": "A schema of what the client call returns, as reflected to JSON.",
                  "$ref": "#/$defs/schema"
                },
                "throws": {
                  "description": "The error that the client call ends in; without it the call must return.",
                  "$ref": "#/$defs/errorName"
                },
                "message": { "description": "The error's text as a user reads it.", "type": "string" }
              },
              "dependentSchemas": { "message": { "required": ["throws"] }, "throws": { "properties": { "returns": false } } }
            },
            "model": {
              "description": "A Swift type that is made from JSON.",
              "type": "object",
              "required": ["schema", "properties"],
              "additionalProperties": false,
              "properties": {
                "summary": { "$ref": "#/$defs/summary" },
                "schema": { "description": "What the initializer must accept, and nothing else.", "$ref": "#/$defs/schema" },
                "properties": {
                  "description": "Every stored property of the Swift value, nested ones with dots, and where its value stands in the JSON.",
                  "type": "object",
                  "propertyNames": { "pattern": "^[^.]+(\\.[^.]+)*$" },
                  "additionalProperties": { "$ref": "#/$defs/property" }
                },
                "examples": {
                  "description": "Instances that the schema accepts; probes are made of them.",
                  "type": "array",
                  "minItems": 1
                },
                "bridging": {
                  "description": "How it is told when the initializer takes a boolean for a number or a number for a boolean, as Foundation's casts do: not at all, as a warning, or as an error.",
                  "enum": ["allow", "warn", "deny"],
                  "default": "warn"
                }
              }
            },
            "property": {
              "description": "Where a property's value stands, and what it was converted from.",
              "anyOf": [
                { "$ref": "#/$defs/pointer" },
                {
                  "type": "object",
                  "required": ["pointer"],
                  "additionalProperties": false,
                  "properties": {
                    "pointer": { "$ref": "#/$defs/pointer" },
                    "as": {
                      "description": "What the property was made of: a text of RFC 3339, a number of seconds or milliseconds since 1970, the text of a URL, or the raw value of the property's type.",
                      "enum": ["date-time", "epoch-seconds", "epoch-milliseconds", "url", "raw-value"]
                    }
                  }
                }
              ]
            },
            "healthLimits": {
              "description": "When a health check counts as slow, and how steady a change must be before it is believed.",
              "type": "object",
              "properties": {
                "latency": {
                  "description": "The seconds that a call may take before the endpoint is degraded.",
                  "type": "number",
                  "exclusiveMinimum": 0
                },
                "failAfter": {
                  "description": "Rounds in a row that must be worse before the verdict is.",
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 100,
                  "default": 3
                },
                "recoverAfter": {
                  "description": "Rounds in a row that must be better before the verdict is.",
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 100,
                  "default": 2
                }
              }
            },
            "endpoint": {
              "description": "One kind of call. It has a request and responses of its own, or uses those of other endpoints.",
              "type": "object",
              "unevaluatedProperties": false,
              "properties": {
                "summary": { "$ref": "#/$defs/summary" },
                "arguments": {
                  "description": "The arguments by name, each with its schema. One whose schema accepts null may be left out; one with \"format\": \"password\" is a secret.",
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/identifier" },
                  "additionalProperties": { "$ref": "#/$defs/schema" }
                },
                "cases": {
                  "description": "Concrete calls, each recorded in a file of its own.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/case" }
                },
                "health": {
                  "description": "The limits of the endpoint's health checks, which go before those of the service.",
                  "$ref": "#/$defs/healthLimits",
                  "unevaluatedProperties": false,
                  "properties": {
                    "unsafe": {
                      "description": "Whether health checks are sent although their method may change something, such as POST. They are then not tried again.",
                      "type": "boolean",
                      "default": false
                    }
                  }
                },
                "faults": {
                  "description": "For each fault of the network, the error that the client call ends in. The first case's arguments are used.",
                  "type": "object",
                  "propertyNames": {
                    "anyOf": [
                      {
                        "enum": [
                          "unreachable",
                          "timeout",
                          "connectionLost",
                          "emptyBody",
                          "malformedBody",
                          "truncatedBody",
                          "wrongContentType",
                          "slowBody",
                          "redirectLoop",
                          "oversizedBody"
                        ]
                      },
                      { "pattern": "^status:[1-5][0-9]{2}$" }
                    ]
                  },
                  "additionalProperties": { "$ref": "#/$defs/errorName" }
                }
              },
              "if": { "required": ["uses"] },
              "then": {
                "properties": {
                  "uses": {
                    "description": "The endpoints whose requests the client call sends.",
                    "type": "array",
                    "minItems": 1,
                    "uniqueItems": true,
                    "items": { "$ref": "#/$defs/name" }
                  }
                }
              },
              "else": {
                "required": ["request", "responses"],
                "properties": {
                  "origin": {
                    "description": "Where this endpoint is, if not where the service is.",
                    "$ref": "#/$defs/origin"
                  },
                  "request": { "$ref": "#/$defs/request" },
                  "responses": {
                    "description": "The shapes of responses by status.",
                    "type": "object",
                    "minProperties": 1,
                    "propertyNames": { "$ref": "#/$defs/responseKey" },
                    "additionalProperties": { "$ref": "#/$defs/response" }
                  },
                  "rejects": {
                    "description": "Arguments that the request builder must refuse.",
                    "type": "array",
                    "items": { "$ref": "#/$defs/reject" }
                  }
                }
              }
            },
            "request": {
              "description": "The request that the builder must make, argument values filled in.",
              "type": "object",
              "required": ["method", "path"],
              "additionalProperties": false,
              "properties": {
                "method": { "description": "GET, POST and so on.", "$ref": "#/$defs/token" },
                "path": {
                  "description": "The path below the origin. A placeholder fills its part of one segment, percent-encoded.",
                  "allOf": [{ "$ref": "#/$defs/template" }, { "pattern": "^/" }]
                },
                "query": {
                  "description": "The pairs of the query, decoded; their order does not matter, and others are faults.",
                  "$ref": "#/$defs/expectations"
                },
                "headers": { "$ref": "#/$defs/headers" },
                "allowedHeaders": {
                  "description": "Headers that the builder may add; any other is a fault.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/token" }
                },
                "body": { "description": "A JSON body, compared by value.", "$ref": "#/$defs/value" },
                "bodySchema": { "description": "A schema of the JSON body.", "$ref": "#/$defs/schema" },
                "form": {
                  "description": "The fields of a body in application/x-www-form-urlencoded.",
                  "$ref": "#/$defs/expectations"
                },
                "timeout": {
                  "description": "Seconds after which the request gives up.",
                  "type": "number",
                  "exclusiveMinimum": 0
                }
              },
              "dependentSchemas": {
                "body": { "properties": { "bodySchema": false, "form": false } },
                "bodySchema": { "properties": { "form": false } }
              }
            },
            "response": {
              "description": "One shape of response.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "summary": { "$ref": "#/$defs/summary" },
                "content": { "$ref": "#/$defs/mediaType" },
                "charset": {
                  "description": "The encoding of the body's text.",
                  "enum": ["utf-8", "iso-8859-1"],
                  "default": "utf-8"
                },
                "prefix": { "description": "A fixed text before the body.", "type": "string" },
                "headers": { "description": "Headers that the response must have.", "$ref": "#/$defs/headers" },
                "schema": { "description": "A schema of the JSON body.", "$ref": "#/$defs/schema" },
                "text": { "description": "The body's text, where it is not JSON.", "$ref": "#/$defs/expectation" },
                "bytes": {
                  "description": "A binary body, by its beginning and its length.",
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
                    "prefix": {
                      "description": "The first bytes, in hexadecimal.",
                      "type": "string",
                      "pattern": "^([0-9A-Fa-f]{2})*$"
                    },
                    "minLength": { "description": "The least number of bytes.", "type": "integer", "minimum": 0 }
                  }
                },
                "models": {
                  "description": "Models that are made of parts of the body, by pointer, in which * stands for every element or member.",
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/pointer" },
                  "additionalProperties": { "$ref": "#/$defs/name" }
                }
              },
              "dependentSchemas": {
                "schema": { "properties": { "text": false, "bytes": false } },
                "text": { "properties": { "bytes": false } },
                "models": { "required": ["schema"] }
              }
            },
            "case": {
              "description": "One concrete call.",
              "type": "object",
              "required": ["name", "status"],
              "unevaluatedProperties": false,
              "properties": {
                "name": { "description": "Names the recording, too.", "$ref": "#/$defs/name" },
                "summary": { "$ref": "#/$defs/summary" },
                "status": { "description": "The status of the response.", "$ref": "#/$defs/status" },
                "arguments": { "description": "Secrets are {env:NAME}.", "$ref": "#/$defs/arguments" },
                "health": {
                  "description": "Whether the call is one of the health checks of a running service. Its method must be safe (RFC 9110, 9.2.1), unless the endpoint agrees to unsafe ones.",
                  "type": "boolean",
                  "default": false
                }
              },
              "$ref": "#/$defs/outcome"
            },
            "reject": {
              "description": "Arguments that the request builder must refuse, and how.",
              "type": "object",
              "required": ["name", "arguments", "throws"],
              "additionalProperties": false,
              "properties": {
                "name": { "$ref": "#/$defs/name" },
                "arguments": { "description": "Nothing is sent, so secrets may be literals.", "$ref": "#/$defs/arguments" },
                "throws": { "description": "The error that the builder throws.", "$ref": "#/$defs/errorName" },
                "message": { "description": "The error's text as a user reads it.", "type": "string" }
              }
            },
            "scenario": {
              "description": "Calls in a row; the first that fails ends it.",
              "type": "array",
              "minItems": 1,
              "items": { "$ref": "#/$defs/step" }
            },
            "step": {
              "description": "A call of a scenario: a case, or an endpoint with arguments; what is said here goes before what the case says.",
              "type": "object",
              "required": ["endpoint"],
              "unevaluatedProperties": false,
              "properties": {
                "endpoint": { "$ref": "#/$defs/name" },
                "case": { "description": "A case of that endpoint.", "$ref": "#/$defs/name" },
                "name": { "description": "Tells steps apart.", "$ref": "#/$defs/name" },
                "arguments": {
                  "description": "Secrets are {env:NAME} or what an earlier step captured.",
                  "$ref": "#/$defs/arguments"
                },
                "status": { "$ref": "#/$defs/status" },
                "capture": {
                  "description": "Values for later steps, by name, and where in the response each is. What comes from a header or cookie is a secret.",
                  "type": "object",
                  "minProperties": 1,
                  "propertyNames": { "$ref": "#/$defs/identifier" },
                  "additionalProperties": { "type": "string", "pattern": "^(body:(/([^~/]|~[01])*)*|(header|cookie):.+)$" }
                }
              },
              "$ref": "#/$defs/outcome"
            }
          }
        }
        """## + "\n"
}
