import { openJobs } from '../src/core/jobs.ts';
import { exportWork } from '../src/modules/privacy/export-work.ts';
import type { TestApp } from './app.ts';
import { good, type Person } from './factories.ts';
import { unzip } from './unzip.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
export const exportsPath = '/api/my-data/exports/';

/** Makes the exports that were asked for, as a worker does. */
export const makeExports = ({ db, files, clock, languages }: Pick<TestApp, 'db' | 'files' | 'clock' | 'languages'>) =>
  openJobs(db, exportWork({ db, files, clock, languages }), quiet).runDue();

export const askForExport = (t: Pick<TestApp, 'call'>, { access, password }: Person, headers = {}) =>
  t.call(`POST ${exportsPath}`, { as: access, body: { current_password: password }, headers });

export const exportOf = async (t: TestApp, { access }: Person) =>
  (await good(t, `GET ${exportsPath}`, { as: access })).export;

/** A person's export: asked for, made, saved and unpacked. */
export async function exported(t: TestApp, person: Person) {
  const asked = await askForExport(t, person);
  if (asked.status !== 201) throw new Error(asked.text);
  await makeExports(t);
  const { download } = await exportOf(t, person);
  const answer = await t.app.inject({ method: 'GET', url: download });
  if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}`);
  return await unzip(answer.rawPayload);
}
