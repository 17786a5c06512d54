import type { GoneThing, KeptThing } from '@carecommons/contract/erasure-rules';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { dayOf } from '../../lib/texts/format.ts';
import { useSite } from '../../lib/site.ts';

/** Says what goes and what stays of an erased account, why, and until when. */
export function useErasureWords() {
  const { t, i18n } = useLingui();
  // As in the email, whose reader's clock nobody knows.
  const { default_time_zone: zone } = useSite();
  const day = (at: string) => dayOf(i18n, at, zone);

  const gone: Record<GoneThing, (count: number) => string> = {
    account: () => t`Your username, email address and password, and every way to sign in`,
    profile: () => t`Your profile: name, phone and what you wrote about yourself`,
    provider_profile: () => t`Your provider profile, with photo, hours and specialities`,
    documents: (count) => t`${plural(count, { one: '# document of your own', other: '# documents of your own' })}`,
    shares: (count) => t`${plural(count, { one: '# share of your reports', other: '# shares of your reports' })}`,
    articles: (count) => t`${plural(count, { one: '# article', other: '# articles' })}`,
    questions: (count) => t`${plural(count, { one: '# question', other: '# questions' })}`,
    answers: (count) => t`${plural(count, { one: '# answer', other: '# answers' })}`,
    messages: (count) => t`${plural(count, { one: '# message in rooms', other: '# messages in rooms' })}`,
    notices: (count) => t`${plural(count, { one: '# notification', other: '# notifications' })}`,
  };

  const kept: Record<KeptThing, { what: (count: number) => string; why: string }> = {
    care: {
      what: (count) => t`${plural(count, { one: '# visit or report', other: '# visits and reports' })}`,
      why: t`Doctors have to keep what they wrote about your care (in India: Medical Council Regulations 2002, 1.3.1). It is locked away: nobody can read it on this site any more.`,
    },
    name_with_patients: {
      what: (count) =>
        t`Your name on ${plural(count, { one: '# visit or report', other: '# visits and reports' })} of your patients`,
      why: t`The reports that you wrote are your patients’. They have to know whom they are from.`,
    },
    places: {
      what: (count) =>
        t`${plural(count, { one: '# place among the texts of others', other: '# places among the texts of others' })}`,
      why: t`Where others answered you, “Deleted user” stands there, without your name and without your words.`,
    },
    consents: {
      what: () => t`What you agreed to, and what you withdrew`,
      why: t`As numbers and times only, to show what was allowed when.`,
    },
    audit: {
      what: () => t`Who opened reports and changed accounts`,
      why: t`As numbers and times only, so that there is a record of what was done.`,
    },
    copies: {
      what: () => t`Copies for emergencies`,
      why: t`The people who run the site keep copies of the database for a while. Before one is used again, you are erased from it, too.`,
    },
  };

  return {
    day,
    gone: (what: GoneThing, count: number) => gone[what](count),
    kept: (what: KeptThing, count: number | null) => ({ what: kept[what].what(count ?? 0), why: kept[what].why }),
  };
}
