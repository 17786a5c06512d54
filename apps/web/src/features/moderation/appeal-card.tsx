import type { Appeal } from '@carecommons/contract/decisions';
import { mayDecide, reasonLength } from '@carecommons/contract/moderation-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { usePerson } from '../../lib/session/role.ts';
import { useSite } from '../../lib/site.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { useKindNames } from './kind-names.ts';
import { WhereItStands } from './where-it-stands.tsx';

/** An appeal: what was hidden and why, what its author says, and what was decided or may be. */
export function AppealCard({ appeal }: { appeal: Appeal }) {
  const when = useWhen();
  const names = useKindNames();
  const { default_time_zone: zone } = useSite();
  const [deciding, setDeciding] = useState<'upheld' | 'lifted'>();
  const { kind, author, excerpt, address, hidden_by, hidden_reason, text, created_at, outcome, answer } = appeal;
  const me = usePerson();
  const mine = me !== undefined && !mayDecide(me, { author: author.id });
  const at = new Date(created_at);
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-6">
      <header>
        <h3 className="text-lg">
          <Trans>
            {names[kind]} by <bdi>{author.username}</bdi>
          </Trans>
        </h3>
        <p className="text-sm text-muted">
          <time dateTime={at.toISOString()}>{when.moment(at, zone)}</time>
        </p>
      </header>
      <blockquote dir="auto" className="max-w-read border-s-4 border-line ps-3 wrap-anywhere whitespace-pre-line">
        {excerpt}
      </blockquote>
      <p className="wrap-anywhere">
        <Trans>
          Hidden by <bdi>{hidden_by.username}</bdi>: {hidden_reason}
        </Trans>
      </p>
      <div dir="auto" className="rounded-control bg-raised px-3 py-2 wrap-anywhere whitespace-pre-line">
        <p className="font-semibold">
          <Trans>The author says:</Trans>
        </p>
        <p>{text}</p>
      </div>
      {outcome !== null && (
        <p className="font-semibold">
          {outcome === 'upheld' && <Trans>Decided: it stays hidden.</Trans>}
          {outcome === 'lifted' && <Trans>Decided: it is visible again.</Trans>}
          {outcome === 'gone' && <Trans>Its author has deleted it.</Trans>}
        </p>
      )}
      {answer !== null && (
        <p className="wrap-anywhere">
          <Trans>Answer: {answer}</Trans>
        </p>
      )}
      {mine && outcome === null && (
        <p className="text-accent">
          <Trans>You wrote this yourself. Another moderator decides.</Trans>
        </p>
      )}
      {appeal.own && outcome === null && (
        <p className="text-accent">
          {appeal.alone ? (
            <Trans>
              You hid this yourself. There is no other moderator, so you may decide: read it once more first.
            </Trans>
          ) : (
            <Trans>You hid this yourself. Another moderator decides.</Trans>
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        {outcome === null && !mine && (!appeal.own || appeal.alone) && (
          <>
            <Button variant="quiet" onClick={() => setDeciding('lifted')}>
              <Trans>Let it be seen</Trans>
            </Button>
            <Button variant="danger" onClick={() => setDeciding('upheld')}>
              <Trans>Keep it hidden</Trans>
            </Button>
          </>
        )}
        <WhereItStands address={address} />
      </div>
      {deciding !== undefined && (
        <VerdictDialog appeal={appeal} outcome={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </article>
  );
}

interface DialogProps {
  appeal: Appeal;
  outcome: 'upheld' | 'lifted';
  onClose: () => void;
}

function VerdictDialog({ appeal, outcome, onClose }: DialogProps) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    await api.call('POST /apis/appeals/:appeal_id/decide/', {
      params: { appeal_id: appeal.id },
      // The card has said that it was the reader's own.
      body: { outcome, answer: textOf(values, 'answer'), ...(appeal.own ? { own_decision: true } : {}) },
    });
    await queries.invalidateQueries();
    onClose();
  });
  return (
    <FormDialog
      title={outcome === 'lifted' ? <Trans>Let everybody see this?</Trans> : <Trans>Keep this hidden?</Trans>}
      description={<Trans>The decision is final. Its author reads your answer.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The decision was not saved.`}
      action={outcome === 'lifted' ? t`Let it be seen` : t`Keep it hidden`}
      busy={t`Saving...`}
    >
      <TextArea
        name="answer"
        label={<Trans>Answer</Trans>}
        hint={<Trans>The author reads it.</Trans>}
        rows={3}
        required
        maxLength={reasonLength}
        error={submission.errorOf('answer')}
      />
    </FormDialog>
  );
}
