// Languages that people speak with their doctor. Each line is one language, by the names that profiles use.
const languages = `
English अंग्रेज़ी अंग्रेजी
Hindi हिन्दी हिंदी
Assamese অসমীয়া
Bengali Bangla বাংলা
Gujarati ગુજરાતી
Kannada ಕನ್ನಡ
Malayalam മലയാളം
Marathi मराठी
Nepali नेपाली
Odia Oriya ଓଡ଼ିଆ
Punjabi ਪੰਜਾਬੀ
Tamil தமிழ்
Telugu తెలుగు
Urdu اردو
`;

const namesOf = new Map(
  languages
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap((names) => names.map((name) => [name.toLowerCase(), names] as const)),
);

/** All spellings of a language in profiles: each of its names, in lower and upper case. */
export function languageNames(language: string): string[] {
  const names = namesOf.get(language.toLowerCase()) ?? [language];
  return [...new Set(names.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase(), capitalised(name)]))];
}

const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase();
