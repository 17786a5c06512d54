import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/**
 * What the page and the dialog both say. The page imports all texts of the dialog so, and the dialog loads them with it: in
 * the first load of every page there is none.
 */
export function useSearchWords() {
  const { t } = useLingui();
  return {
    label: t`Search providers, specialities, articles and questions`,
    placeholder: t`Name, illness, city…`,
    close: t`Close the search`,
    hint: t`Type what you are looking for. Typing errors are forgiven.`,
    searching: t`Searching…`,
    failed: t`The search did not work.`,
    nothing: (q: string) => t`Nothing found for “${q}”`,
    results: (count: number) => t`${plural(count, { one: '# result', other: '# results' })}`,
    help: t`Try fewer or different words. If nobody has asked yet, ask in the help centre.`,
    all: (q: string) => t`All results for “${q}”`,
  };
}
