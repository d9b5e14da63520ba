import ContractChecking
import ExampleClients
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Arguments {
    /// The number in the three digits of a tile.
    var tileNumber: Int {
        get throws {
            let tile: String = try self["tile"]
            guard tile.utf8.count == 3, let number = Int(tile) else { throw AppError.badURL("element \(tile)") }
            return number
        }
    }

    var configuration: OnTheMapConfiguration {
        get throws {
            try OnTheMapConfiguration(applicationID: self["applicationID"], restAPIKey: self["restAPIKey"])
        }
    }

    var draft: LocationDraft {
        get throws {
            try LocationDraft(
                uniqueKey: self["uniqueKey"], firstName: self["firstName"], lastName: self["lastName"],
                mapString: self["mapString"], mediaURL: self["mediaURL"], latitude: self["latitude"],
                longitude: self["longitude"])
        }
    }

    /// The sound requests of the endpoints, from which plants that differ in one detail are made.
    var soundSignIn: URLRequest {
        get throws {
            try OnTheMapAPI.signIn(
                username: self["username"], password: self["password"], configuration: configuration)
        }
    }

    var soundSignOut: URLRequest {
        get throws { try OnTheMapAPI.signOut(token: self["token"], configuration: configuration) }
    }

    var soundUser: URLRequest {
        get throws { try OnTheMapAPI.user(key: self["key"], configuration: configuration) }
    }

    var soundLocations: URLRequest {
        get throws {
            try OnTheMapAPI.locations(
                limit: self["limit"], skip: self["skip"], uniqueKey: self["uniqueKey"], configuration: configuration)
        }
    }

    var soundPost: URLRequest {
        get throws { try OnTheMapAPI.postLocation(draft, configuration: configuration) }
    }

    var soundChange: URLRequest {
        get throws {
            try OnTheMapAPI.changeLocation(objectID: self["objectID"], to: draft, configuration: configuration)
        }
    }

    var soundFavorite: URLRequest {
        get throws {
            try ElementsAPI.favorite(
                favoritedBy: self["favoritedBy"], elementName: self["elementName"], elementSymbol: self["elementSymbol"]
            )
        }
    }

    var soundEvents: URLRequest {
        get throws {
            try MeetupAPI.events(
                text: self["text"], latitude: self["latitude"], longitude: self["longitude"], key: self["key"])
        }
    }
}

extension URLRequest {
    /// Creates a request from a string, as code does that concatenates its URLs.
    init(text: String, method: String = "GET", timeout: TimeInterval = 10) throws {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        self.init(url: url, timeoutInterval: timeout)
        httpMethod = method
    }
}
