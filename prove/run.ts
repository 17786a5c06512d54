import { authzDefaultDeny } from './authz-default-deny.ts';
import { bookingRace } from './booking-race.ts';
import { chatRecover } from './chat-recover.ts';
import { crash } from './crash.ts';
import { enumeration } from './enum.ts';
import { outbox } from './outbox.ts';
import { refreshRace } from './refresh-race.ts';
import { revoke } from './revoke.ts';
import { uploadCrash } from './upload-crash.ts';
import { uploads } from './uploads.ts';
import { xss } from './xss.ts';

// npm run prove -- <name>: one figure of security or reliability, as one line of JSON. Without a name: all of them.

/** One measured figure, and whether it is what it should be. */
export interface Figure {
  figure: string;
  value: unknown;
  target: string;
  ok: boolean;
}

const proofs: Record<string, () => Promise<Figure>> = {
  'authz-default-deny': authzDefaultDeny,
  'booking-race': bookingRace,
  'refresh-race': refreshRace,
  enum: enumeration,
  revoke,
  crash,
  uploads,
  'upload-crash': uploadCrash,
  'chat-recover': chatRecover,
  outbox,
  xss,
};

const names = process.argv.slice(2);
let allOk = true;
for (const name of names.length > 0 ? names : Object.keys(proofs)) {
  const prove = proofs[name];
  if (prove === undefined) throw new Error(`There is no proof ${name}. There are: ${Object.keys(proofs).join(', ')}.`);
  const figure = await prove();
  allOk &&= figure.ok;
  console.log(JSON.stringify(figure));
}
if (!allOk) process.exitCode = 1;
