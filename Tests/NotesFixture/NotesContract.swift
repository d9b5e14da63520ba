/// The contract of a small service that the tests of the engine plant faults into. Lines matter: findings name them.
package enum NotesContract {
    package static let text = #"""
        {
          "service": "notes",
          "origin": "https://notes.example.com",
          "models": {
            "Note": {
              "schema": {
                "type": "object",
                "required": ["id", "title", "stars"],
                "properties": {
                  "id": { "type": "string" },
                  "title": { "type": "string" },
                  "stars": { "type": "integer", "minimum": 0, "maximum": 5 },
                  "author": { "type": ["string", "null"] }
                }
              },
              "properties": { "id": "/id", "title": "/title", "stars": "/stars", "author": "/author" },
              "examples": [ { "id": "n1", "title": "Milk", "stars": 2, "author": "Ada" } ]
            }
          },
          "endpoints": {
            "find": {
              "arguments": { "tag": { "type": "string", "minLength": 1 } },
              "request": {
                "method": "GET",
                "path": "/v1/notes",
                "query": { "tag": "{tag}", "limit": 10 },
                "headers": { "Accept": "application/json" },
                "timeout": 5
              },
              "responses": {
                "200": {
                  "content": "application/json",
                  "prefix": ")]}'\n",
                  "schema": { "type": "object", "required": ["notes"],
                    "properties": { "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } } } },
                  "models": { "/notes/*": "Note" }
                },
                "404": { "content": "application/json", "schema": { "type": "object" } }
              },
              "cases": [
                { "name": "two notes", "status": 200, "arguments": { "tag": "home & garden" },
                  "returns": { "type": "array", "minItems": 2 } },
                { "name": "no such tag", "status": 404, "arguments": { "tag": "none" },
                  "throws": "unknownTag", "message": "There is no such tag." }
              ],
              "rejects": [ { "name": "no tag", "arguments": { "tag": "" }, "throws": "emptyTag" } ],
              "faults": { "unreachable": "offline", "status:500": "server", "malformedBody": "unreadable" }
            },
            "add": {
              "arguments": { "title": { "type": "string" }, "stars": { "type": "integer", "minimum": 0, "maximum": 5 },
                             "token": { "type": "string", "format": "password" } },
              "request": {
                "method": "POST",
                "path": "/v1/notes",
                "headers": { "Content-Type": "application/json", "X-Token": "{token}" },
                "body": { "title": "{title}", "stars": "{stars}" }
              },
              "responses": { "201": { "content": "application/json", "schema": { "$ref": "#/models/Note/schema" },
                                      "models": { "": "Note" } } },
              "cases": [
                { "name": "a note", "status": 201,
                  "arguments": { "title": "Say \"hi\"", "stars": 3, "token": "{env:NOTES_TOKEN}" } }
              ]
            },
            "remove": {
              "arguments": { "id": { "type": "string", "minLength": 1 } },
              "request": { "method": "DELETE", "path": "/v1/notes/{id}" },
              "responses": { "204": {} }
            }
          },
          "scenarios": {
            "add and remove": [
              { "endpoint": "add", "case": "a note", "capture": { "noteID": "body:/id" } },
              { "endpoint": "remove", "arguments": { "id": "{noteID}" }, "status": 204 }
            ]
          }
        }
        """#
}
