// What people type in an emergency, in English, in Hindi, and in Hindi typed in Latin letters; phrases are separated by commas.
// Function words (`joining`) may stand between, and each word may be misspelt slightly or spelt by its sound.

/** Words that may stand anywhere within a phrase. */
export const joining = `a an the in at of for to from with on by and or is are am i im my me we our he she his her him its this that be been being
  have has had do does did will just so very really now please help feel feeling someone somebody
  ka ki ke ko ne se mein main me mai par pe hai hain ho hoon hu ha hun raha rahi rahe rha rhi gaya gayi gaye mujhe mujhko mera meri mere apni apna
  usko use usne maine unko bahut bohot ab bhi toh to kya
  का की के को ने से में मे पर है हैं हो हूं हुं रहा रही रहे गया गई गए मुझे मुझको मेरा मेरी मेरे मैं मैंने अपनी अपना उसको उसे उसने उनको बहुत अब भी तो`;

/**
 * Signs of an emergency. Sources: South Western Ambulance Service, “When to call 999”
 * (https://www.swast.nhs.uk/when-to-call-999); for snake bites, poison and birth, the services of India's emergency number
 * (https://112.gov.in).
 */
export const emergencies = {
  'an emergency': `emergency, ambulance, casualty, dial 112, call 112, imrjensi, emergency number, aapatkal, apatkal,
    आपातकाल, आपातकालीन, इमरजेंसी, एम्बुलेंस, एंबुलेंस`,
  'a heart attack': `heart attack, hart attack, heartattack, cardiac arrest, dil daura, dil dora, dil daura pada, heart fail, heart stopped,
    chest pain, pain chest, chest pains, chest hurts, chest paining, chest tightness, tight chest, chest pressure, chest heavy, chest heaviness, crushing chest,
    seene dard, sine dard, chati dard, chhati dard, seene jakdan, dil ruk,
    हार्ट अटैक, हार्टअटैक, दिल दौरा, हृदयाघात, सीने दर्द, छाती दर्द, सीने जकड़न, दर्द सीने, दर्द छाती`,
  'a stroke': `stroke, brain stroke, brain attack, paralysis attack, face drooping, face droop, slurred speech, brain haemorrhage, brain hemorrhage,
    brain bleed, lakwa attack, lakwa maar, lakwa mar, lakwa pada, lakva maar, munh tedha, muh tedha,
    स्ट्रोक, ब्रेन स्ट्रोक, लकवा मार, लकवा अटैक, ब्रेन हेमरेज, मुंह टेढ़ा`,
  'severe difficulty with breathing': `cant breathe, cannot breathe, can not breathe, unable breathe, not breathing, difficulty breathing, difficulty breathe,
    breathing difficulty, trouble breathing, hard breathe, struggling breathe, stopped breathing, no breath, gasping, suffocating, severe breathlessness,
    short breath, shortness breath, choking, choked, turning blue, drowning, drowned, breathlessness,
    saans nahi aa, saans nahi, saans ruk, saans band, saans lene taklif, saans lene dikkat, saans lene pareshani, saans taklif, saans dikkat, dam ghut, dum ghut,
    gale fas, gale atak, doob,
    सांस नहीं आ, सांस नहीं, सांस रुक, सांस बंद, सांस लेने तकलीफ, सांस लेने दिक्कत, सांस लेने परेशानी, सांस तकलीफ, सांस दिक्कत, दम घुट, गले फंस, गले अटक, डूब`,
  'severe bleeding': `heavy bleeding, severe bleeding, bleeding not stopping, bleeding wont stop, bleeding not stop, bleeding heavily, bleeding lot, bleeding badly, blood not stopping,
    vomiting blood, coughing blood, khoon nahi ruk, khun nahi ruk, khoon band nahi, khun band nahi, khoon beh, khun beh, khoon ulti,
    खून नहीं रुक, खून बंद नहीं, खून बह, खून उल्टी`,
  'loss of consciousness or a fit': `unconscious, unresponsive, not responding, passed out, lost consciousness, not waking up, wont wake up,
    having fit, having seizure, having fits, seizure wont stop, fits not stopping, fit not stopping, behosh, behosh ho, hosh nahi, mirgi daura pada, daura pada, daura pad,
    बेहोश, होश नहीं, दौरा पड़, दौरा पड़ा, मिर्गी दौरा पड़ा`,
  'a severe allergic reaction': `anaphylaxis, anaphylactic shock, severe allergic reaction, throat swelling up, throat closing, swollen tongue, tongue swelling,
    gala band ho, गला बंद हो`,
  'a severe injury': `severe burn, severe burns, serious burns, badly burnt, badly burned, acid attack, tezab, electric shock, electrocuted, current laga, bijli jhatka,
    head injury, serious injury, stabbed, gunshot, fell from height, fell roof, accident,
    chhat gir, aag lag, jal gaya buri,
    सिर चोट, करंट लग, बिजली झटका, आग लग, तेजाब, एक्सीडेंट, दुर्घटना, छत गिर`,
  'poison or a snake': `poisoning, poisoned, swallowed poison, drank poison, overdose, overdosed, drank acid, swallowed battery, snake bite, snakebite, snake bit, bitten snake,
    scorpion sting, saanp kata, saanp kaat, sanp kata, sap kata, bichhu kata, zeher kha, zehar kha, jahar kha, zeher pi, zeher pee,
    सांप काट, सांप काटा, बिच्छू काट, जहर खा, जहर पी`,
  'a birth or danger in pregnancy': `water broke, waters broke, labour pain, labor pain, labour pains, labour started, baby coming, baby not moving, bleeding pregnancy, pregnant bleeding,
    prasav peeda, prasav pida, delivery dard, प्रसव पीड़ा, डिलीवरी दर्द`,
};

/**
 * What people type who think of ending their life or of harming themselves. Sources: WHO, “Suicide”
 * (https://www.who.int/news-room/fact-sheets/detail/suicide), and “Preventing suicide: a resource for … primary health care
 * workers”, which names talk of dying, of no reason to live and of ways to do it as signs.
 */
export const crises = `want die, wanna die, wants die, wish dead, wish were dead, wish was dead, wish die, rather dead, going die myself, ready die, better dead, better off dead,
  kill myself, killing myself, kill himself, kill herself, killed himself, end life, ending life, end it all, end my own life, take own life, taking own life,
  suicide, suicidal, sucide, suicied, commit suicide, dont want live, not want live, no want live, dont want alive, not want alive, dont want exist, no reason live, nothing live, tired living, tired life,
  no longer want live, life not worth living, life worthless, hang myself, hanging myself, jump off building, cutting myself, want hurt myself, hurting myself, harm myself, harming myself, self harm, selfharm,
  took all tablets, took all pills, took too many pills, took too many tablets, took sleeping pills, painless death, painless way die, way die, ways die, how die,
  marna chahta, marna chahti, mar jana chahta, mar jana chahti, marna, mar jaana chahta, mar jau, mar jaun, mar jaunga, mar jaungi, marne man, marne mann, marne ichha, jeena nahi, jina nahi, jeene man nahi, jeene mann nahi,
  jeene ichha nahi, jeena nahi chahta, jeena nahi chahti, jina nahi chahta, jina nahi chahti, zindagi khatam, jindagi khatam, jaan de, jaan dena, jaan dedu, khudkushi, khudkhushi, aatmahatya, atmahatya, aatm hatya, khud maar, khud nuksan,
  zindagi thak, jindagi thak, zeher kha, zehar kha, jahar kha, fansi laga, faansi laga, phansi laga, nas kaat,
  मरना चाहता, मरना चाहती, मरना, मर जाना चाहता, मर जाना चाहती, मर जाऊं, मरने मन, मरने इच्छा, जीना नहीं, जीने मन नहीं, जीने इच्छा नहीं, जिंदगी खत्म, जिंदगी थक, जीवन खत्म, जान दे, जान देना,
  खुदकुशी, आत्महत्या, आत्म हत्या, खुद मार, खुद नुकसान, जहर खा, फांसी लगा, नस काट, सुसाइड, सुसाइड करना`;

/**
 * Words that rule an emergency out: a time after it, its prevention, or another thing of the same name. Directly before the
 * sign, directly after it, or anywhere.
 */
export const otherwise = {
  before: 'after post food',
  after: 'baad बाद',
  anywhere: `rehab rehabilitation recovery recovering physiotherapy physio prevent prevention preventing survivor survivors history insurance course
    training contraception contraceptive contraceptives bachav bachne बचाव बचने पुनर्वास`,
};
