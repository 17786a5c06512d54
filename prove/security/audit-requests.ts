import pg from 'pg';
import { recordLinks } from '../../apps/server/src/modules/records/records.ts';
import { pdf, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { pastVisit, personOf, type Reporting, upload } from '../tools/reporting.ts';
import { post, signUp } from '../tools/two-servers.ts';

/** The servers' secrets, to make links that are too old or for another person. */
export const secret = 'q8Zr2Lw9Xc5Vb7Nm1Kj4Hg6Fd3Sa0Pt+Yu=';

type Account = Reporting['patient'];

/** The expected audit row; forged requests leave none, and are counted. */
interface Row {
  actor: number | null;
  action: string;
  record: number | null;
  patient: number | null;
  outcome: string;
  reason: string | null;
}

interface Request {
  name: string;
  status: number;
  row: Row | undefined;
  send(): Promise<Response | { status: number }>;
}

const atOnce = 100;

/**
 * Requests reports from two servers in every way, one request after the other, and expects one row for each; then many at
 * once. One of the servers is killed now and then, with what it was sealing.
 */
export async function askForReports(
  servers: [string, string],
  owner: pg.ClientConfig,
  kill: (which: number) => Promise<void>,
  rounds: number,
) {
  const visit = await pastVisit(servers[0], owner);
  const [stranger, left] = [await signUp(servers[0]), await signUp(servers[0])];
  await post(`${servers[0]}/logout/`, { refresh_token: left.refresh });
  const client = new pg.Client(owner);
  await client.connect();
  const without: string[] = [];
  let requests = 0;
  let kills = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { name, status, row, send } of await requestsOf(servers[round % 2] as string, visit, [
        stranger,
        left,
      ])) {
        const [last, forged] = [await lastRow(client), await forgedTries(client)];
        const answer = await send();
        const [rows, counted] = [await rowsAfter(client, last), (await forgedTries(client)) - forged];
        requests += 1;
        const wanted = row === undefined ? { rows: [], counted: 1 } : { rows: [row], counted: 0 };
        const right = answer.status === status && JSON.stringify({ rows, counted }) === JSON.stringify(wanted);
        if (!right) without.push(`${name}: ${answer.status}, ${JSON.stringify(rows)}, counted ${counted}`);
      }
      if (round % 4 !== 3) continue;
      await kill(round % 8 === 3 ? 0 : 1);
      kills += 1;
    }
    const { id } = (await upload(servers[0], visit, reportForm(pdf()))).body;
    const last = await lastRow(client);
    const views = Array.from({ length: atOnce }, (_, n) =>
      fetch(servers[n % 2] + linkOf(visit.patient, Number(id))).then((answer) => answer.arrayBuffer()),
    );
    await Promise.all(views);
    const seen = (await rowsAfter(client, last)).length;
    if (seen !== atOnce) without.push(`${atOnce} at once left ${seen} rows`);
    return { requests: requests + atOnce, without_one_row: without, kills };
  } finally {
    await client.end();
  }
}

async function lastRow(client: pg.Client) {
  const { rows } = await client.query<{ id: number }>('select max(id) as id from audit');
  return rows[0]?.id;
}

async function forgedTries(client: pg.Client) {
  const { rows } = await client.query<{ tries: number }>(
    'select coalesce(sum(tries), 0)::integer as tries from forged_links',
  );
  return rows[0]?.tries ?? 0;
}

async function rowsAfter(client: pg.Client, id: number | undefined): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select actor_id as actor, action, record_id as record, patient_id as patient, outcome, reason
     from audit where id > $1 order by id`,
    [id],
  );
  return rows;
}

/** A genuine link of the person's own session, whether or not they may open the report. */
function linkOf(
  { access }: Pick<Account, 'access'>,
  id: number,
  purpose: 'view' | 'download' = 'view',
  at = Date.now(),
) {
  const { sid } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  const actor = { user_id: personOf(access), session_id: sid, username: '', role: 'patient' } as const;
  return recordLinks.to(secret, id, { ...actor, grants: [], held_grants: [] }, purpose, new Date(at));
}

const missingId = 2_000_000_000;
const reason = { reason: 'It was for somebody else.' };

/** One of each kind, about an existing report. */
async function requestsOf(server: string, visit: Reporting, [stranger, left]: [Account, Account]): Promise<Request[]> {
  const { provider, patient, appointment } = visit;
  const id = Number((await upload(server, visit, reportForm(pdf()))).body.id);
  const gone = Number((await upload(server, visit, reportForm(pdf()))).body.id);
  const [author, owner, other] = [provider, patient, stranger].map(({ access }) => personOf(access)) as [
    number,
    number,
    number,
  ];

  const get =
    (
      path: string,
      as?: Account,
      { headers = {}, ...init }: { method?: string; headers?: Record<string, string> } = {},
    ) =>
    async () => {
      const authorization = as === undefined ? {} : { authorization: `Bearer ${as.access}` };
      const answer = await fetch(server + path, { ...init, headers: { ...headers, ...authorization } });
      await answer.arrayBuffer();
      return answer;
    };
  const withdraw = (which: number, as: Account) => () =>
    post(`${server}/api/records/${which}/withdraw/`, reason, as.access);
  const about = { record: id, patient: owner };
  const done = (action: string, actor: number | null, which: Partial<Row> = about): Row =>
    ({ ...blank, actor, action, ...which }) satisfies Row;
  const denied = (why: string, actor: number | null, which: Partial<Row> = about): Row =>
    ({ ...blank, actor, action: 'denied', outcome: 'refused', ...which, reason: why }) satisfies Row;
  const list = (actor: number, name: string) => done('view', actor, { reason: name });
  // Created by one of the requests below, for those after it.
  let share = { id: 0, token: '', passcode: '', file: '' };
  const makeShare = (as: Account) => async () => {
    const answer = await post(`${server}/api/shares/`, { records: [id] }, as.access);
    const { share: made, link } = answer.body as unknown as {
      share?: { id: number };
      link?: { path: string; passcode: string };
    };
    if (made !== undefined && link !== undefined)
      share = { id: made.id, token: link.path.split('#')[1] ?? '', passcode: link.passcode, file: '' };
    return answer;
  };
  const openShare = (passcode: () => string) => async () => {
    const answer = await post(`${server}/api/shares/open/`, { token: share.token, passcode: passcode() });
    const { records = [] } = answer.body as unknown as { records?: { report: string }[] };
    share.file = records[0]?.report ?? share.file;
    return answer;
  };
  const own = linkOf(patient, id);
  const forged = own.replace(/[\w-]{43}$/, (mac) => (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1));
  return [
    { name: 'view', status: 200, row: done('view', owner), send: get(own) },
    { name: 'view by the author', status: 200, row: done('view', author), send: get(linkOf(provider, id)) },
    { name: 'head', status: 200, row: done('view', owner), send: get(own, undefined, { method: 'HEAD' }) },
    { name: 'download', status: 200, row: done('download', owner), send: get(linkOf(patient, id, 'download')) },
    {
      name: 'part of a download',
      status: 206,
      row: done('download', owner),
      send: get(linkOf(patient, id, 'download'), undefined, { headers: { range: 'bytes=5-' } }),
    },
    { name: 'forged', status: 403, row: undefined, send: get(forged) },
    { name: 'forged, of no report', status: 403, row: undefined, send: get(`/files/records/${missingId}/?token=x`) },
    { name: 'forged, of a share', status: 403, row: undefined, send: get(`/files/shared/${id}/?token=x`) },
    {
      name: 'expired',
      status: 410,
      row: denied('expired', owner),
      send: get(linkOf(patient, id, 'view', Date.now() - 400_000)),
    },
    {
      name: 'session ended',
      status: 410,
      row: denied('session_ended', personOf(left.access)),
      send: get(linkOf(left, id)),
    },
    { name: 'other session', status: 403, row: denied('other_session', owner), send: get(own, stranger) },
    { name: 'stranger', status: 403, row: denied('not_entitled', other), send: get(linkOf(stranger, id)) },
    {
      name: 'missing',
      status: 403,
      row: denied('not_entitled', other, { record: missingId }),
      send: get(linkOf(stranger, missingId)),
    },
    { name: 'own list', status: 200, row: list(owner, 'own reports'), send: get('/api/records/', patient) },
    {
      name: 'written list',
      status: 200,
      row: list(author, 'written reports'),
      send: get('/api/records-provider/', provider),
    },
    {
      name: 'accesses',
      status: 200,
      row: list(owner, 'who opened reports'),
      send: get('/api/records/accesses/', patient),
    },
    { name: 'share', status: 201, row: done('share', owner), send: makeShare(patient) },
    { name: 'share by a stranger', status: 400, row: denied('share not_found', other), send: makeShare(stranger) },
    { name: 'shares', status: 200, row: list(owner, 'own shares'), send: get('/api/shares/', patient) },
    {
      name: 'wrong passcode',
      status: 400,
      row: denied('passcode', null),
      send: openShare(() => (share.passcode === '00000000' ? '00000001' : '00000000')),
    },
    { name: 'passcode', status: 200, row: done('open_share', null), send: openShare(() => share.passcode) },
    { name: 'file of a link', status: 200, row: done('view', null), send: async () => await get(share.file)() },
    {
      name: 'look by a stranger',
      status: 404,
      row: denied('share not_found', other, { patient: owner }),
      send: () => post(`${server}/api/shares/${share.id}/look/`, {}, stranger.access),
    },
    {
      name: 'revoke',
      status: 200,
      row: done('unshare', owner),
      send: () => post(`${server}/api/shares/${share.id}/revoke/`, {}, patient.access),
    },
    { name: 'revoked link', status: 400, row: denied('share_ended', null), send: openShare(() => share.passcode) },
    {
      name: 'file of a revoked link',
      status: 410,
      row: denied('share_ended', null),
      send: async () => await get(share.file)(),
    },
    {
      name: 'upload by a stranger',
      status: 404,
      row: denied('upload not_found', other, {}),
      send: () => upload(server, { appointment, patient, provider: stranger }, reportForm(pdf())),
    },
    {
      name: 'withdraw by the patient',
      status: 403,
      row: denied('withdraw not_allowed', owner),
      send: withdraw(id, patient),
    },
    {
      name: 'withdraw by a stranger',
      status: 404,
      row: denied('withdraw not_found', other),
      send: withdraw(id, stranger),
    },
    {
      name: 'withdraw',
      status: 200,
      row: done('withdraw', author, { ...about, record: gone }),
      send: withdraw(gone, provider),
    },
    {
      name: 'withdrawn',
      status: 410,
      row: denied('withdrawn', owner, { ...about, record: gone }),
      send: get(linkOf(patient, gone)),
    },
    {
      name: 'upload',
      status: 201,
      // The next number, which nobody else uses meanwhile.
      row: done('upload', author, { ...about, record: gone + 1 }),
      send: () => upload(server, visit, reportForm(pdf())),
    },
  ];
}

const blank = { actor: null, action: '', record: null, patient: null, outcome: 'done', reason: null };
