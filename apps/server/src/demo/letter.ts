/** A report as a practice writes it: one page. */
export interface Letter {
  title: string;
  from: string;
  education: string;
  address: string;
  patient: string;
  date: string;
  /** What was measured: name, result, reference. */
  rows: [string, string, string][];
  text: string[];
}

const [left, right, top] = [56, 539, 780];
// Helvetica at 10.5 points: this many letters fill a line.
const letters = 92;

// The fonts' own encoding has Latin letters alone.
const shown = (words: string) => words.replaceAll(/[()\\]/g, '\\$&').replaceAll(/[^ -~\u00a1-\u00ff]/g, '?');
const at = (x: number, y: number, font: 'F1' | 'F2', size: number, words: string) =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${shown(words)}) Tj ET`;
const rule = (y: number, width: number) => `${width} w ${left} ${y} m ${right} ${y} l S`;

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) as string;
    if (last.length + word.length < letters) lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function drawing({ title, from, education, address, patient, date, rows, text }: Letter) {
  const ink = '0.08 0.12 0.11 rg 0.75 0.8 0.78 RG';
  const out = [
    '0.04 0.42 0.36 rg',
    at(left, top, 'F2', 17, from),
    ink,
    at(left, top - 18, 'F1', 9.5, education),
    at(left, top - 32, 'F1', 9.5, address),
    rule(top - 44, 1),
    at(left, top - 66, 'F1', 10.5, `Patient: ${patient}`),
    at(left, top - 82, 'F1', 10.5, `Date: ${date}`),
    at(left, top - 122, 'F2', 15, title),
  ];
  let y = top - 150;
  if (rows.length > 0) {
    const columns = [left, 300, 410] as const;
    for (const [index, row] of [['Test', 'Result', 'Reference'] as const, ...rows].entries()) {
      for (const [column, words] of row.entries()) {
        out.push(at(columns[column] as number, y, index === 0 || column === 1 ? 'F2' : 'F1', 10.5, words));
      }
      out.push(rule(y - 6, 0.5));
      y -= 20;
    }
    y -= 12;
  }
  for (const paragraph of text) {
    for (const line of wrapped(paragraph)) {
      out.push(at(left, y, 'F1', 10.5, line));
      y -= 16;
    }
    y -= 8;
  }
  out.push(at(left, y - 30, 'F2', 10.5, from), rule(70, 0.5));
  out.push(at(left, 54, 'F1', 8.5, 'Part of a demonstration: invented, and about no real person.'));
  return out.join('\n');
}

/** The letter as a PDF. */
export function letterPdf(letter: Letter): Buffer {
  const content = drawing(letter);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${shown(letter.title)}) /Author (${shown(letter.from)}) >>`,
  ];
  let text = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  let table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}
