import type { FileRefusal } from '@carecommons/contract/administration-rules';
import { commonHeaders, styledPolicy } from './headers.ts';
import type { Words } from '../languages/languages.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
body { max-width: 34rem; margin: 0 auto; padding: 3rem 1rem; background: light-dark(#f6f9f8, #0d1513); color: light-dark(#14231f, #e7f0ed) }
h1 { font-size: 1.5rem; line-height: 1.3 }
a { display: inline-block; margin-top: .5rem; padding: .75rem 1.25rem; border-radius: 12px; background: light-dark(#0b6b5d, #5ccfbb); color: light-dark(#fff, #06231e) }
`;
const policy = styledPolicy(style);

const statuses: Partial<Record<FileRefusal, number>> = {
  expired: 410,
  session_ended: 410,
  withdrawn: 410,
  share_ended: 410,
  erased: 410,
  damaged: 500,
  key_missing: 503,
};

/** What a link leads to, and the page on which there are fresh ones. */
interface PageTexts {
  sentences: Partial<Record<FileRefusal, readonly [title: string, text: string, back?: string, backTo?: string]>>;
  otherwise: readonly [title: string, text: string];
  back: string;
  backTo: string;
}

const notAtHand = 'The key that protects it is not available. Nothing is lost. Please try again later.';

const pages = {
  report: {
    sentences: {
      key_missing: ['This report cannot be opened just now', notAtHand],
      damaged: ['This report is damaged', 'So it is not shown. Please ask who sent it to send it again.'],
      erased: ['This report has been erased', 'Nobody can open it any more.'],
      expired: [
        'This link has expired',
        'Links to reports expire after five minutes. Your reports page has a new one.',
      ],
      session_ended: ['This link has expired', 'You have signed out since. Sign in again to read your reports.'],
      withdrawn: ['This report has been withdrawn', 'Your reports page says why.'],
      second_factor: [
        'This needs a second step',
        'Providers open reports only with a second step at sign-in. Set it up on your account page, or confirm it there.',
        '/account#second-factor',
        'To your account',
      ],
    },
    otherwise: ['This link is not for you', 'Open the report from your reports page.'],
    back: '/record',
    backTo: 'Back to your reports',
  },
  shared: {
    sentences: {
      key_missing: ['This report cannot be opened just now', notAtHand],
      damaged: ['This report is damaged', 'So it is not shown. Please tell who shared it with you.'],
      erased: ['This report has been erased', 'Nobody can open it any more.'],
      expired: [
        'This took a little too long',
        'Close this page, go back to the one with the reports, and enter the passcode again.',
      ],
      share_ended: ['This is not shared any more', 'If you still need it, ask who shared it with you.'],
    },
    otherwise: ['This link is not good', 'Open the report from the page for which you have a passcode.'],
    back: '/',
    backTo: 'To Carecommons',
  },
  evidence: {
    sentences: {
      key_missing: ['This document cannot be opened just now', notAtHand],
      damaged: ['This document is damaged', 'So it is not shown. Please ask for it again.'],
      erased: ['This document has been erased', 'Nobody can open it any more.'],
      expired: ['This link has expired', 'Links to documents expire after five minutes. The page has a new one.'],
      session_ended: ['This link has expired', 'You have signed out since. Sign in again to see the document.'],
      withdrawn: ['This document has been deleted', 'Documents are kept only as long as the check needs them.'],
    },
    otherwise: ['This link is not for you', 'Open the document from the page it is on.'],
    back: '/dashboard',
    backTo: 'Back to the site',
  },
  export: {
    sentences: {
      key_missing: ['The copy of your data cannot be opened just now', notAtHand],
      damaged: ['The copy of your data is damaged', 'So it cannot be opened. Please ask for a new one.'],
      erased: ['The copy of your data has been deleted', 'Please ask for a new one.'],
      expired: ['This link has expired', 'Links to your data expire after five minutes. The page has a new one.'],
      session_ended: ['This link has expired', 'You have signed out since. Sign in again to save your data.'],
    },
    otherwise: ['This link is not for you', 'Save your data from the page where you asked for it.'],
    back: '/my-data',
    backTo: 'Back to my data',
  },
  visit: {
    sentences: {
      expired: [
        'This link has expired',
        'Calendar links expire after five minutes. The page of the visit has a new one.',
      ],
      session_ended: ['This link has expired', 'You have signed out since. Sign in again to see your appointments.'],
    },
    otherwise: ['This link is not for you', 'Open the file from the page of the appointment.'],
    back: '/book',
    backTo: 'Back to your appointments',
  },
} satisfies Record<string, PageTexts>;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A small page without any script that leads back to where fresh links are: its status, its headers and its text. */
export function errorPage(of: keyof typeof pages, refusal: FileRefusal, words: Words) {
  const { sentences, otherwise, back, backTo }: PageTexts = pages[of];
  const translate = (english: string) =>
    words.translate(english).replaceAll(/[&<>]/g, (one) => entities[one] as string);
  const [title, text, to = back, named = backTo] = sentences[refusal] ?? otherwise;
  return {
    status: statuses[refusal] ?? 403,
    headers: {
      ...(refusal === 'key_missing' ? { 'retry-after': '300' } : {}),
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    },
    html: `<!doctype html>
<html lang="${words.language}" dir="${words.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${translate(title)}</title><style>${style}</style></head>
<body><main><h1>${translate(title)}</h1><p>${translate(text)}</p><a href="${to}">${translate(named)}</a></main></body></html>
`,
  };
}
