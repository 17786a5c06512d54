import type { Answer } from '@carecommons/contract/help';
import { mayChange } from '@carecommons/contract/help-rules';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stethoscope } from 'lucide-react';
import type { ComponentType } from 'react';
import { ReportButton } from '../../components/report-button.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { personIn } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { DeleteAnswer } from './delete.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { Moment } from './written.tsx';

interface Props {
  answer: Answer;
  questionId: number;
  /** Who is reading. */
  me: { user_id: number };
  /** Says whether a provider is verified. */
  Verified: ComponentType<{ verified: boolean }>;
}

/** An answer, with who gave it: a provider by name and marked, everybody else by username. */
export function AnswerCard({ answer, questionId, me, Verified }: Props) {
  const { id, comment, user, date, author, hidden_reason } = answer;
  const { i18n } = useLingui();
  const name = author.name ?? author.username;
  return (
    <article id={`answer-${id}`} className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-6">
      <header className="flex gap-3">
        <Avatar name={name} />
        <div className="grid min-w-0 gap-1 text-sm text-muted">
          <h3 className="text-base">
            {author.provider ? (
              <Link to={`/profile/${user}`} className="touchable text-primary underline underline-offset-4">
                {name}
              </Link>
            ) : (
              <bdi className="text-ink">{personIn(i18n, name)}</bdi>
            )}
          </h3>
          {author.provider && (
            <p className="flex flex-wrap gap-2">
              <Badge variant="hint" icon={Stethoscope}>
                <Trans>Healthcare provider</Trans>
              </Badge>
              <Verified verified={author.verified} />
            </p>
          )}
          <Moment at={date} />
        </div>
      </header>
      {hidden_reason !== null && <HiddenNotice reason={hidden_reason} own={mayChange(me, user)} />}
      <p dir="auto" className="max-w-read whitespace-pre-line">
        {comment}
      </p>
      <div className={`flex ${mayChange(me, user) ? '' : '-ms-4'}`}>
        {mayChange(me, user) ? (
          <DeleteAnswer answer={answer} questionId={questionId} />
        ) : (
          name !== deletedUser && <ReportButton kind="answer" id={id} hidden={hidden_reason !== null} />
        )}
      </div>
    </article>
  );
}
