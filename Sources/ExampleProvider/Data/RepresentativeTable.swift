/// Members of the House in the 115th Congress (2017 and 2018) of seven states.
enum RepresentativeTable {
    static let records: [RepresentativeRecord] = rows.split(separator: "\n").enumerated().map {
        record(number: $0, columns: $1.split(separator: "|"))
    }

    private static let buildings: [Character: String] = ["C": "Cannon", "L": "Longworth", "R": "Rayburn"]

    /// A record from its line; some states are kept in the older style of parties and phones, and the order of the
    /// keys goes with the line.
    private static func record(number: Int, columns: [Substring]) -> RepresentativeRecord {
        let state = String(columns[0])
        let isOlder = ["NY", "VT", "NM"].contains(state)
        let isRepublican = columns[2] == "R"
        let room = columns[5].dropLast()
        let building = columns[5].last.flatMap { buildings[$0] } ?? ""
        let fields = [
            ("name", String(columns[3])),
            ("party", isOlder ? String(columns[2]) : isRepublican ? "Republican" : "Democrat"),
            ("state", state),
            ("district", String(columns[1])),
            ("phone", isOlder ? "(202) 225-\(columns[4])" : "202-225-\(columns[4])"),
            ("office", "\(room) \(building) House Office Building"),
            ("link", "http://\(columns[6]).house.gov"),
        ]
        let turn = number % 3 * 2
        return RepresentativeRecord(state: state, fields: Array(fields[turn...] + fields[..<turn]))
    }

    // State, district, party, name, end of the phone number, room with the initial of its building, site.
    private static let rows = """
        AZ|1|D|Tom O'Halleran|3361|126C|ohalleran
        AZ|2|R|Martha McSally|2542|510C|mcsally
        AZ|3|D|Raúl Grijalva|2435|1511L|grijalva
        AZ|4|R|Paul Gosar|2315|2057R|gosar
        AZ|5|R|Andy Biggs|2635|1626L|biggs
        AZ|6|R|David Schweikert|2190|2059R|schweikert
        AZ|7|D|Ruben Gallego|4065|1218L|rubengallego
        AZ|8|R|Debbie Lesko|4576|1113L|lesko
        AZ|9|D|Kyrsten Sinema|9888|1725L|sinema
        CA|1|R|Doug LaMalfa|3076|322C|lamalfa
        CA|2|D|Jared Huffman|5161|1406L|huffman
        CA|3|D|John Garamendi|1880|2438R|garamendi
        CA|4|R|Tom McClintock|2511|2312R|mcclintock
        CA|5|D|Mike Thompson|3311|231C|mikethompson
        CA|6|D|Doris Matsui|7163|2311R|matsui
        CA|7|D|Ami Bera|5716|1431L|bera
        CA|8|R|Paul Cook|5861|1222L|cook
        CA|9|D|Jerry McNerney|1947|2265R|mcnerney
        CA|10|R|Jeff Denham|4540|1730L|denham
        CA|11|D|Mark DeSaulnier|2095|115C|desaulnier
        CA|12|D|Nancy Pelosi|4965|233C|pelosi
        CA|13|D|Barbara Lee|2661|2267R|lee
        CA|14|D|Jackie Speier|3531|2465R|speier
        CA|15|D|Eric Swalwell|5065|129C|swalwell
        CA|16|D|Jim Costa|3341|2081R|costa
        CA|17|D|Ro Khanna|2631|513C|khanna
        CA|18|D|Anna Eshoo|8104|241C|eshoo
        CA|19|D|Zoe Lofgren|3072|1401L|lofgren
        CA|20|D|Jimmy Panetta|2861|228C|panetta
        CA|21|R|David Valadao|4695|1728L|valadao
        CA|22|R|Devin Nunes|2523|1013L|nunes
        CA|23|R|Kevin McCarthy|2915|2421R|kevinmccarthy
        CA|24|D|Salud Carbajal|3601|212C|carbajal
        CA|25|R|Steve Knight|1956|1023L|knight
        CA|26|D|Julia Brownley|5811|1019L|juliabrownley
        CA|27|D|Judy Chu|5464|2423R|chu
        CA|28|D|Adam Schiff|4176|2372R|schiff
        CA|29|D|Tony Cárdenas|6131|1510L|cardenas
        CA|30|D|Brad Sherman|5911|2181R|sherman
        CA|31|D|Pete Aguilar|3201|1223L|aguilar
        CA|32|D|Grace Napolitano|5256|1610L|napolitano
        CA|33|D|Ted Lieu|3976|236C|lieu
        CA|34|D|Jimmy Gomez|6235|1226L|gomez
        CA|35|D|Norma Torres|6161|1713L|torres
        CA|36|D|Raul Ruiz|5330|1319L|ruiz
        CA|37|D|Karen Bass|7084|2241R|bass
        CA|38|D|Linda Sánchez|6676|2329R|lindasanchez
        CA|39|R|Ed Royce|4111|2310R|royce
        CA|40|D|Lucille Roybal-Allard|1766|2083R|roybal-allard
        CA|41|D|Mark Takano|2305|1507L|takano
        CA|42|R|Ken Calvert|1986|2205R|calvert
        CA|43|D|Maxine Waters|2201|2221R|waters
        CA|44|D|Nanette Barragán|8220|1320L|barragan
        CA|45|R|Mimi Walters|5611|215C|walters
        CA|46|D|Lou Correa|2965|1039L|correa
        CA|47|D|Alan Lowenthal|7924|125C|lowenthal
        CA|48|R|Dana Rohrabacher|2415|2300R|rohrabacher
        CA|49|R|Darrell Issa|3906|2269R|issa
        CA|50|R|Duncan Hunter|5672|2429R|hunter
        CA|51|D|Juan Vargas|8045|1605L|vargas
        CA|52|D|Scott Peters|0508|1122L|scottpeters
        CA|53|D|Susan Davis|2040|1214L|susandavis
        NM|1|D|Michelle Lujan Grisham|6316|214C|lujangrisham
        NM|2|R|Steve Pearce|2365|2432R|pearce
        NM|3|D|Ben Ray Luján|6190|2231R|lujan
        NY|1|R|Lee Zeldin|3826|1517L|zeldin
        NY|2|R|Peter King|7896|339C|peteking
        NY|3|D|Thomas Suozzi|3335|226C|suozzi
        NY|4|D|Kathleen Rice|5516|1508L|kathleenrice
        NY|5|D|Gregory Meeks|3461|2234R|meeks
        NY|6|D|Grace Meng|2601|1317L|meng
        NY|7|D|Nydia Velázquez|2361|2302R|velazquez
        NY|8|D|Hakeem Jeffries|5936|1607L|jeffries
        NY|9|D|Yvette Clarke|6231|2058R|clarke
        NY|10|D|Jerrold Nadler|5635|2109R|nadler
        NY|11|R|Daniel Donovan|3371|1541L|donovan
        NY|12|D|Carolyn Maloney|7944|2308R|maloney
        NY|13|D|Adriano Espaillat|4365|1630L|espaillat
        NY|14|D|Joseph Crowley|3965|1035L|crowley
        NY|15|D|José Serrano|4361|2354R|serrano
        NY|16|D|Eliot Engel|2464|2462R|engel
        NY|17|D|Nita Lowey|6506|2365R|lowey
        NY|18|D|Sean Patrick Maloney|5441|1027L|seanmaloney
        NY|19|R|John Faso|5614|1616L|faso
        NY|20|D|Paul Tonko|5076|2463R|tonko
        NY|21|R|Elise Stefanik|4611|318C|stefanik
        NY|22|R|Claudia Tenney|3665|512C|tenney
        NY|23|R|Tom Reed|3161|2437R|reed
        NY|24|R|John Katko|3701|1620L|katko
        NY|25|D|Louise Slaughter|3615|2469R|louise
        NY|26|D|Brian Higgins|3306|2459R|higgins
        NY|27|R|Chris Collins|5265|1117L|chriscollins
        TX|1|R|Louie Gohmert|3035|2243R|gohmert
        TX|2|R|Ted Poe|6565|2132R|poe
        TX|3|R|Sam Johnson|4201|2304R|samjohnson
        TX|4|R|John Ratcliffe|6673|325C|ratcliffe
        TX|5|R|Jeb Hensarling|3484|2228R|hensarling
        TX|6|R|Joe Barton|2002|2107R|joebarton
        TX|7|R|John Culberson|2571|2161R|culberson
        TX|8|R|Kevin Brady|4901|1011L|kevinbrady
        TX|9|D|Al Green|7508|2347R|algreen
        TX|10|R|Michael McCaul|2401|2001R|mccaul
        TX|11|R|Mike Conaway|3605|2430R|conaway
        TX|12|R|Kay Granger|5071|1026L|kaygranger
        TX|13|R|Mac Thornberry|3706|2208R|thornberry
        TX|14|R|Randy Weber|2831|1708L|weber
        TX|15|D|Vicente Gonzalez|2531|113C|gonzalez
        TX|16|D|Beto O'Rourke|4831|1330L|orourke
        TX|17|R|Bill Flores|6105|2440R|flores
        TX|18|D|Sheila Jackson Lee|3816|2187R|jacksonlee
        TX|19|R|Jodey Arrington|4005|1029L|arrington
        TX|20|D|Joaquin Castro|3236|1221L|castro
        TX|21|R|Lamar Smith|4236|2409R|lamarsmith
        TX|22|R|Pete Olson|5951|2133R|olson
        TX|23|R|Will Hurd|4511|317C|hurd
        TX|24|R|Kenny Marchant|6605|2369R|marchant
        TX|25|R|Roger Williams|9896|1323L|williams
        TX|26|R|Michael Burgess|7772|2336R|burgess
        TX|27|R|Blake Farenthold|7742|2331R|farenthold
        TX|28|D|Henry Cuellar|1640|2209R|cuellar
        TX|29|D|Gene Green|1688|2470R|green
        TX|30|D|Eddie Bernice Johnson|8885|2468R|ebjohnson
        TX|31|R|John Carter|3864|2110R|carter
        TX|32|R|Pete Sessions|2231|2233R|sessions
        TX|33|D|Marc Veasey|9897|1519L|veasey
        TX|34|D|Filemon Vela|9901|437C|vela
        TX|35|D|Lloyd Doggett|4865|2307R|doggett
        TX|36|R|Brian Babin|1555|316C|babin
        UT|1|R|Rob Bishop|0453|123C|robbishop
        UT|2|R|Chris Stewart|9730|323C|stewart
        UT|3|R|John Curtis|7751|2236R|curtis
        UT|4|R|Mia Love|3011|217C|love
        VT|1|D|Peter Welch|4115|2303R|welch
        """
}
