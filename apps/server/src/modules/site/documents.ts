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

/** Replaces placeholders such as `{contact_email}` by this installation's settings, escaped for Markdown. */
function filledIn(source: string, config: Config): string {
  const values: Record<string, string> = {
    // Keeps a telephone number on one line.
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

/** Splits a text: `# ` starts its title, and each `## ` a section. */
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

/** Splits before each line that starts with `## `, except inside fenced code blocks. */
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

// A heading as plain text: without emphasis and code marks, and with escaped characters restored.
const plain = (heading: string) => heading.replaceAll(/\\(.)|[*_`#]+/g, '$1').trim();
