import type { Status } from './appointment-rules.ts';
import { scheduleBounds } from './schedule-rules.ts';

// Kinds of visit, shared by the server and the screens. This file contains no schema.

/** Who may book a kind: everybody, the patients whom the provider has seen before, or only the practice itself. */
export const bookers = ['new', 'known', 'staff'] as const;
export type Booker = (typeof bookers)[number];

/** When a visit is confirmed: when the provider approves it, at once for known patients, or at once for everybody. */
export const confirmations = ['request', 'known', 'at_once'] as const;
export type Confirmation = (typeof confirmations)[number];

/** What the rules need to know about a kind of visit. */
export interface KindRules {
  who_may_book: Booker;
  confirmation: Confirmation;
}

/** Whether a patient may book a kind. */
export const mayBookKind = ({ who_may_book }: Pick<KindRules, 'who_may_book'>, known: boolean): boolean =>
  who_may_book === 'new' || (who_may_book === 'known' && known);

/** Whether a visit of a kind is confirmed as soon as it is booked. */
export const isConfirmedAtOnce = ({ confirmation }: Pick<KindRules, 'confirmation'>, known: boolean): boolean =>
  confirmation === 'at_once' || (confirmation === 'known' && known);

/** The states of past visits by which a patient is known to a provider. A missed visit is not one. */
export const knownByStatuses = ['approved', 'completed'] as const satisfies Status[];

/** Minimum and maximum of each number of a kind. */
export const visitKindBounds = {
  minutes: scheduleBounds.visit_minutes,
  fee: [0, 1_000_000],
  buffer_after: scheduleBounds.buffer_after,
} as const;
export const visitKindsAtMost = 20;
export const visitKindNameLength = 60;

/** The name of the kind with which every provider begins. */
export const firstKindName = 'Consultation';

/** The maximum number of future visits of a patient that were confirmed at once. */
export const confirmedAtOnceLimit = 10;
