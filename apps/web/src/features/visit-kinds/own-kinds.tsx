import type { VisitKind } from '@carecommons/contract/visit-kinds';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { visitKindsAtMost } from '@carecommons/contract/visit-kind-rules';
import { Button } from '../../components/ui/button.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useSubmit } from '../../lib/form.ts';
import { rupees } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { useSaveKinds, visitKindsQuery } from './api.ts';
import { KindDialog } from './kind-dialog.tsx';
import { OwnKindRule } from './kind-rule.tsx';

/** What a provider offers, in order; the first is what patients book if they choose nothing else. */
export function OwnKinds() {
  const { data, error, refetch } = useQuery(visitKindsQuery(useApi()));
  const [open, setOpen] = useState<VisitKind | 'new'>();
  const full = (data?.length ?? 0) >= visitKindsAtMost;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="text-xl">
          <Trans>Kinds of visit</Trans>
        </h2>
        {data !== undefined && !full && (
          <Button variant="quiet" onClick={() => setOpen('new')}>
            <Plus size={20} aria-hidden />
            <Trans>Add a kind</Trans>
          </Button>
        )}
      </div>
      <p className="max-w-read text-muted">
        <Trans>
          Patients choose one of these when they book. The first is chosen for them unless they choose another one.
        </Trans>
      </p>
      {data !== undefined ? (
        <List kinds={data} onChange={setOpen} />
      ) : error === null ? (
        <Coming>
          <Skeleton className="h-20" />
        </Coming>
      ) : (
        <LoadFailure
          title={<Trans>Your kinds of visit could not be loaded.</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {open !== undefined && data !== undefined && (
        <KindDialog
          saved={open === 'new' ? undefined : open}
          isFirst={open !== 'new' && open.id === data[0]?.id}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

interface ListProps {
  kinds: VisitKind[];
  onChange: (kind: VisitKind) => void;
}

function List({ kinds, onChange }: ListProps) {
  const { t } = useLingui();
  const save = useSaveKinds();
  const [removing, setRemoving] = useState<VisitKind>();
  const [moving, setMoving] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function moveUp(id: number) {
    setMoving(true);
    setFailure(undefined);
    try {
      await save((saved) => {
        const at = saved.findIndex((kind) => kind.id === id);
        const before = saved[at - 1];
        const order = before === undefined ? saved : saved.toSpliced(at - 1, 2, saved[at] as VisitKind, before);
        // What stays free after the first is for all kinds alike, as the rules of booking say.
        return order.map((kind, index) => (index === 0 ? { ...kind, buffer_after: null } : kind));
      });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.errors[0]?.message ?? error.message);
    } finally {
      setMoving(false);
    }
  }
  return (
    <>
      <ol className="divide-y divide-line rounded-card border border-line bg-surface">
        {kinds.map((kind, index) => (
          <Row
            key={kind.id}
            kind={kind}
            onChange={() => onChange(kind)}
            onRemove={kinds.length > 1 ? () => setRemoving(kind) : undefined}
            // Everybody can book the first.
            onUp={index > 1 || (index === 1 && kind.who_may_book === 'new') ? () => void moveUp(kind.id) : undefined}
            busy={moving}
          />
        ))}
      </ol>
      {failure !== undefined && (
        <Notice kind="danger">
          <p className="font-semibold">{t`The order was not saved.`}</p>
          <p>{failure}</p>
        </Notice>
      )}
      {removing !== undefined && <Remove kind={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

interface RowProps {
  kind: VisitKind;
  onChange: () => void;
  onRemove: (() => void) | undefined;
  onUp: (() => void) | undefined;
  /** While the order is being saved. */
  busy: boolean;
}

function Row({ kind, onChange, onRemove, onUp, busy }: RowProps) {
  const { t, i18n } = useLingui();
  const name = known(i18n, kind.name);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="tabular text-sm">
          <Duration minutes={kind.minutes} />
          {' · '}
          {rupees(i18n, kind.fee)}
          {kind.video_url !== null && (
            <>
              {' · '}
              <Trans>By video</Trans>
            </>
          )}
        </p>
        <p className="max-w-read text-sm text-muted">
          <OwnKindRule kind={kind} />
        </p>
      </div>
      <div className="ms-auto flex flex-wrap">
        {onUp && (
          <Button variant="plain" aria-label={t`Move ${name} up`} aria-disabled={busy} onClick={() => !busy && onUp()}>
            <ArrowUp size={20} aria-hidden />
          </Button>
        )}
        <Button variant="plain" aria-label={t`Change ${name}`} onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        {onRemove && (
          <Button variant="plain" aria-label={t`Remove ${name}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

function Remove({ kind, onClose }: { kind: VisitKind; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const name = known(i18n, kind.name);
  const save = useSaveKinds();
  const submission = useSubmit(async () => {
    await save((saved) => saved.filter(({ id }) => id !== kind.id));
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Remove {name}?</Trans>}
      description={<Trans>Patients can no longer book it. Visits and requests of this kind stay as they are.</Trans>}
      keep={<Trans>Keep it</Trans>}
      onClose={onClose}
      submission={submission}
      failure={submission.errorOf('kinds') ?? t`It was not removed.`}
      action={t`Remove the kind`}
      busy={t`Removing...`}
    />
  );
}
