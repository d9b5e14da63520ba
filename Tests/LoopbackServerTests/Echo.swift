import Foundation
import LoopbackServer
import RawHTTPClient

/// Makes a server that says what it was asked: GET with a line of text, 404 for `/none`, anything else with its body.
func echo(behaviour: ServerBehaviour = ServerBehaviour(), fault: WireFault? = nil) -> Server {
    Server(behaviour: behaviour) { request in
        var response: Response
        switch request.method {
        case .get, .head:
            response =
                request.path == ["none"]
                ? .page(404)
                : Response(status: 200, contentType: "text/plain", body: Array("asked \(request.target)".utf8))
        case .post, .put, .delete, .patch, .options:
            response = Response(status: 201, contentType: request.header("content-type"), body: request.body)
        }
        response.fault = fault
        return response
    }
}

/// Runs a server around a test's body, which gets its port.
func serving(_ server: Server = echo(), _ body: (Int) throws -> Void) throws {
    let port = try server.start()
    defer { server.stop() }
    try body(port)
}
