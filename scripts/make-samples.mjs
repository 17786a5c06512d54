// Draws the three sample reports of an invented laboratory into apps/web/public/samples. Run it after changing them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { PDFDocument, StandardFonts, degrees, rgb } from 'pdf-lib';

const folder = new URL('../apps/web/public/samples/', import.meta.url);
const lab = {
  name: 'Sample Diagnostics',
  line: 'Pathology · Biochemistry · Imaging',
  address: '00 Example Street, Sampletown · reports@sample-diagnostics.example',
};
const person = [
  ['Patient', 'Asha Example'],
  ['Age / sex', '34 years / female'],
  ['Patient no.', 'SD-000000'],
  ['Referred by', 'Dr. A. N. Other'],
];
const days = { collected: '02 Jan 2026, 08:10', reported: '02 Jan 2026, 16:45' };

const reports = [
  {
    file: 'complete-blood-count.pdf',
    title: 'Complete blood count',
    facts: [
      ['Report no.', 'SAMPLE-0001'],
      ['Specimen', 'EDTA whole blood'],
      ['Collected', days.collected],
      ['Reported', days.reported],
    ],
    tables: [
      [
        'Red cells',
        ['Haemoglobin', '11.6', 'g/dL', '12.0 – 15.0', 'L'],
        ['Red blood cell count', '4.21', '10\u2076/µL', '3.80 – 4.80', ''],
        ['Packed cell volume (haematocrit)', '36.2', '%', '36.0 – 46.0', ''],
        ['Mean corpuscular volume (MCV)', '86.0', 'fL', '83.0 – 101.0', ''],
        ['Mean corpuscular haemoglobin (MCH)', '27.6', 'pg', '27.0 – 32.0', ''],
        ['MCH concentration (MCHC)', '32.0', 'g/dL', '31.5 – 34.5', ''],
        ['Red cell distribution width (RDW)', '14.9', '%', '11.6 – 14.0', 'H'],
      ],
      [
        'White cells',
        ['Total leucocyte count', '7.40', '10³/µL', '4.00 – 10.00', ''],
        ['Neutrophils', '58', '%', '40 – 80', ''],
        ['Lymphocytes', '32', '%', '20 – 40', ''],
        ['Monocytes', '6', '%', '2 – 10', ''],
        ['Eosinophils', '3', '%', '1 – 6', ''],
        ['Basophils', '1', '%', '0 – 2', ''],
      ],
      [
        'Platelets',
        ['Platelet count', '268', '10³/µL', '150 – 410', ''],
        ['Mean platelet volume (MPV)', '9.8', 'fL', '7.5 – 11.5', ''],
      ],
    ],
    notes: [
      'Method: automated cell counter (impedance and flow cytometry); differential confirmed on a stained smear.',
      'Haemoglobin is slightly low with normal cell size. Iron studies may be considered if it persists.',
    ],
    signed: ['Dr. S. Ample, MD', 'Consultant pathologist'],
  },
  {
    file: 'lipid-profile.pdf',
    title: 'Lipid profile',
    facts: [
      ['Report no.', 'SAMPLE-0002'],
      ['Specimen', 'Serum, fasting 12 hours'],
      ['Collected', days.collected],
      ['Reported', days.reported],
    ],
    tables: [
      [
        'Lipids',
        ['Total cholesterol', '212', 'mg/dL', 'below 200', 'H'],
        ['Triglycerides', '138', 'mg/dL', 'below 150', ''],
        ['HDL cholesterol', '48', 'mg/dL', 'above 50', 'L'],
        ['LDL cholesterol (calculated)', '136', 'mg/dL', 'below 100', 'H'],
        ['VLDL cholesterol (calculated)', '28', 'mg/dL', 'below 30', ''],
        ['Non-HDL cholesterol', '164', 'mg/dL', 'below 130', 'H'],
      ],
      ['Ratios', ['Total cholesterol / HDL', '4.4', '', 'below 4.5', ''], ['LDL / HDL', '2.8', '', 'below 3.0', '']],
    ],
    notes: [
      'Method: enzymatic colorimetry; LDL by the Friedewald formula, valid up to triglycerides of 400 mg/dL.',
      'Cut-offs follow common treatment guidelines. What they mean depends on the other risks of a person;',
      'please discuss this result with your doctor.',
    ],
    signed: ['Dr. S. Ample, MD', 'Consultant biochemist'],
  },
  {
    file: 'chest-x-ray.pdf',
    title: 'Chest X-ray',
    facts: [
      ['Report no.', 'SAMPLE-0003'],
      ['Examination', 'Chest, PA view, erect'],
      ['Taken', days.collected],
      ['Reported', days.reported],
    ],
    texts: [
      ['Clinical information', ['Cough for three weeks, no fever.']],
      ['Technique', ['Digital radiograph of the chest, postero-anterior view, in full inspiration. No rotation.']],
      [
        'Findings',
        [
          'Lungs: both lung fields are clear. No consolidation, nodule or cavity.',
          'Pleura: costophrenic angles are sharp. No effusion, no pneumothorax.',
          'Heart: normal in size and shape; cardiothoracic ratio 0.45.',
          'Mediastinum and hila: central, of normal width. No enlarged lymph nodes.',
          'Diaphragm: normal position and outline on both sides.',
          'Bones and soft tissues: no fracture and no suspicious lesion in the visible ribs and spine.',
        ],
      ],
      ['Measurements', ['Cardiothoracic ratio 0.45 (reference: below 0.50)']],
      ['Impression', ['No active disease of heart or lungs. No earlier examination for comparison.']],
    ],
    notes: ['A normal radiograph does not exclude every disease. If the cough lasts, please see your doctor again.'],
    signed: ['Dr. S. Ample, DMRD', 'Consultant radiologist'],
  },
];

const ink = rgb(0.08, 0.12, 0.11);
const muted = rgb(0.36, 0.42, 0.4);
const line = rgb(0.82, 0.86, 0.85);
const teal = rgb(0.04, 0.42, 0.36);
const band = rgb(0.93, 0.965, 0.955);
const alarm = rgb(0.66, 0.11, 0.11);
const [width, height, margin] = [595.28, 841.89, 48];
const right = width - margin;

async function draw(report) {
  const document = await PDFDocument.create();
  const made = new Date('2026-01-02T12:00:00Z');
  document.setTitle(`${report.title} (sample)`, { showInWindowTitleBar: true });
  document.setAuthor(lab.name);
  document.setSubject('A sample report with invented data');
  document.setLanguage('en');
  document.setCreator('Carecommons');
  document.setProducer('Carecommons');
  document.setCreationDate(made);
  document.setModificationDate(made);
  const page = document.addPage([width, height]);
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  let y = height - margin;

  const text = (words, x, { size = 9.5, font = plain, color = ink, at = y, end = false } = {}) => {
    page.drawText(words, { x: end ? x - font.widthOfTextAtSize(words, size) : x, y: at, size, font, color });
  };
  // The font has no raised six: a small one is drawn in its place.
  const unit = (words, x) => {
    const [before, after] = words.split('\u2076');
    text(before, x, { color: muted });
    if (after === undefined) return;
    const at = x + plain.widthOfTextAtSize(before, 9.5);
    text('6', at, { size: 6, color: muted, at: y + 3.6 });
    text(after, at + 3.6, { color: muted });
  };
  const rule = (at, color = line, thickness = 0.75) =>
    page.drawLine({ start: { x: margin, y: at }, end: { x: right, y: at }, color, thickness });
  const box = (x, at, w, h, color) => page.drawRectangle({ x, y: at, width: w, height: h, color });

  page.drawText('SAMPLE', {
    x: 128,
    y: 268,
    size: 118,
    font: bold,
    color: rgb(0.955, 0.968, 0.964),
    rotate: degrees(38),
  });

  // Letterhead: a cross in a square, the name, and the badge.
  box(margin, y - 30, 34, 34, teal);
  box(margin + 14, y - 25, 6, 24, rgb(1, 1, 1));
  box(margin + 5, y - 16, 24, 6, rgb(1, 1, 1));
  text(lab.name, margin + 46, { size: 19, font: bold, color: teal, at: y - 12 });
  text(lab.line, margin + 46, { size: 9, color: muted, at: y - 27 });
  const badge = 'SAMPLE';
  const badgeWidth = bold.widthOfTextAtSize(badge, 10) + 18;
  box(right - badgeWidth, y - 18, badgeWidth, 20, alarm);
  text(badge, right - badgeWidth + 9, { size: 10, font: bold, color: rgb(1, 1, 1), at: y - 12 });
  y -= 44;
  rule(y, teal, 1.5);

  // Whose it is, and of what.
  y -= 20;
  for (const [index, [name, value]] of person.entries()) {
    const [other, fact] = report.facts[index];
    text(name, margin, { color: muted });
    text(value, margin + 72, { font: bold });
    text(other, 318, { color: muted });
    text(fact, 392, { font: bold });
    y -= 16;
  }
  rule(y + 4);

  y -= 26;
  text(report.title, margin, { size: 17, font: bold });
  y -= 22;

  const columns = { result: 300, unit: 312, range: 384, flag: right - 10 };
  if (report.tables !== undefined) {
    box(margin, y - 7, right - margin, 21, teal);
    const white = { font: bold, color: rgb(1, 1, 1), size: 9 };
    text('Test', margin + 10, white);
    text('Result', columns.result, { ...white, end: true });
    text('Unit', columns.unit, white);
    text('Reference range', columns.range, white);
    text('Flag', columns.flag, { ...white, end: true });
    y -= 24;
    for (const [heading, ...rows] of report.tables) {
      box(margin, y - 6, right - margin, 18, band);
      text(heading, margin + 10, { font: bold, color: teal });
      y -= 20;
      for (const [name, result, of, range, flag] of rows) {
        const out = flag !== '';
        text(name, margin + 10);
        text(result, columns.result, { font: bold, color: out ? alarm : ink, end: true });
        unit(of, columns.unit);
        text(range, columns.range, { color: muted });
        if (out) text(flag === 'H' ? 'High' : 'Low', columns.flag, { font: bold, color: alarm, end: true });
        rule(y - 6, line, 0.5);
        y -= 19;
      }
      y -= 4;
    }
  }
  for (const [heading, lines] of report.texts ?? []) {
    text(heading, margin, { font: bold, color: teal, size: 10.5 });
    y -= 17;
    for (const words of lines) {
      const strong = heading === 'Impression';
      if (lines.length > 1) box(margin + 2, y + 2.4, 2.6, 2.6, teal);
      text(words, margin + (lines.length > 1 ? 14 : 0), { size: 10, font: strong ? bold : plain });
      y -= 16;
    }
    y -= 10;
  }

  y -= 8;
  text('Notes', margin, { font: bold, size: 9 });
  y -= 14;
  for (const words of report.notes) {
    text(words, margin, { size: 9, color: muted });
    y -= 13;
  }

  // Who answers for it, always in the same place.
  const [who, what] = report.signed;
  page.drawLine({ start: { x: right - 170, y: 132 }, end: { x: right, y: 132 }, color: muted, thickness: 0.75 });
  text(who, right - 170, { font: bold, at: 118 });
  text(what, right - 170, { size: 9, color: muted, at: 105 });
  text('End of report', margin, { size: 9, color: muted, at: 105 });

  rule(74);
  text('SAMPLE. Everything in this report is invented; it is about no real person and no medical advice.', margin, {
    size: 8,
    font: bold,
    color: alarm,
    at: 60,
  });
  text(lab.address, margin, { size: 8, color: muted, at: 47 });
  text('Page 1 of 1', right, { size: 8, color: muted, at: 47, end: true });
  return await document.save();
}

mkdirSync(folder, { recursive: true });
for (const report of reports) {
  const bytes = await draw(report);
  writeFileSync(new URL(report.file, folder), bytes);
  console.log(`${report.file}: ${bytes.length} bytes`);
}
