// Letters that Unicode does not take apart, as people without them on their keyboard write them.
const letters: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' };

/**
 * Text as it is searched and ordered: lower case, without accents and punctuation, one blank between words. Only letters,
 * their marks, digits and blanks are left, so nothing in it means anything to LIKE. Done here
 * and not in the database, so that every database agrees.
 */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      // Accents, the nukta of Devanagari, which many leave out, and what joins or splits letters without being seen.
      .replaceAll(/[\u0300-\u036f]|\u093c|\u200c|\u200d|\u00ad|['’]/g, '')
      .normalize('NFC')
      // The same nasal sound, which some write with the moon above the dot: आँख, आंख.
      .replaceAll('\u0901', '\u0902')
      .toLowerCase()
      .replaceAll(/[ßøłđðþæœı]/g, (letter) => letters[letter] ?? letter)
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
  );
}
