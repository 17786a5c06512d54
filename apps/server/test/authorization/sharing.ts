import { formOf, pdf } from '../fixtures/report-files.ts';
import { anyone, type Expected, type Rule, signedIn, type Table } from './notation.ts';

// Reports that patients share, and documents that they add. Everybody has a share by a link; providers have one more of a stranger's report with them.

const missing = '404 not_found';
// One patient has a second factor that this session has not shown: it shares and deletes nothing.
const confirmed = (otherwise: Expected): Rule => ({ patient_b: '403 second_factor_required', else: otherwise });
const refused = confirmed('400 invalid_input');
const absent = confirmed(missing);
const notOwn = confirmed('403 not_allowed');
const documentForm = (texts: Record<string, string>) => {
  const fields = Object.entries({ title: 'An old letter', ...texts }).map(([name, data]) => ({ name, data }));
  return formOf([...fields, { name: 'document', fileName: 'letter.pdf', data: pdf() }]);
};
const chosen = (id: number | string, more: object = {}) => ({ records: [id], days: 3, ...more });

export const sharing: Table = {
  'GET /api/shares/': signedIn('nothing', 200),
  'GET /api/shares/with-me/': signedIn('nothing', 200),
  'POST /api/shares/': [
    // What: reports of one's own that can be read, and nothing that was withdrawn.
    signedIn('report', { own: confirmed(201), missing: refused, else: 'as missing' }, { body: ({ id }) => chosen(id) }),
    signedIn('held_report', { missing: refused, else: 'as missing' }, { body: ({ id }) => chosen(id) }),
    // Not even its author does that.
    signedIn('written_report', { missing: refused, else: 'as missing' }, { body: ({ id }) => chosen(id) }),
    signedIn('shared_report', { missing: refused, else: 'as missing' }, { body: ({ id }) => chosen(id) }),
    signedIn(
      'own_document_report',
      { own: confirmed(201), missing: refused, else: 'as missing' },
      { body: ({ id }) => chosen(id) },
    ),
  ],
  'POST /api/shares/:share_id/revoke/': signedIn('share', { own: 200, deleted: 200, missing, else: 'as missing' }),
  // One's own share by a link is nothing to look at as provider.
  'POST /api/shares/:share_id/look/': [
    signedIn('share', { missing, else: 'as missing' }),
    signedIn('shared_report', { own: 200, missing, else: 'as missing' }),
  ],
  // The link and its passcode are the authority, whoever comes with them.
  'POST /api/shares/open/': anyone(
    'share',
    // That of somebody whose account is disabled is none.
    { own: { disabled: 'as missing', else: 200 }, others: 200, missing: '400 link_ended', else: 'as missing' },
    { body: ({ token = 'none' }) => ({ token, passcode: '12345678' }) },
  ),
  'GET /files/shared/:record_id/': anyone(
    'share',
    { own: { disabled: 410, else: 200 }, others: 200, deleted: 410, missing: 403 },
    { query: ({ link = 'none' }) => ({ token: link }) },
  ),

  'POST /api/own-documents/': signedIn('nothing', 201, { form: documentForm }),
  'PATCH /api/own-documents/:record_id/': [
    signedIn(
      'own_document_report',
      { own: 200, missing: '404 not_found', else: 'as missing' },
      { body: () => ({ title: 'Renamed', dated_on: '2019-03-04' }) },
    ),
    ...(['report', 'written_report'] as const).map((what) =>
      signedIn(
        what,
        { own: '403 not_allowed', deleted: '403 not_allowed', missing: '404 not_found', else: 'as missing' },
        { body: () => ({ title: 'Renamed' }) },
      ),
    ),
    ...(['held_report', 'shared_report'] as const).map((what) =>
      signedIn(what, { missing: '404 not_found', else: 'as missing' }, { body: () => ({ title: 'Renamed' }) }),
    ),
  ],
  'DELETE /api/own-documents/:record_id/': [
    signedIn('own_document_report', { own: confirmed(200), missing: absent, else: 'as missing' }),
    signedIn('report', { own: notOwn, deleted: notOwn, missing: absent, else: 'as missing' }),
    signedIn('written_report', { own: notOwn, deleted: notOwn, missing: absent, else: 'as missing' }),
    signedIn('held_report', { missing: absent, else: 'as missing' }),
    signedIn('shared_report', { missing: absent, else: 'as missing' }),
  ],
};
