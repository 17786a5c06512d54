import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { strict } from './fields.ts';

/** The long texts of the site, which its operator may replace. */
export const documentNames = ['about', 'privacy', 'terms', 'accessibility'] as const;
export type DocumentName = (typeof documentNames)[number];

/** A long text. `lead` and the parts are HTML, rendered and sanitised on the server; titles are plain text. */
const siteDocument = z.object({
  /** The language of the text. An operator's own text may be in any language, and is treated as the requested one. */
  language: z.string(),
  title: z.string(),
  lead: z.string(),
  parts: z.array(z.object({ id: z.string(), title: z.string(), html: z.string() })),
});
export type SiteDocument = z.output<typeof siteDocument>;

export const getDocument = endpoint({
  method: 'GET',
  path: '/documents/:document/',
  access: 'anyone',
  summary:
    'Returns one of the long texts of the site: about, privacy, rules, accessibility. In `language` (such as `hi`) if available, otherwise in English.',
  params: strict({ document: z.enum(documentNames) }),
  query: strict({
    language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'This has the wrong form.'))),
  }),
  reply: siteDocument,
});
