import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import providers from '../../demo/providers.json' with { type: 'json' };
import { urgencyOf } from './urgent.ts';

const emergencies = `heart attack
Heart Attack!!
hart attack
heart atack
my father is having a heart attack
dil ka daura
dil ka daura pada hai
हार्ट अटैक
दिल का दौरा
chest pain
pain in my chest
severe chest pain doctor
chest pain after eating
seene mein dard
sine me dard
chhati me dard ho raha hai
सीने में दर्द
सीने में बहुत दर्द
stroke
brain stroke
strok
paralysis attack
lakwa maar gaya
लकवा मार गया
स्ट्रोक
can't breathe
I cannot breathe
not breathing
difficulty in breathing
saans nahi aa rahi
sans nahin aa rahi hai
saans lene mein taklif
सांस नहीं आ रही
साँस लेने में तकलीफ
choking
heavy bleeding
bleeding is not stopping
khoon nahi ruk raha
khun nahi ruk rha
खून बंद नहीं हो रहा
unconscious
behosh ho gaya
बेहोश
having a seizure
mirgi ka daura pada
anaphylaxis
snake bite
saanp ne kaat liya
सांप ने काट लिया
poisoning
drug overdose
electric shock
road accident
एक्सीडेंट हो गया
emergency
ambulance
emergency doctor
आपातकाल
labour pain`;

const crises = `I want to die
i wanna die
want to die
I wish I was dead
kill myself
I want to kill myself
how to kill myself
suicide
suicidal thoughts
suicde
commit suicide
I don't want to live
I do not want to live any more
dont want to live anymore
no reason to live
end my life
better off dead
hang myself
self harm
I took too many pills
marna chahta hoon
main marna chahti hu
mujhe marna hai
mar jaun
jeena nahi chahta
jeene ka mann nahi
jeene ki ichha nahin hai
zindagi khatam karna
jaan dena
khudkushi
aatmahatya
zeher kha liya
मैं मरना चाहता हूँ
मुझे मरना है
जीना नहीं चाहती
जीने का मन नहीं करता
आत्महत्या
खुदकुशी
ज़िंदगी खत्म
फांसी लगा लूं`;

// None of these waits for an ambulance, though each has a word or two of those that do.
const ordinary = `heart doctor
heart specialist in Pune
dil ka doctor
दिल का डॉक्टर
chest specialist
chest x ray
seene ka doctor
stroke rehabilitation
rehab after stroke
physiotherapy after a stroke
stroke recovery
heart attack ke baad kya khaye
हार्ट अटैक के बाद
how to prevent a heart attack
suturing course
breath test
bad breath
nose bleeding
bleeding gums
khoon ki jaanch
masude se khoon
panic attack
fits
lakwa
लकवा
burns
sunburn
heartburn
food poisoning
food allergy
emergency contraception
back pain
pain in my knee
diet chart
vitamin d
marathi speaking doctor
liver doctor
new born baby doctor
Dr. Marina Johar
Dr. Strother
Dr. Ajay Marwah
jeena sikho clinic
life insurance
cut on my hand
poison ivy
mar`;

const queries = ['queries', 'held-out'].flatMap((name) =>
  readFileSync(new URL(`../../../../../prove/search-words/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { q: string }).q),
);

const lines = (text: string) => text.split('\n');
const judged = (texts: string[]) => Object.fromEntries(texts.map((q) => [q, urgencyOf(q)]));
const all = (texts: string[], urgent: string | null) => Object.fromEntries(texts.map((q) => [q, urgent]));

test('an emergency is recognised in English, Hindi and Hinglish, and as it is mistyped', () => {
  expect(judged(lines(emergencies))).toEqual(all(lines(emergencies), 'emergency'));
});

test('somebody who thinks of dying is recognised', () => {
  expect(judged(lines(crises))).toEqual(all(lines(crises), 'crisis'));
});

test('ordinary searches are none', () => {
  expect(judged(lines(ordinary))).toEqual(all(lines(ordinary), null));
  for (const nothing of ['', '  ', '!?', 'a', 'ka']) expect(urgencyOf(nothing)).toBeNull();
});

test('of six hundred searches for a provider only those are urgent that name a sign of an emergency', () => {
  expect(queries.length).toBeGreaterThan(500);
  expect(queries.filter((q) => urgencyOf(q) !== null)).toEqual([
    'chest pain',
    'seene mein dard',
    'सीने में दर्द',
    'saans lene mein taklif',
    'breathlessness',
    'accident',
    'emergency doctor',
    'casualty',
    'आपातकाल',
  ]);
});

test('no name, place or speciality of a provider is urgent', () => {
  const texts = providers.flatMap(({ name, city, address, speciality }) => [name, city, address, ...speciality]);
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.filter((q) => urgencyOf(q) !== null)).toEqual(['Emergency medicine']);
});
