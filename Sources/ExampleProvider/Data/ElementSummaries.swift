/// A sentence about each element, one a line by symbol.
enum ElementSummaries {
    static let text = """
        H|The lightest element of all, and the one that most of the visible universe is made of.
        He|First seen as a line in sunlight, it stays liquid down to absolute zero at ordinary pressure.
        Li|The least dense of all metals, it floats on oil and carries the charge in most batteries of today.
        Be|A light, stiff and poisonous metal through which X-rays pass almost unhindered.
        B|Neither quite metal nor nonmetal, it makes glass withstand heat and cleans laundry as borax.
        C|Its four bonds make chains and rings without end, which is why all known life is built from it.
        N|Four fifths of the air are this gas, whose triple bond few living things can break.
        O|What fire and breath need, and the most abundant element of the Earth's crust.
        F|The most eager of all elements to take an electron, it sets fire even to water and sand.
        Ne|A rare part of the air that forms no compounds and lights the signs that bear its name.
        Na|A metal soft enough for a knife, which reacts fiercely with water and gives street lamps their yellow.
        Mg|It burns with a blinding white flame and sits at the heart of every molecule of chlorophyll.
        Al|The commonest metal of the Earth's crust, once dearer than gold because it was so hard to win.
        Si|As an oxide it is sand and glass; pure, and a little spoiled on purpose, it computes.
        P|Found in urine by an alchemist in search of gold, its white form glows in the dark.
        S|Rings of eight atoms give this yellow solid, the brimstone of old texts, its crystals.
        Cl|A poisonous gas that makes drinking water safe and, with sodium, table salt.
        Ar|Almost one hundredth of the air, left behind by potassium that decays in the rocks.
        K|Lilac in a flame and violent in water, its ions carry the signals of every nerve.
        Ca|Bones, shells, limestone and cement all stand on compounds of this metal.
        Sc|Foretold by Mendeleev as eka-boron, it makes aluminium alloys stronger in very small amounts.
        Ti|As strong as steel at little more than half the weight, it does not mind sea water or bone.
        V|Named after a goddess for the beauty of its many coloured salts, it toughens steel.
        Cr|A thin skin of its oxide keeps steel stainless, and traces of it make rubies red.
        Mn|Nodules of it cover wide parts of the sea floor, and nearly all steel contains some.
        Fe|The end of the line for burning stars, the core of the Earth and the frame of its cities.
        Co|Its blue has coloured glass since antiquity, long before anyone knew there was a metal in it.
        Ni|Miners blamed a goblin for ore that gave no copper; coins have carried its name since.
        Cu|One of the few metals with a colour of its own, it was worked before any other but gold.
        Zn|A sacrificial coat on steel, the other half of brass and a need of every living cell.
        Ga|It melts in the hand and boils only far above two thousand degrees.
        Ge|Mendeleev described it fifteen years before it was found, and the first transistor was made of it.
        As|The classic poison, it turns straight into vapour when it is heated in the open.
        Se|Named after the moon, it conducts better in the light than in the dark.
        Br|The only nonmetal that is liquid at room temperature, with a red vapour that stings.
        Kr|For twenty-three years a line of its spectrum defined the length of the metre.
        Rb|Two dark red lines betrayed it in mineral water; its vapour now keeps time in atomic clocks.
        Sr|A Scottish village gave it its name, and it gives fireworks their deep red.
        Y|Part of the first ceramic that superconducts in liquid nitrogen, and named after the quarry of Ytterby.
        Zr|Neutrons hardly notice it, so the rods of nuclear reactors are clad in it.
        Nb|Known for a century under two names, it winds the magnets of particle accelerators.
        Mo|Long mistaken for lead ore, it keeps steel hard when it glows and helps plants bind nitrogen.
        Tc|The lightest element without a stable form was made before it was found, and hospitals use it daily.
        Ru|A rare metal of the platinum group that hardens its relatives and carries Russia's old name.
        Rh|Rarer than gold and named after roses for its salts, it cleans the exhaust of cars.
        Pd|A sponge for hydrogen, it takes up some nine hundred times its own volume.
        Ag|No other metal conducts electricity and heat so well or reflects so much light.
        Cd|A soft poisonous metal whose sulfide gave painters their most brilliant yellow.
        In|Named after the indigo line in its spectrum, it is the invisible wire of every touch screen.
        Sn|With copper it ended the Stone Age, and in great cold it crumbles to grey powder.
        Sb|Its black sulfide was the eye paint of ancient Egypt, and today it keeps plastics from burning.
        Te|One of the few elements that gold agrees to combine with in nature.
        I|Seaweed ash gave up its violet vapour, and the thyroid gland cannot work without it.
        Xe|The first noble gas that was made to form a compound, it now drives probes through space.
        Cs|Nine billion and some swings of its atoms are what a second means.
        Ba|Its heavy sulfate shows the stomach in X-ray pictures, and its flame is green.
        La|It lay hidden in cerium, as its Greek name says, and heads the row of the rare earths.
        Ce|Commoner than lead in spite of being a rare earth, it makes the sparks of lighters.
        Pr|The green half of what had passed for one element, it tints the glasses of glass blowers.
        Nd|The strongest permanent magnets contain it, from headphones to wind turbines.
        Pm|The only rare earth without a stable form, it hardly exists in the Earth's crust.
        Sm|The first element to carry, by way of its mineral, the name of a real person.
        Eu|Banknotes of the euro glow under ultraviolet light because of it.
        Gd|It swallows neutrons as no other element does and brightens pictures of magnetic resonance.
        Tb|The green of fluorescent lamps, and one of four elements that are named after Ytterby.
        Dy|Named hard to get after thirty failed attempts, it keeps hot magnets magnetic.
        Ho|Its atoms are the most magnetic of all, and its name is Stockholm's.
        Er|Glass fibres with a trace of it strengthen the light that crosses oceans.
        Tm|The rarest stable rare earth, named after the legendary north.
        Yb|The last of the four named after Ytterby keeps the time in some of the most exact clocks ever built.
        Lu|The last and hardest of the lanthanides bears the Roman name of Paris.
        Hf|It hid in zirconium ore until X-rays found it in Copenhagen, whose Latin name it has.
        Ta|Acids tempt it in vain, hence its name; telephones store their charge in it.
        W|No metal melts at a higher temperature, so it was the thread of the light bulb.
        Re|The last stable element to be found holds the blades of jet engines together.
        Os|The densest element that occurs in nature, with an oxide that smells of trouble.
        Ir|A thin layer of it in the rocks of the whole world marks the end of the dinosaurs.
        Pt|Spaniards threw it back into the river as unripe silver; now it is dearer.
        Au|It never tarnishes, and one gram can be drawn into a wire of two kilometres.
        Hg|The only metal that is liquid at room temperature, beautiful to watch and poisonous to breathe.
        Tl|A green line gave it away, and crime novels gave it a bad name.
        Pb|Roman pipes, church roofs and shields against rays were all made of this soft heavy metal.
        Bi|It decays so slowly that it passed for stable until 2003, and grows crystals like rainbow stairs.
        Po|Marie Curie named it after her country, which was then on no map.
        At|There is less than a gram of it in the whole crust of the Earth at any time.
        Rn|A radioactive gas that seeps from granite and gathers in cellars.
        Fr|The last element to be found in nature; half of any amount of it is gone in twenty-two minutes.
        Ra|Its glow on the dials of watches cost the women who painted them their health.
        Ac|It glows blue in the dark and heads the row of the heaviest natural elements.
        Th|Named after the god of thunder, it is commoner than uranium and lasts three times as long.
        Pa|What actinium comes from, as its name says; rare, costly and dangerous.
        U|It colours glass a glowing green, and splitting its nucleus changed the world.
        Np|The first element beyond uranium, as Neptune is the first planet beyond Uranus.
        Pu|It has six solid forms, warms the hand by its own decay and armed the second atomic bomb.
        Am|A speck of it listens for smoke on many a ceiling.
        Cm|It glows purple, measures the rocks of Mars and honours Marie and Pierre Curie.
        Bk|A few milligrams of it, made in months of irradiation, were the target that became tennessine.
        Cf|A strong source of neutrons, it starts reactors and finds gold and oil.
        Es|It was found in the dust of the first hydrogen bomb.
        Fm|The heaviest element that can be made by adding neutrons, in amounts that nobody has ever seen.
        Md|The first element that was made one atom at a time, seventeen of them in all.
        No|Three laboratories claimed it and argued for decades over who had seen it first.
        Lr|The last actinide bears the name of the man who built the first cyclotron.
        Rf|The first of the superheavy elements behaves in solution much like hafnium above it.
        Db|Named after the Russian town where it was made, it lives for about a day.
        Sg|Its namesake was alive to write his address in the symbols of five elements.
        Bh|Six atoms were enough to show that it behaves like rhenium.
        Hs|It is expected to be the densest of all and forms an oxide as osmium does.
        Mt|The prize that Lise Meitner did not get lasts; her element decays in seconds.
        Ds|Made by shooting nickel at lead, it is named after the city where that was done.
        Rg|Its name came a hundred and nine years after its namesake had found X-rays.
        Cn|It boils away as easily as a metal can, for its outer electrons are held so tightly.
        Nh|Nine years of shots gave three atoms, and the first element to be found in Asia.
        Fl|Near the shore of the island of stability, its atoms last for seconds.
        Mc|About a hundred atoms of it have been seen, each on its way to becoming nihonium.
        Lv|Curium hit by calcium makes it, for some hundredths of a second.
        Ts|The youngest name in the table completed its seventh row together with oganesson.
        Og|The heaviest element known may be a solid, although it stands under the noble gases.
        """
}
