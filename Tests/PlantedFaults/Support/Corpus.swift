extension Plant {
    /// Each has the fault that its summary tells of.
    static let faulty = models + builders + calls

    private static let models = [
        periodFromNumber, meltPresenceTest, massDefaultsToZero, meltIsWhole, meltIsTruncated, badShellsDropped,
        emptyShellsRefused, numberWithoutBounds, namedByFromDiscoverer, spectralImageMisspelt, phaseNeverRead,
        phaseHasNoProperty, favoriteFlagInElement, categoryLowercased, phaseClosed, positionsSwapped, numberByCast,
        colorDefaultsToEmpty, massThroughFloat, massFromText, boilInCelsius, densityZeroIsUnknown, shellsSorted,
        readAtInElement, favoriteIdIsNumber, favoriteIdLenient, favoriteOfNobody, favoriteSymbolFromName,
        favoriteNameOptional, favoriteIdMadeUp, partyClosed, districtIsNumber, linkIsAddress, phoneDigitsOnly,
        stateUppercased, nameWithoutAccents, officeFromPhone, representativeNested, nameByDescription,
        linkWithDefault, officeShortened, imageAnyText, imageMadeSecure, imageWithoutQuery, descriptionTrimmed,
        emptyTitleRefused, titleCapitalized, descriptionPresenceTest, titleCutAtNUL, titleComposed,
        descriptionShortened, titleIsASCII, titleFromTitleOrName, sessionIdFromAccount, registeredByCast,
        sessionKeyMayBeEmpty, sessionFlat, registeredByDefault, endedSessionDefaults, userNullRefused,
        userDefaultsToEmpty, nicknameFromFirstName, userKeyIsNumeric, postedLocationSwapped, changedInWholeSeconds,
        coordinateSwapped, latitudeWithoutBounds, nowhereIsNullIsland, uniqueKeyIsText, uniqueKeyMadeText,
        mediaURLIsAddress, firstNameTrimmed, createdAtRequired, updatedAtFromCreatedAt, emptyMapStringIsNil,
        latitudeRounded, rsvpCountFromName, eventIdIsNumber, eventIdFromDigits, createdInSeconds, createdSince2001,
        createdInWholeSeconds, venueNullRefused, venueRequired, venueLatitudeFromLongitude, onlineIsNowhere,
        groupIdFromVenue, photoAtTheTop, highResLinkAnyText, createdIn32Bits, venueWithoutIdentifier,
        rsvpCountUnsigned, rsvpCountIn16Bits, badVenueDropped, groupNameFromEvent, discovererRequired, meltAboveZero,
        meltsBeforeItBoils, symbolOfThree, columnsOfEighteen, shellsOfSeven, shellsWithoutDoubles, appearanceNullText,
        summaryInOneLine, sourceUnescaped, densityFromText, molarHeatSwallowed, linkDecoded, officeLinesJoined,
        nameCapitalized, nameOfTheBasicPlane, districtWithoutZeros, nicknameSwallowed, namesSwapped, userInCamelCase,
        expirationOptional, registeredNegated, uniqueKeyMadeNumber, coordinateInRadians, longitudeWrapped,
        latitudeNorthern, latitudeClamped, photoRequired, photoOfOneKind, createdInThePast, venuePlaceOfWholes,
        venueNameFromGroup, groupCreatedFromEvent, groupNameMissing,
    ]

    private static let builders = [
        favoriteKeysCapitalized, favoriteBodyInterpolated, favoriteQuotesEscapedOnly, favoriteByPUT,
        favoriteWithoutType, favoriteTypeTwice, favoriteAsForm, favoriteUserTrimmed, favoriteNameComposed,
        favoriteOverwrittenKeys, elementsAuthorized, elementsUnsafe, elementsWithSlash, elementsWithDefaultTimeout,
        tileOfTwoDigits, tileWithOneZero, tileUnpadded, tileWrongAtNine, tileWrongAtTen, tileWrongAtNinetyNine,
        tileWrongAtHundred, tileLowerCase, tileOfNoElement, fullImageCapitalized, fullImageOfAll, fullImageWrongError,
        representativesAsXML, stateLowercased, stateUnchecked, stateAndOutputJoined, textForQuery, textForHost,
        textUnescaped, textEscapedTwice, textWithPluses, textOfAlphanumerics, textLowercased, textShortened,
        textInLatin1, textTwice, textUnderAnotherName, queryItemsAlone, eventsSwapped, eventsOfTwoPlaces,
        eventsWithComma, eventsInterpolated, eventsOfWholeDegrees, eventsWithKeyInHeader, eventsWithoutPhotos,
        eventsWithoutKey, eventsBeyondThePole, signInFlat, signInTrimmed, signInLowercased, signInInterpolated,
        signInOneMayBeEmpty, signInWithoutAccept, signInInURL, signOutWithoutToken, signOutKeysSwapped,
        signOutUnchecked, signOutEscaped, userUnescaped, userForPath, userAppended, userEscapedTwice, userByPlural,
        locationsAlwaysHundred, locationsSkipNone, locationsKeyEmpty, locationsOldestFirst, locationsSkipOnce,
        locationsWithoutTimeout, postedPlaceAsText, postedPlaceSwapped, postedLinkMisspelt, postedInWholeDegrees,
        postedAtATime, postedLinkEscaped, changedByPOST, changedByQuery, changedWithoutBody, cardFromOne,
        cardBeyondTheLast, cardByAnotherName, cardWithNonce, cardWithBody, cardWithFragment, cardTwoDigits,
        cardZeroRefused, favoritesOfOneUser, locationsSwapped, eventsKeyTold, eventsOfNoText, eventsTextComposed,
        eventsTextInOneLine, eventsTextDecoded, eventsInDigits, userLowercased, signOutWithCookie,
        changedWithIdentifier, postedWithoutEmpty, cardInPath, cardAfterTwenty, cardOfMiddle,
    ]

    private static let calls = [
        elementsWhateverTheStatus, elementsOfOneStatus, elementsOrNone, elementsRawErrors, elementsWithoutTechnetium,
        elementsInOneList, elementsInReverse, favoritesOfEverybody, favoritesAllOrNothing, favoriteEchoed,
        thumbnailWhateverTheType, thumbnailAnyStatus, signInWithPrefix, signInServerFault, signInFaultOfUser,
        locationsAllOrNothing, locationsDropped, eventsOrNone, eventsWithoutPatience, eventsWithVenueOnly,
        eventsUnescaped, representativesInUTF8, representativesNobodyFails, representativesFirstOnly, deckInReverse,
        deckWithoutTheLast, cardWhateverTheStatus, cardAlwaysTheFirst, elementsTwice, userOrNone, userWithoutNickname,
        changeOfNoPlace, postedWithoutReason, locationsOfStrangers, locationsKeysAsText,
    ]

    /// Each meets its contract in a way of its own.
    static let sound = [
        favoriteClass, favoriteSubclass, favoriteByCasts, representativeWithPrivateStorage, representativeFromData,
        representativeOpenEnum, representativeWrapped, cardByDecoder, cardWithLazyValue, cardWithOwnMirror,
        cardThroughText, postedLocationTuple, endedSessionExistential, userInSnakeCase, sessionNested,
        studentLocationInParts, eventOfClasses, eventWithTuple, elementOfOwnTypes, elementByDecoder,
        eventsByComponents, eventsEscapedInLowerCase, representativesInterpolated, signInHeadersAtOnce,
        favoritePrettyPrinted, favoriteFromDictionary, favoriteByStream, postedWithEscapes, cardWithPort,
        cardUncached, tileEscaped, locationsInAnotherOrder, representativesByCompletion, deckOneByOne, eventsByActor,
        elementsWhateverTheType, cardOfUppercaseHost, signInFromDictionaries,
    ]

    /// Each ends the process that runs it. They are compared in runs that isolate their probes.
    static let trapping = [
        nameForced, meltForced, firstShellTaken, rsvpCountConverted, imageForced, rsvpCountOverflows, titleIndexed,
        placeOnEarthOnly, summaryRecurses, userForced,
    ]

    /// Each blocks the process that runs it, or takes all of its memory; for runs that isolate their probes, too.
    static let endless = [
        phoneNeverEnds, titleGrows,
    ]
}
