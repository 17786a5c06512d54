import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { SearchForm } from '../../components/search-form.tsx';
import { UrgentHelp } from '../../components/urgent-help.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useSearchBox } from '../../lib/search-box.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { AskCard } from './ask-card.tsx';
import type { AskHandle } from './ask-form.tsx';
import { QuestionList } from './question-list.tsx';

/** The community's questions: one search box, which is also the way to ask what nobody has asked yet. */
export function HelpCentre({ q }: { q: string | undefined }) {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  const [typed, setTyped] = useState(q ?? '');
  const { box, startAgain } = useSearchBox(q, setTyped);
  const ask = useRef<AskHandle>(null);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <div className="grid content-start gap-3">
        <SearchForm
          action="/help"
          label={<Trans>Search the questions</Trans>}
          placeholder={t`Sleep, blood test…`}
          {...box}
        />
        <UrgentHelp q={q} />
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <AskCard handle={ask} />
      </div>
      <QuestionList
        typed={typed}
        q={q}
        empty={
          <EmptyState
            title={<Trans>No questions found. Be the first to ask!</Trans>}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {signedIn ? (
                  <Button onClick={() => ask.current?.begin(typed)}>
                    <Trans>Ask it</Trans>
                  </Button>
                ) : (
                  <ButtonLink to="/login?next=/help">
                    <Trans>Login to ask</Trans>
                  </ButtonLink>
                )}
                {typed !== '' && (
                  <Button variant="quiet" onClick={startAgain}>
                    <Trans>Clear the search</Trans>
                  </Button>
                )}
              </div>
            }
          >
            {typed === '' ? (
              <Trans>What you would like to know, somebody here may have lived through.</Trans>
            ) : (
              <Trans>Nobody asked about “{typed}” yet.</Trans>
            )}
          </EmptyState>
        }
      />
    </div>
  );
}
