import { createHmac, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isFromThisMachine, isLocalDemo } from '../config/config.ts';
import { commonHeaders, styledPolicy } from '../http/http.ts';
import { sourceLanguage } from '../languages/languages.ts';
import { mailFolder } from './send-mail.ts';
import { Problem } from '../errors/errors.ts';
import { deriveKeyOf, versionsOf } from '../crypto/crypto.ts';

// The emails of a demo, which reach nobody, for whoever tries it out on the same machine.

const shown = 100;
const name = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}[.]eml$/;

/**
 * Where the emails are shown: at an address that nobody can guess, for a proxy that says nothing of whom it speaks for makes
 * the whole world look like this machine. It follows from the secret, so that all processes of an installation agree on it.
 */
export function mailPage({ secret }: Pick<Config, 'secret'>) {
  // Of the oldest version: what prints the address knows nothing yet of which one is in use.
  const oldest = Math.min(...versionsOf(secret).map(({ version }) => version));
  const key = deriveKeyOf(secret, 'mail page', oldest) as Buffer;
  return `/dev/mail/${createHmac('sha256', key).digest('base64url').slice(0, 22)}/`;
}

/** Serves the emails in the data folder at `mailPage`: in a demo alone, and to a browser on this machine alone. */
export function registerDevMail(app: FastifyInstance, { config }: { config: Config }) {
  if (!isLocalDemo(config)) return;
  const folder = mailFolder(config);
  const home = mailPage(config);
  const allowed = Buffer.from(home);
  const refuseOthers = (request: FastifyRequest) => {
    const { word } = request.params as { word: string };
    const asked = Buffer.from(`/dev/mail/${word}/`);
    const known = asked.length === allowed.length && timingSafeEqual(asked, allowed);
    if (!known || !isFromThisMachine(request)) throw new Problem('not_found');
  };

  // By a parameter, so that the log and the metrics, which name routes, do not name the address.
  app.get('/dev/mail/:word/', async (request, reply) => {
    refuseOthers(request);
    return await sendPage(reply, 'Emails', listOf(await newest(folder), home));
  });
  app.get('/dev/mail/:word/:email/', async (request, reply) => {
    refuseOthers(request);
    const { email } = request.params as { email: string };
    if (!name.test(email)) throw new Problem('not_found');
    const bytes = await readFile(join(folder, email)).catch(() => undefined);
    if (bytes === undefined) throw new Problem('not_found');
    const { subject, to, date, text, language } = await parse(bytes);
    const head = `<p>To ${escape(to)}, ${escape(date)}</p>`;
    return await sendPage(
      reply,
      subject,
      `${head}<pre lang="${escape(language)}" dir="auto">${linked(text)}</pre><p><a href="${home}">All emails</a></p>`,
      language,
    );
  });
}

interface Read {
  subject: string;
  to: string;
  date: string;
  text: string;
  /** In which it is written. */
  language: string;
}

async function parse(message: Buffer): Promise<Read> {
  const { default: PostalMime } = await import('postal-mime');
  const { subject = '', to = [], date = '', text = '', headers } = await PostalMime.parse(message);
  const language = headers.find(({ key }) => key === 'content-language')?.value ?? sourceLanguage;
  return {
    subject,
    to: to.map(({ address }) => address).join(', '),
    date: new Date(date).toUTCString(),
    text,
    language,
  };
}

async function newest(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((one) => name.test(one));
  const dated = await Promise.all(names.map(async (one) => ({ one, at: (await stat(join(folder, one))).mtimeMs })));
  const last = dated.toSorted((a, b) => b.at - a.at).slice(0, shown);
  return await Promise.all(last.map(async ({ one }) => ({ one, ...(await parse(await readFile(join(folder, one)))) })));
}

function listOf(emails: (Read & { one: string })[], home: string) {
  if (emails.length === 0) return '<p>No email was sent yet.</p>';
  const items = emails.map(
    ({ one, subject, to, date, language }) =>
      `<li><a lang="${escape(language)}" dir="auto" href="${home}${one}/">${escape(subject)}</a><br>To ${escape(to)}, ${escape(date)}</li>`,
  );
  return `<p>A demo sends no mail. What it would have sent stands here, the newest first.</p><ul>${items.join('\n')}</ul>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (one) => entities[one] ?? one);
const linked = (text: string) => escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { max-width: 45rem; margin: 0 auto; padding: 1rem; background: light-dark(#f6f9f8, #0d1513); color: light-dark(#14231f, #e7f0ed) }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid light-dark(#d3deda, #2c3d38); border-radius: 12px; background: light-dark(#fff, #14201d) }
ul { padding: 0; list-style: none }
li { margin-block: 1rem; overflow-wrap: anywhere }
a { color: light-dark(#0b6b5d, #5ccfbb) }
li a { display: inline-block; padding-block: .5rem; font-weight: 600 }
`;
const headers = {
  ...commonHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': styledPolicy(style),
};

async function sendPage(reply: FastifyReply, title: string, content: string, titleIn = sourceLanguage) {
  return await reply.headers(headers).send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${style}</style></head>
<body><main><h1 lang="${escape(titleIn)}" dir="auto">${escape(title)}</h1>
${content}
</main></body></html>
`);
}
