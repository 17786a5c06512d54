import type * as accountEvents from './account-events.ts';
import type * as accounts from './accounts.ts';
import type * as administration from './administration.ts';
import type * as appointments from './appointments.ts';
import type * as blogs from './blogs.ts';
import type * as calendars from './calendars.ts';
import type * as decisions from './decisions.ts';
import type * as documents from './documents.ts';
import type * as chat from './chat.ts';
import type * as emails from './emails.ts';
import type { Endpoint } from './endpoint.ts';
import type * as erasure from './erasure.ts';
import type * as health from './health.ts';
import type * as help from './help.ts';
import type * as myData from './my-data.ts';
import type * as moderation from './moderation.ts';
import type * as notifications from './notifications.ts';
import type * as ownDocuments from './own-documents.ts';
import type * as providers from './providers.ts';
import type * as records from './records.ts';
import type * as schedules from './schedules.ts';
import type * as search from './search.ts';
import type * as secondFactor from './second-factor.ts';
import type * as sessionRules from './session-rules.ts';
import type * as sessions from './sessions.ts';
import type * as shares from './shares.ts';
import type * as verification from './verification.ts';
import type * as visitKinds from './visit-kinds.ts';
import type * as waiting from './waiting.ts';
import type * as whatWaits from './what-waits.ts';

type In<Module> = Extract<Module[keyof Module], Endpoint>;

/** Every endpoint of the API. */
export type AnyEndpoint =
  | In<typeof accountEvents>
  | In<typeof accounts>
  | In<typeof administration>
  | In<typeof appointments>
  | In<typeof blogs>
  | In<typeof calendars>
  | In<typeof decisions>
  | In<typeof documents>
  | In<typeof chat>
  | In<typeof emails>
  | In<typeof erasure>
  | In<typeof health>
  | In<typeof help>
  | In<typeof moderation>
  | In<typeof myData>
  | In<typeof notifications>
  | In<typeof ownDocuments>
  | In<typeof providers>
  | In<typeof records>
  | In<typeof schedules>
  | In<typeof search>
  | In<typeof secondFactor>
  | In<typeof sessionRules>
  | In<typeof sessions>
  | In<typeof shares>
  | In<typeof verification>
  | In<typeof visitKinds>
  | In<typeof waiting>
  | In<typeof whatWaits>;

type LineOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never;

/** An endpoint as a string, `GET /providers/`. The browser names endpoints by it and so needs no schema. */
export type Line = LineOf<AnyEndpoint>;

type Find<E, L> = E extends Endpoint ? (LineOf<E> extends L ? E : never) : never;

/** The endpoint that a string names. */
export type EndpointAt<L extends Line> = Find<AnyEndpoint, L>;
