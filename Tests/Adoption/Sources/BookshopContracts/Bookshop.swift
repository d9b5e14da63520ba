import Bookshop
import ContractCommand

let bookshop = Service("bookshop") {
    Model("Book", Book.init(json:))
    Model("Order", decoding: Order.self)

    Endpoint("search") { arguments in
        try BookshopAPI.search(text: arguments["text"], limit: arguments["limit"])
    } call: { arguments, transport in
        try await BookshopClient(send: transport.send).search(text: arguments["text"], limit: arguments["limit"])
    }

    Endpoint("book") { arguments in
        try BookshopAPI.book(isbn: arguments["isbn"])
    } call: { arguments, transport in
        try await BookshopClient(send: transport.send).book(isbn: arguments["isbn"])
    }

    Endpoint("order") { arguments in
        try BookshopAPI.order(isbn: arguments["isbn"], copies: arguments["copies"], token: arguments["token"])
    } call: { arguments, transport in
        try await BookshopClient(send: transport.send).order(
            isbn: arguments["isbn"], copies: arguments["copies"], token: arguments["token"])
    }

    Endpoint("cancel") { arguments in
        try BookshopAPI.cancel(order: arguments["order"], token: arguments["token"])
    } call: { arguments, transport in
        try await BookshopClient(send: transport.send).cancel(order: arguments["order"], token: arguments["token"])
    }
}
