import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentName, SiteDocument } from '@carecommons/contract/documents';
import type { Config } from '../../platform/config/config.ts';
import { fold } from '../../platform/search/search.ts';
import { renderText } from './render-text.ts';

const products = fileURLToPath(new URL('texts/', import.meta.url));

/**
 * One of the site's long texts: the operator's in that language, `pages/<name>.<language>.md` in the data folder, or in the
 * one language that the operator has, `pages/<name>.md`; else the product's own, in that language or in English.
 */
export async function getDocument(name: DocumentName, language: string, config: Config): Promise<SiteDocument> {
  const own = join(config.dataDir, 'pages');
  const places: [folder: string, file: string, language: string][] = [
    [own, `${name}.${language}.md`, language],
    [own, `${name}.md`, language],
    [products, `${name}.${language}.md`, language],
    [products, `${name}.md`, 'en'],
  ];
  for (const [folder, file, written] of places) {
    const source = await readFile(join(folder, file), 'utf8').catch((error: { code?: string }) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    if (source !== undefined) return { ...documentOf(filledIn(source, config)), language: written };
  }
  throw new Error(`There is no text ${name}.`);
}

/** Puts in what is set for this installation, as `{contact_email}`, so that no character of it means anything to Markdown. */
function filledIn(source: string, config: Config): string {
  const values: Record<string, string> = {
    // A number stays on one line.
    contact_phone: config.contactPhone.replaceAll(' ', '\u00A0'),
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
export function documentOf(source: string): Omit<SiteDocument, 'language'> {
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
