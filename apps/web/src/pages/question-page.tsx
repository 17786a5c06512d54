import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQueries } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { Answers } from '../features/help/answers.tsx';
import { questionQuery } from '../features/help/member-api.ts';
import { QuestionView } from '../features/help/question.tsx';
import { VerifiedBadge } from '../features/providers/verified-badge.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { Link, useParam } from '../lib/navigation.tsx';
import { currentUserQuery } from '../lib/session/role.ts';

const titleLength = 60;

export function Page() {
  const { t } = useLingui();
  const api = useApi();
  // Both before anything is shown: what is one's own has buttons that others have not.
  const [{ data: question }, { data: me }] = useSuspenseQueries({
    queries: [questionQuery(api, useParam('helpCenterId')), currentUserQuery(api)],
  });
  useHead({ title: question?.problem.slice(0, titleLength) ?? t`Question` });
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-3xl gap-6">
        <div>
          <Link
            to="/help"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
          >
            <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
            <Trans>Back to the help centre</Trans>
          </Link>
          <h1 className="text-2xl">
            <Trans>Question</Trans>
          </h1>
        </div>
        <EmergencyNote />
        {question === null ? (
          <EmptyState
            title={<Trans>This question is not here</Trans>}
            action={
              <ButtonLink to="/help">
                <Trans>See all questions</Trans>
              </ButtonLink>
            }
          >
            <Trans>It may have been deleted by who asked it, or hidden by a moderator.</Trans>
          </EmptyState>
        ) : (
          <>
            <QuestionView question={question} me={me} />
            <Answers question={question} me={me} Verified={VerifiedBadge} />
          </>
        )}
      </div>
    </div>
  );
}
