/// How the elements look and who found them, one a line by symbol.
///
/// The columns are symbol, appearance, color, discoverer, namer, and the file of a picture of the spectrum; an empty one
/// is null.
enum ElementHistory {
    static let text = """
        H|colorless gas|colorless|Henry Cavendish|Antoine Lavoisier|Hydrogen_Spectra.jpg
        He|colorless gas, red-orange in an electric field|colorless|Pierre Janssen||Helium_spectrum.jpg
        Li|silvery-white||Johan August Arfwedson||
        Be|white-gray metallic||Louis Nicolas Vauquelin||
        B|black-brown|black-brown|Joseph Louis Gay-Lussac||
        C||black|Ancient Egypt||Carbon_Spectra.jpg
        N|colorless gas, liquid or solid|colorless|Daniel Rutherford|Jean-Antoine Chaptal|Nitrogen_Spectra.jpg
        O|colorless gas, pale blue liquid|colorless|Carl Wilhelm Scheele|Antoine Lavoisier|Oxygen_spectre.jpg
        F|very pale yellow gas|pale yellow|André-Marie Ampère|Humphry Davy|
        Ne|colorless gas, orange-red in an electric field|colorless|Morris Travers||Neon_spectra.jpg
        Na|silvery white metallic||Humphry Davy||Sodium_Spectra.jpg
        Mg|shiny grey solid||Joseph Black||Magnesium_Spectra.jpg
        Al|silvery gray metallic|||Humphry Davy|
        Si|crystalline, reflective with bluish faces||Jöns Jacob Berzelius|Thomas Thomson|Silicon_Spectra.jpg
        P|white, red, violet or black|colorless, white, red or black|Hennig Brand||
        S|lemon yellow sintered microcrystals|yellow|Ancient China||
        Cl|pale yellow-green gas|pale yellow-green|Carl Wilhelm Scheele||
        Ar|colorless gas, glowing lilac in an electric field|colorless|Lord Rayleigh||
        K|silvery gray||Humphry Davy||
        Ca|dull gray with a pale yellow tint||Humphry Davy||
        Sc|silvery white||Lars Fredrik Nilson||
        Ti|silvery grey-white metallic||William Gregor|Martin Heinrich Klaproth|
        V|blue-silver-grey metal||Andrés Manuel del Río|Nils Gabriel Sefström|
        Cr|silvery metallic||Louis Nicolas Vauquelin||
        Mn|silvery metallic||Torbern Olof Bergman||
        Fe|lustrous metallic with a grayish tinge||unknown, before 5000 BC||
        Co|hard lustrous bluish gray metal|metallic gray|Georg Brandt||
        Ni|lustrous, metallic, silver with a gold tinge||Axel Fredrik Cronstedt||
        Cu|red-orange metallic luster|red-orange|Middle East||
        Zn|silver-gray||India||
        Ga|silver-white||Lecoq de Boisbaudran||
        Ge|grayish-white||Clemens Winkler||
        As|metallic grey||unknown, Bronze Age||
        Se|black, red, and gray allotropes||Jöns Jakob Berzelius|Jöns Jakob Berzelius|
        Br|reddish-brown liquid and gas|reddish-brown|Antoine Jérôme Balard||
        Kr|colorless gas, glowing whitish in an electric field|colorless|William Ramsay||
        Rb|grey white||Robert Bunsen||
        Sr|silvery white metallic with a pale yellow tint||William Cruickshank||
        Y|silvery white||Johan Gadolin||
        Zr|silvery white||Martin Heinrich Klaproth||
        Nb|gray metallic, bluish when oxidized||Charles Hatchett||
        Mo|gray metallic||Carl Wilhelm Scheele||
        Tc|shiny gray metal||Emilio Segrè||
        Ru|silvery white metallic||Karl Ernst Claus||
        Rh|silvery white metallic||William Hyde Wollaston||
        Pd|silvery white||William Hyde Wollaston||
        Ag|lustrous white metal|silver|unknown, before 5000 BC||
        Cd|silvery bluish-gray metallic|yellow|Karl Samuel Leberecht Hermann|Friedrich Stromeyer|
        In|silvery lustrous gray||Ferdinand Reich||
        Sn|silvery-white or gray|silver|unknown, before 3500 BC||
        Sb|silvery lustrous gray||unknown, before 3000 BC||
        Te|silvery lustrous gray||Franz-Joseph Müller von Reichenstein||
        I|lustrous metallic gray, violet as a gas|violet|Bernard Courtois||
        Xe|colorless gas, glowing blue in an electric field|colorless|William Ramsay||
        Cs|silvery gold|pale gold|Robert Bunsen||
        Ba|silvery gray||Carl Wilhelm Scheele||
        La|silvery white||Carl Gustaf Mosander||
        Ce|silvery white||Martin Heinrich Klaproth||
        Pr|grayish white||Carl Auer von Welsbach||
        Nd|silvery white||Carl Auer von Welsbach||
        Pm|metallic||Jacob A. Marinsky|Grace Mary Coryell|
        Sm|silvery white||Lecoq de Boisbaudran||
        Eu|silvery white, often with a pale oxide||Eugène-Anatole Demarçay||
        Gd|silvery white||Jean Charles Galissard de Marignac||
        Tb|silvery white||Carl Gustaf Mosander||
        Dy|silvery white||Lecoq de Boisbaudran||
        Ho|silvery white||Marc Delafontaine||
        Er|silvery white||Carl Gustaf Mosander||
        Tm|silvery gray||Per Teodor Cleve||
        Yb|silvery white with a pale yellow tint||Jean Charles Galissard de Marignac||
        Lu|silvery white||Georges Urbain||
        Hf|steel gray||Dirk Coster||
        Ta|gray blue||Anders Gustaf Ekeberg||
        W|grayish white, lustrous||Carl Wilhelm Scheele||
        Re|silvery-grayish||Masataka Ogawa|Walter Noddack|
        Os|silvery, blue cast|bluish silver|Smithson Tennant||
        Ir|silvery white||Smithson Tennant||
        Pt|silvery white||Antonio de Ulloa||
        Au|metallic yellow|gold|Middle East||
        Hg|silvery|silver|unknown, before 2000 BC||
        Tl|silvery white||William Crookes||
        Pb|metallic gray|bluish white|Middle East||
        Bi|lustrous silver|pinkish silver|Claude François Geoffroy||
        Po|silvery||Pierre Curie||
        At|unknown, probably metallic||Dale R. Corson||
        Rn|colorless gas|colorless|Friedrich Ernst Dorn||
        Fr|||Marguerite Perey||
        Ra|silvery white metallic||Pierre Curie||
        Ac|silvery-white with a blue glow|pale blue glow|André-Louis Debierne||
        Th|silvery, often with black tarnish||Jöns Jakob Berzelius||
        Pa|bright, silvery metallic luster||William Crookes|Otto Hahn|
        U|silvery gray metallic, black where it corrodes||Martin Heinrich Klaproth||
        Np|silvery metallic||Edwin McMillan||
        Pu|silvery white, tarnishing to dark gray||Glenn T. Seaborg||
        Am|silvery white||Glenn T. Seaborg||
        Cm|silvery metallic, glowing purple in the dark||Glenn T. Seaborg||
        Bk|silvery||Lawrence Berkeley National Laboratory||
        Cf|silvery||Lawrence Berkeley National Laboratory||
        Es|silvery, glowing blue in the dark||Lawrence Berkeley National Laboratory||
        Fm|||Lawrence Berkeley National Laboratory||
        Md|||Lawrence Berkeley National Laboratory||
        No|||Joint Institute for Nuclear Research||
        Lr|||Lawrence Berkeley National Laboratory||
        Rf|||Joint Institute for Nuclear Research||
        Db|||Joint Institute for Nuclear Research||
        Sg|||Lawrence Berkeley National Laboratory||
        Bh|||Gesellschaft für Schwerionenforschung||
        Hs|||Gesellschaft für Schwerionenforschung||
        Mt|||Gesellschaft für Schwerionenforschung||
        Ds|||Gesellschaft für Schwerionenforschung||
        Rg|||Gesellschaft für Schwerionenforschung||
        Cn|||Gesellschaft für Schwerionenforschung||
        Nh|||RIKEN||
        Fl|||Joint Institute for Nuclear Research||
        Mc|||Joint Institute for Nuclear Research||
        Lv|||Joint Institute for Nuclear Research||
        Ts|||Joint Institute for Nuclear Research||
        Og|||Joint Institute for Nuclear Research||
        """
}
