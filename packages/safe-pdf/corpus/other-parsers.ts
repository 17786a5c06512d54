import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What pdf.js finds in a PDF that acts or hides: scripts, attachments, actions beyond links, forms of XML. Throws where it cannot read it. */
export async function foundByPdfJs(data: Uint8Array): Promise<string[]> {
  const task = getDocument({
    data: new Uint8Array(data),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: true,
  });
  const document = await task.promise;
  const found: string[] = [];
  if ((await document.getJSActions()) !== null) found.push('scripts of the document');
  if ((await document.getAttachments()) !== null) found.push('attachments');
  if ((await document.getOpenAction()) !== null) found.push('an action when it is opened');
  if (await document.hasJSActions()) found.push('scripts');
  if (document.isPureXfa) found.push('a form of XML');
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    if ((await page.getJSActions()) !== null) found.push('scripts of a page');
    for (const annotation of await page.getAnnotations()) {
      if (annotation.actions !== undefined && annotation.actions !== null) found.push('scripts of an annotation');
      if (annotation.attachment !== undefined) found.push('an attachment of a page');
      if (annotation.unsafeUrl !== undefined && !/^(https?|mailto|tel):/i.test(annotation.unsafeUrl))
        found.push(annotation.unsafeUrl);
    }
  }
  await task.destroy();
  return found;
}

const acting =
  /^\/(AA|OpenAction|JS|JavaScript|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMedia|EmbeddedFiles?|EF|XFA|ByteRange)$/;

/** Whether qpdf is there. */
export const hasQpdf = (() => {
  try {
    execFileSync('qpdf', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What qpdf finds in a PDF that acts or hides, in every object that it holds; and what it finds wrong with it. */
export function foundByQpdf(data: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-qpdf-'));
  try {
    const path = join(folder, 'a.pdf');
    writeFileSync(path, data);
    execFileSync('qpdf', ['--check', path], { stdio: 'ignore' });
    const found: string[] = [];
    const all: unknown = JSON.parse(
      execFileSync('qpdf', ['--json=2', '--json-key=qpdf', path], { maxBuffer: 1e9 }).toString(),
    );
    const walk = (value: unknown) => {
      if (typeof value === 'string' && acting.test(value)) found.push(value);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (acting.test(key)) found.push(key);
        walk(inner);
      }
    };
    walk(all);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
