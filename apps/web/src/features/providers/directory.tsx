import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { SearchForm } from '../../components/search-form.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { replaceSearch } from '../../lib/navigation.tsx';
import { ProviderList } from './provider-list.tsx';

const pauseMs = 300;

/** The search box over all providers, and what it finds. What is searched for stands in the address. */
export function Directory({ q }: { q: string | undefined }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  const search = (text: string) => {
    clearTimeout(timer.current);
    replaceSearch(text === '' ? '' : new URLSearchParams({ q: text }).toString());
  };
  useEffect(() => {
    // What was typed before this page had its script.
    const typed = input.current?.value.trim() ?? '';
    if (document.activeElement === input.current && typed !== (q ?? '')) search(typed);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, at the start
  }, []);
  // A link may have changed the search; but never under the hands of the person who types it.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = q ?? '';
  }, [q]);
  const searchAfterPause = (text: string) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => search(text), pauseMs);
  };
  const startAgain = () => {
    search('');
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
  };
  return (
    <div className="grid gap-6">
      <div className="max-w-2xl">
        <SearchForm
          action="/providers"
          label={<Trans>Search by name, speciality or place</Trans>}
          placeholder={t`Cardiology, Pune…`}
          text={q}
          input={input}
          onType={searchAfterPause}
          onSearch={search}
        />
      </div>
      <ProviderList
        filter={{ q }}
        heading="h2"
        empty={
          q === undefined ? (
            <EmptyState
              title={<Trans>No providers are listed yet</Trans>}
              action={
                <ButtonLink to="/register/user/provider">
                  <Trans>Become the first one</Trans>
                </ButtonLink>
              }
            >
              <Trans>Are you a healthcare provider? Your profile can stand here.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={<Trans>No provider matches “{q}”</Trans>}
              action={
                <div className="flex flex-wrap justify-center gap-2">
                  <Button onClick={startAgain}>
                    <Trans>Clear the search</Trans>
                  </Button>
                  <ButtonLink to="/speciality" look="quiet">
                    <Trans>Browse specialities</Trans>
                  </ButtonLink>
                </div>
              }
            >
              <Trans>Try fewer words, the name of a city, or a speciality such as Cardiology.</Trans>
            </EmptyState>
          )
        }
      />
    </div>
  );
}
