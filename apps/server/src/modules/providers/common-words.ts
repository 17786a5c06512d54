import { genders } from '@carecommons/contract/providers';
import { wordsOf as listOf } from '../../platform/search/search.ts';

// Words of a search that name no speciality: in English, in Hindi, and in Hindi typed in Latin letters.

const wordsOf = (text: string) => new Set(listOf(text));

/** Function words, removed before anything is looked up. */
export const joining = wordsOf(`
  a an the in at of for to from with on by and or is are am i my me we our you your has have had having do does need needs needed want
  wants looking look find show get any some which who what where when how best good top nice famous experienced expert cheap free
  available please help urgent very all over too much many also it its this that be can take new still will should so out after
  ka ki ke ko se mein main me mai par pe hai hain ho hoon hu ha hua hui hue gaya gayi gaye raha rahi rahe rehta rehti rahta rahti hota hoti
  hote karna karne kare karo karein karana karwana dena lena lene chahiye chahie chaiye dikhao batao bataye kaun kaunsa kahan kaha
  koi accha acha achha achchha sabse mera meri mere hamara hamare mujhe mujhko hame aur ya liye wala wale wali ji bhi bahut bahot jada jyada aana
  aati aata aate aa jana jata jati jate
  का की के को से में मे पर है हैं हो हूं हुआ हुई हुए गया गई गए रहा रही रहे रहता रहती होता होती होते करना करने करें कराना देना लेना लेने
  चाहिए दिखाओ बताओ बताइए कौन कौनसा कहां कोई अच्छा अच्छे अच्छी सबसे मेरा मेरी मेरे हमारा मुझे मुझको हमें और या लिए वाला वाले वाली
  जी भी बहुत ज्यादा आना आती आता आते जाना जाता जाती`);

/** Words that say that somebody treats, or that something is wrong, but not what: ignored unless they are part of a phrase. */
export const general = wordsOf(`
  doctor doctors dr docter doc clinic clinics hospital hospitals centre center nursing home specialist specialists consultant
  provider treatment cure medicine medicines tablet tablets appointment consultation opinion visit online number contact fees cost
  price charges pain pains ache aching hurt hurts hurting sore problem problems issue issues trouble disease diseases disorder illness sick
  ill care level high low test check up bad severe sudden patient advice chronic person man people years weeks days months name near
  not no cannot dont doesnt nahi nahin na kam
  dard dukh dukhta taklif takleef samasya bimari beemari rog rogi mareez ilaj ilaaj upchar dawa dawai dava doktor daktar visheshagya
  visheshgya chikitsak chikitsa aspatal haspatal janch jaanch jalan sujan kami badh badha tez teevra
  डॉक्टर डाक्टर डॉ चिकित्सक चिकित्सा विशेषज्ञ अस्पताल क्लिनिक क्लीनिक इलाज उपचार दवा दवाई दर्द तकलीफ समस्या परेशानी बीमारी रोग रोगी मरीज
  जलन सूजन कमी कम तेज बढ़ बढ़ना नहीं न स्पेशलिस्ट हॉस्पिटल`);

/** Words that ask for somebody close by. */
export const nearby = wordsOf(
  'near nearby nearest closest around paas pas aaspaas aspas nazdeek nazdik najdik पास आसपास नजदीक नजदीकी करीब',
);

const namesOfGenders = {
  woman: 'lady ladies female woman women mahila aurat स्त्री महिला लेडी औरत',
  man: 'male gents gent purush mard पुरुष मर्द',
};

/** The gender that a word asks for; patients are described with the same words. */
export const genderOf = new Map(
  genders.flatMap((gender) => [...wordsOf(namesOfGenders[gender])].map((word) => [word, gender] as const)),
);

const treating = wordsOf(`
  doctor doctors dr docter doc doctr specialist specialists consultant provider physician physicians surgeon surgeons counsellor gynae gynac
  gyno ortho physio vaidya hakim doktor daktar visheshagya visheshgya chikitsak
  डॉक्टर डाक्टर डॉ चिकित्सक विशेषज्ञ स्पेशलिस्ट सर्जन फिजिशियन वैद्य`);

/** Whether a word is for somebody who treats: a doctor, a dentist, a dermatologist, an optician. */
export const isTreating = (word: string) =>
  treating.has(word) || /(?:(?:log|[tpn]|tr)ist|[tdr]ician|लॉजिस्ट)s?$/.test(word);

// The name of a language in profiles, followed by what people type for it.
const languages = `
English angrezi angreji अंग्रेज़ी
Hindi हिन्दी हिंदी
Assamese asamiya असमिया অসমীয়া
Bengali bangla बंगाली बांग्ला বাংলা
Gujarati गुजराती ગુજરાતી
Kannada kannad कन्नड़ ಕನ್ನಡ
Konkani कोंकणी
Malayalam मलयालम മലയാളം
Marathi मराठी
Nepali नेपाली
Odia oriya ओड़िया ଓଡ଼ିଆ
Punjabi पंजाबी ਪੰਜਾਬੀ
Tamil तमिल தமிழ்
Telugu तेलुगु तेलुगू తెలుగు
Urdu उर्दू اردو`;

/** The languages that a search can name, by each word for them. */
export const languageOf = new Map(
  languages
    .trim()
    .split('\n')
    .flatMap((line) => [...wordsOf(line)].map((word) => [word, line.split(' ')[0] as string] as const)),
);
/** Words that only say that a language is meant for talking; they are ignored. */
export const speaking = wordsOf('speaking speaks speak language bolne bolna bhasha bolta बोलने भाषा');
