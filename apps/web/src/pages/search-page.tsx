import { Trans, useLingui } from '@lingui/react/macro';
import { SearchForm } from '../components/search-form.tsx';
import { UrgentHelp } from '../components/urgent-help.tsx';
import { SearchDialog } from '../features/search/search-dialog.tsx';
import { Suggestions } from '../features/search/suggestions.tsx';
import type { SuggestionsProps } from '../lib/suggestions.ts';
import { SearchResults } from '../features/search/results.tsx';
import { useSearchWords } from '../features/search/words.ts';
import { useHead } from '../lib/head.tsx';
import { useSearchText } from '../lib/navigation.tsx';
import { useSearchBox } from '../lib/search-box.ts';

/** Over any page, opened from its header; or under the search box of a page. */
export function Beside(props: { onClose: () => void } | SuggestionsProps) {
  return 'input' in props ? <Suggestions {...props} /> : <SearchDialog {...props} />;
}

export function Page() {
  const { t } = useLingui();
  const q = useSearchText('q')?.trim() ?? '';
  const words = useSearchWords();
  const { box } = useSearchBox(q || undefined);
  useHead({ title: q === '' ? t`Search` : words.all(q), description: words.label });
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <h1 className="text-2xl md:text-3xl">
        <Trans>Search</Trans>
      </h1>
      <div className="max-w-2xl">
        <SearchForm action="/search" label={words.label} placeholder={words.placeholder} {...box} />
      </div>
      <UrgentHelp q={q} />
      <SearchResults q={q} />
    </div>
  );
}
