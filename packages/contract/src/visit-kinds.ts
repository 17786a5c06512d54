import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, strict, text, wholeNumber } from './fields.ts';
import { actsWhenOpened } from './pages.ts';
import { bookers, confirmations, visitKindBounds, visitKindNameLength, visitKindsAtMost } from './visit-kind-rules.ts';

const bounded = (name: keyof typeof visitKindBounds) => wholeNumber(visitKindBounds[name][0], visitKindBounds[name][1]);

const rules = { who_may_book: z.enum(bookers), confirmation: z.enum(confirmations) };

/** A kind of visit as everybody sees it: those that only the practice books are left out. */
export const publicVisitKind = z.object({
  id: z.int(),
  name: z.string(),
  minutes: z.int(),
  /** In rupees. */
  fee: z.int(),
  by_video: z.boolean(),
  ...rules,
});
export type PublicVisitKind = z.output<typeof publicVisitKind>;

/** The kind of a visit as it was when the visit was booked. */
export const bookedVisitKind = z.object({
  /** Null once the kind itself is gone. */
  id: z.nullable(z.int()),
  name: z.string(),
  fee: z.int(),
  confirmation: z.enum(confirmations),
  by_video: z.boolean(),
  /** The link to the video call, for both sides of a confirmed visit and for the provider of a request. */
  video_url: z.nullable(z.string()),
});
export type BookedVisitKind = z.output<typeof bookedVisitKind>;

const videoUrl = text(300).check(
  z.refine(isSafeLink, 'Please enter a link that begins with https://, such as https://meet.example.org/room.'),
);

const httpsLink = /^https:\/\/[a-z\d][a-z\d.-]*(:\d{1,5})?(?<path>\/[^\s\\?#]*)?([?#]\S*)?$/i;
// A browser leaves such steps out, and arrives elsewhere.
const steps = /\/(\.|%2e){1,2}(\/|$)/i;

function isSafeLink(link: string) {
  const found = httpsLink.exec(link);
  const path = found?.groups?.path ?? '/';
  return found !== null && !steps.test(path) && !actsWhenOpened(path);
}

const fields = {
  name: text(visitKindNameLength),
  minutes: bounded('minutes'),
  fee: bounded('fee'),
  /** Minutes that stay free after the visit; null as the rules of booking say. */
  buffer_after: z.nullable(bounded('buffer_after')),
  /** The link to the video call; null for a visit in person. */
  video_url: z.nullable(videoUrl),
  ...rules,
};

/** A kind of visit as its provider sees it. */
const visitKind = strict({ id: z.int(), ...fields });
export type VisitKind = z.output<typeof visitKind>;

export const listVisitKinds = endpoint({
  method: 'GET',
  path: '/api/visit-kinds/',
  access: 'signed-in',
  summary: "Lists the caller's kinds of visit as provider, in order. The first is the default.",
  reply: z.array(visitKind),
  errors: ['not_allowed'],
});

export const saveVisitKinds = endpoint({
  method: 'PUT',
  path: '/api/visit-kinds/',
  access: 'signed-in',
  summary:
    "Saves the caller's kinds of visit as provider, in order. The first is the default; its fee and length are those of the profile and of the schedule. A kind without `id` is new; one that is left out is retired, and visits of it stay as they are.",
  body: strict({
    kinds: z.array(strict({ ...fields, id: z.nullable(id) })).check(
      z.minLength(1, 'Please keep at least one kind of visit.'),
      z.maxLength(visitKindsAtMost, `Please enter at most ${visitKindsAtMost} kinds of visit.`),
      z.refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
        message: 'Two kinds of visit have the same name.',
      }),
      z.refine(([first]) => first === undefined || (first.who_may_book === 'new' && first.buffer_after === null), {
        message: 'The first kind is the one for everybody: new patients must be able to book it.',
      }),
    ),
  }),
  reply: z.array(visitKind),
  errors: ['not_allowed'],
});

export const getKnownPatient = endpoint({
  method: 'GET',
  path: '/api/known-patient/:provider_id/',
  access: 'signed-in',
  summary:
    'Returns whether the caller has had a visit with a listed provider before, which some kinds of visit require.',
  params: strict({ provider_id: id }),
  reply: z.object({ known: z.boolean() }),
  errors: ['not_found'],
});
