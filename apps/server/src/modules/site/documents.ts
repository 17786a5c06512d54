import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentName, SiteDocument } from '@carecommons/contract/documents';
import type { Config } from '../../core/config.ts';
import { fold } from '../../core/fold.ts';
import { renderText } from './render-text.ts';

/** One of the site's long texts: the operator's, `pages/<name>.md` in the data folder, else the product's own. */
export async function getDocument(name: DocumentName, config: Config): Promise<SiteDocument> {
  const own = join(config.dataDir, 'pages', `${name}.md`);
  const source = await readFile(own, 'utf8').catch(async (error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error;
    return await readFile(new URL(`texts/${name}.md`, import.meta.url), 'utf8');
  });
  return documentOf(filledIn(source, config));
}

/** Puts in what is set for this installation, as `{contact_email}`, so that no character of it means anything to Markdown. */
function filledIn(source: string, config: Config): string {
  const values: Record<string, string> = {
    contact_phone: config.contactPhone,
    contact_email: config.contactEmail,
    contact_address: config.contactAddress,
    emergency_number: config.emergencyNumber,
  };
  return source.replaceAll(/\{(\w+)\}/g, (written, name: string) => {
    const value = values[name];
    return value === undefined ? written : value.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
  });
}

/** A text in its parts: `# ` begins its title, and each `## ` a part. */
export function documentOf(source: string): SiteDocument {
  const [head = '', ...sections] = splitAtHeadings(source.replaceAll('\r\n', '\n'));
  const [, title = '', lead = ''] = /^\s*(?:# (.*)\n?)?([^]*)$/.exec(head) ?? [];
  const ids = new Set<string>();
  return {
    title: plain(title),
    lead: renderText(lead),
    parts: sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const name = plain(heading.slice('## '.length));
      const wanted = fold(name).replaceAll(' ', '-') || 'part';
      const id = ids.has(wanted) ? `${wanted}-${ids.size + 1}` : wanted;
      ids.add(id);
      return { id, title: name, html: renderText(lines.join('\n')) };
    }),
  };
}

/** Cuts before each line that begins with `## `, but for those in a fenced block. */
function splitAtHeadings(source: string): string[] {
  let fenced = false;
  const parts: string[][] = [[]];
  for (const line of source.split('\n')) {
    if (/^(```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && line.startsWith('## ')) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}

// A heading as plain text: without the marks of emphasis and code, and with what a backslash keeps from being one.
const plain = (heading: string) => heading.replaceAll(/\\(.)|[*_`#]+/g, '$1').trim();
