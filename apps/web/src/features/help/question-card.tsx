import type { Question } from '@carecommons/contract/help';
import { Plural, Trans } from '@lingui/react/macro';
import { EyeOff, MessageCircle } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import { Link } from '../../lib/navigation.tsx';
import { Written } from './written.tsx';

/** A question in a list: its beginning, who asked it, and how many have answered. */
export function QuestionCard({ question }: { question: Question }) {
  const { prob_id, problem, user, comment_count: count, hidden_reason } = question;
  return (
    <article className="relative grid gap-2 rounded-card border border-line bg-surface p-4 hover:border-primary">
      <h3 dir="auto" className="line-clamp-3 text-base font-semibold text-wrap">
        {/* The link covers its card. */}
        <Link to={`/comment/${prob_id}`} className="after:absolute after:inset-0">
          {problem}
        </Link>
      </h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <Written by={user.username} question={question} />
        <span className={`inline-flex items-center gap-1.5 ${count === 0 ? '' : 'font-semibold text-primary'}`}>
          <MessageCircle size={16} aria-hidden />
          <Plural value={count} _0="No answers yet" one="# answer" other="# answers" />
        </span>
      </div>
      {hidden_reason !== null && (
        <p>
          <Badge variant="bad" icon={EyeOff}>
            <Trans>Hidden: {hidden_reason}</Trans>
          </Badge>
        </p>
      )}
    </article>
  );
}
