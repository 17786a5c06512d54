import type { Written as Row } from '@carecommons/contract/decisions';
import { appealLength } from '@carecommons/contract/moderation-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { ListSection } from '../../components/ui/list-section.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { dayOf } from '../../lib/texts/format.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { useSite } from '../../lib/site.ts';
import { writtenQuery } from './decided-api.ts';
import { useKindNames } from './kind-names.ts';
import { WhereItStands } from './where-it-stands.tsx';

/** What was decided about what the person wrote, with the way to appeal. */
export function WrittenList() {
  const list = useInfiniteQuery(writtenQuery(useApi()));
  return (
    <ListSection
      title={<Trans>About what you wrote</Trans>}
      list={list}
      empty={<Trans>No decision has been made about anything you wrote.</Trans>}
      keyOf={({ kind, id }) => `${kind} ${id}`}
    >
      {(row) => <Decision row={row} />}
    </ListSection>
  );
}

function Decision({ row }: { row: Row }) {
  const { i18n } = useLingui();
  const names = useKindNames();
  const { default_time_zone: zone } = useSite();
  const [appealing, setAppealing] = useState(false);
  const { kind, excerpt, address, decision, reason, decided_at, may_appeal, appeal } = row;
  const hidden = decision === 'hide';
  const at = dayOf(i18n, decided_at, zone);
  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">
          <Trans>
            {names[kind]}, decided on {at}
          </Trans>
        </h3>
        <Badge variant={hidden ? 'bad' : 'good'} icon={hidden ? EyeOff : CircleCheck}>
          {hidden ? <Trans>Hidden</Trans> : <Trans>May stand</Trans>}
        </Badge>
      </div>
      <blockquote dir="auto" className="max-w-read border-s-4 border-line ps-3 wrap-anywhere whitespace-pre-line">
        {excerpt}
      </blockquote>
      {reason !== null && (
        <p className="wrap-anywhere">
          <Trans>Reason: {reason}</Trans>
        </p>
      )}
      {appeal !== null && <AppealState appeal={appeal} />}
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        {may_appeal && (
          <Button variant="quiet" onClick={() => setAppealing(true)}>
            <Trans>Appeal</Trans>
          </Button>
        )}
        <WhereItStands address={address} />
      </div>
      {appealing && <AppealDialog row={row} onClose={() => setAppealing(false)} />}
    </article>
  );
}

function AppealState({ appeal: { text, outcome, answer } }: { appeal: NonNullable<Row['appeal']> }) {
  return (
    <div className="grid gap-1 rounded-control bg-raised px-3 py-2">
      <p className="font-semibold">
        {outcome === null && <Trans>Your appeal waits for another moderator.</Trans>}
        {outcome === 'upheld' && <Trans>Your appeal was decided: it stays hidden.</Trans>}
        {outcome === 'lifted' && <Trans>Your appeal was decided: everybody may see it again.</Trans>}
        {outcome === 'gone' && <Trans>Your appeal ended, as you deleted what it was about.</Trans>}
      </p>
      <p dir="auto" className="text-muted wrap-anywhere">
        “{text}”
      </p>
      {answer !== null && (
        <p className="wrap-anywhere">
          <Trans>Answer: {answer}</Trans>
        </p>
      )}
    </div>
  );
}

function AppealDialog({ row: { kind, id }, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const submission = useSubmit(async (values) => {
    const body = { kind, id, text: textOf(values, 'text') };
    await api.call('POST /apis/appeals/create/', { body, idempotencyKey: keyFor(body) });
    await queries.invalidateQueries({ queryKey: ['me', 'decisions'] });
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Appeal against this decision?</Trans>}
      description={<Trans>Another moderator reads it and decides for good. You can appeal once.</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The appeal was not sent.`}
      action={t`Send the appeal`}
      busy={t`Sending...`}
    >
      <TextArea
        name="text"
        label={<Trans>Why should it be seen?</Trans>}
        rows={5}
        required
        maxLength={appealLength}
        error={submission.errorOf('text')}
      />
    </FormDialog>
  );
}
