import type { Found } from '@carecommons/contract/search';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CircleQuestionMark, FileText, type LucideIcon, Stethoscope, UserRound } from 'lucide-react';
import { listOf } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';

/** One thing that was found: where it is, what it is called, and a second line. */
export interface Hit {
  to: string;
  title: string;
  detail: string;
}

export interface Group {
  name: string;
  icon: LucideIcon;
  hits: Hit[];
  /** Where all of this kind are found, if anywhere. */
  all?: { to: string; label: string };
}

/** What was found, kind by kind, in the words of the page; kinds without any are left out. */
export function useGroups(found: Found | undefined, q: string): Group[] {
  const { t, i18n } = useLingui();
  if (found === undefined) return [];
  const search = new URLSearchParams({ q }).toString();
  const groups: Group[] = [
    {
      name: t`Specialities`,
      icon: Stethoscope,
      hits: found.specialities.map(({ id, name }) => ({ to: `/all/${id}`, title: known(i18n, name), detail: '' })),
    },
    {
      name: t`Healthcare providers`,
      icon: UserRound,
      hits: found.providers.map(({ user, name, speciality, city }) => ({
        to: `/profile/${user}`,
        title: name,
        detail: listOf(i18n, [...speciality.map((one) => known(i18n, one)), ...(city === null ? [] : [city])]),
      })),
      all: { to: `/providers?${search}`, label: t`All providers for “${q}”` },
    },
    {
      name: t`Articles`,
      icon: FileText,
      hits: found.articles.map(({ id, title, author }) => ({ to: `/blog/${id}`, title, detail: author })),
    },
    {
      name: t`Questions`,
      icon: CircleQuestionMark,
      hits: found.questions.map(({ id, problem, comment_count }) => ({
        to: `/comment/${id}`,
        title: problem,
        detail: t`${plural(comment_count, { 0: 'No answers yet', one: '# answer', other: '# answers' })}`,
      })),
      all: { to: `/help?${search}`, label: t`All questions for “${q}”` },
    },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}
