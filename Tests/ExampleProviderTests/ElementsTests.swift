import ExampleProvider
import Foundation
import RawHTTPClient
import Testing

@Suite struct ElementsTests {
    private func allElements(_ port: Int) throws -> [[String: Any]] {
        try ask(port, "GET", "/api/v1/elements").array() + ask(port, "GET", "/api/v1/elements_remaining").array()
    }

    @Test func splitsTheElementsIntoTwoLists() throws {
        try serving { port in
            let first = try ask(port, "GET", "/api/v1/elements").array()
            #expect(first.map { $0["number"] as? Int } == (1...100).map(Optional.some))
            let rest = try ask(port, "GET", "/api/v1/elements_remaining").array()
            #expect(rest.map { $0["number"] as? Int } == (101...118).map(Optional.some))
        }
    }

    @Test func sendsEveryPropertyOfSodium() throws {
        try serving { port in
            let text = try ask(port, "GET", "/api/v1/elements").text
            let sodium = text.components(separatedBy: "},{")[10]
            #expect(
                sodium == """
                    "name":"Sodium","appearance":"silvery white metallic","atomic_mass":22.989769282,"boil":1156.09,\
                    "category":"alkali metal","color":null,"density":0.968,"discovered_by":"Humphry Davy","melt":370.944,\
                    "molar_heat":28.23,"named_by":null,"number":11,"period":3,"phase":"Solid",\
                    "source":"https://en.wikipedia.org/wiki/Sodium",\
                    "spectral_img":"https://en.wikipedia.org/wiki/File:Sodium_Spectra.jpg",\
                    "summary":"A metal soft enough for a knife, which reacts fiercely with water and gives street lamps \
                    their yellow.","symbol":"Na","xpos":1,"ypos":3,"shells":[2,8,1]
                    """)
        }
    }

    @Test func givesEveryElementEveryKey() throws {
        try serving { port in
            let strings = ["category", "name", "phase", "source", "summary", "symbol"]
            let stringsOrNull = ["appearance", "color", "discovered_by", "named_by", "spectral_img"]
            let integers = ["number", "period", "xpos", "ypos"]
            let numbersOrNull = ["boil", "density", "melt", "molar_heat"]
            for element in try allElements(port) {
                #expect(element.count == 21)
                #expect(strings.allSatisfy { (element[$0] as? String)?.isEmpty == false })
                #expect(stringsOrNull.allSatisfy { element[$0] is String || element[$0] is NSNull })
                #expect(integers.allSatisfy { element[$0] is Int })
                #expect(numbersOrNull.allSatisfy { element[$0] is Double || element[$0] is NSNull })
                #expect(element["atomic_mass"] is Double)
            }
        }
    }

    @Test func fillsTheShellsToTheAtomicNumber() throws {
        try serving { port in
            for element in try allElements(port) {
                let shells = try #require(element["shells"] as? [Int])
                #expect(shells.reduce(0, +) == element["number"] as? Int)
                #expect(shells.count == element["period"] as? Int || element["symbol"] as? String == "Pd")
            }
        }
    }

    @Test func placesEveryElementInTheTable() throws {
        try serving { port in
            var places: [String: [Int]] = [:]
            for element in try allElements(port) {
                let symbol = try #require(element["symbol"] as? String)
                places[symbol] = [try #require(element["xpos"] as? Int), try #require(element["ypos"] as? Int)]
            }
            #expect(places.count == 118)
            #expect(Set(places.values).count == 118)
            #expect(places.values.allSatisfy { (1...18).contains($0[0]) && (1...10).contains($0[1]) && $0[1] != 8 })
            let known = [
                "H": [1, 1], "He": [18, 1], "Be": [2, 2], "B": [13, 2], "Ar": [18, 3], "Sc": [3, 4], "Xe": [18, 5],
                "Ba": [2, 6], "La": [3, 9], "Lu": [17, 9], "Hf": [4, 6], "Rn": [18, 6], "Ac": [3, 10], "Lr": [17, 10],
                "Rf": [4, 7], "Og": [18, 7],
            ]
            #expect(known.allSatisfy { places[$0.key] == $0.value })
        }
    }

    /// Values in K and g/cm³ from an independent collection, the Python package mendeleev 1.3.
    @Test(arguments: [
        ("Ti", 47.867, 1943.15, 3560.15, 4.506), ("Fe", 55.845, 1811.15, 3134.15, 7.87),
        ("Cu", 63.546, 1357.77, 2833.15, 8.96), ("Ag", 107.8682, 1234.93, 2435.15, 10.5),
        ("Sn", 118.71, 505.078, 2859.15, 7.287), ("Hg", 200.592, 234.321, 629.769, 13.5336),
        ("Pb", 207.2, 600.612, 2022.15, 11.3), ("U", 238.02891, 1408.15, 4404.15, 19.1),
    ]) func agreesWithPublishedValues(
        _ known: (symbol: String, mass: Double, melt: Double, boil: Double, density: Double)
    ) throws {
        try serving { port in
            let element = try #require(try allElements(port).first { $0["symbol"] as? String == known.symbol })
            func error(_ key: String, _ value: Double) throws -> Double {
                abs(try #require(element[key] as? Double) / value - 1)
            }
            #expect(try error("atomic_mass", known.mass) < 0.0001)
            #expect(try error("melt", known.melt) < 0.01)
            #expect(try error("boil", known.boil) < 0.01)
            #expect(try error("density", known.density) < 0.015)
        }
    }

    @Test func sendsNullForUnknownValues() throws {
        try serving { port in
            let elements = try allElements(port)
            func symbols(without key: String) -> [String] {
                elements.filter { $0[key] is NSNull }.compactMap { $0["symbol"] as? String }
            }
            #expect(symbols(without: "melt").prefix(3) == ["C", "P", "As"])
            #expect(symbols(without: "boil").prefix(3) == ["C", "P", "As"])
            #expect(symbols(without: "discovered_by") == ["Al"])
            #expect(
                elements.filter { $0["melt"] is NSNull }.dropFirst(3).allSatisfy { $0["number"] as? Int ?? 0 > 100 })
        }
    }

    @Test func writesWholeNumbersWithoutAPoint() throws {
        try serving { port in
            let text = try ask(port, "GET", "/api/v1/elements").text
            #expect(text.contains("\"name\":\"Technetium\",\"appearance\":\"shiny gray metal\",\"atomic_mass\":98,"))
        }
    }

    @Test func storesAFavorite() throws {
        try serving { port in
            let before = try ask(port, "GET", "/api/v1/favorites").array()
            #expect(before.count == 38)
            let body = "{\"favoritedBy\":\"Ada\",\"elementName\":\"Gold\",\"elementSymbol\":\"Au\"}"
            let reply = try ask(port, "POST", "/api/v1/favorites", body: body)
            #expect(reply.status == 201)
            #expect(
                reply.text
                    == "{\"elementName\":\"Gold\",\"elementSymbol\":\"Au\",\"favoritedBy\":\"Ada\",\"id\":\"39\"}")
            let after = try ask(port, "GET", "/api/v1/favorites").array()
            #expect(after.count == 39)
            #expect(after.last?["favoritedBy"] as? String == "Ada")
        }
    }

    @Test func hasIncompleteFavorites() throws {
        try serving { port in
            let favorites = try ask(port, "GET", "/api/v1/favorites").array()
            #expect(favorites.map { $0["id"] as? String } == (1...38).map { "\($0)" })
            let whole = try #require(favorites.first { $0["atomic_mass"] != nil })
            #expect(whole["name"] as? String == "Gold")
            #expect(whole["favoritedBy"] as? String == "linus")
            #expect(favorites.contains { $0["favoritedBy"] == nil })
            #expect(favorites.contains { $0["elementName"] is NSNull })
        }
    }

    @Test func storesAtMostAHundredFavorites() throws {
        try serving { port in
            for number in 39...100 {
                let reply = try ask(port, "POST", "/api/v1/favorites", body: "{}")
                #expect(reply.text == "{\"id\":\"\(number)\"}")
            }
            let full = try ask(port, "POST", "/api/v1/favorites", body: "{}")
            #expect(full.status == 400)
            #expect(full.text == "\"Max number of elements reached for this resource!\"")
            #expect(try ask(port, "GET", "/api/v1/favorites").array().count == 100)
        }
    }

    @Test(arguments: ["", "[]", "1", "\"x\"", "{\"a\":}", "{\"a\":1}}", "{'a':1}"])
    func storesOnlyObjects(body: String) throws {
        try serving { port throws in #expect(try ask(port, "POST", "/api/v1/favorites", body: body).status == 400) }
    }

    @Test func reportsNotFoundAsJSON() throws {
        try serving { port in
            let reply = try ask(port, "GET", "/api/v1/isotopes")
            #expect(reply.status == 404)
            #expect(reply.header("Content-Type") == "application/json")
            #expect(reply.text == "\"Not found\"")
        }
    }
}
