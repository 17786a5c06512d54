import { type Kind, reasonLength } from '@carecommons/contract/moderation-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../lib/calls/api.ts';
import { textOf, useSubmit } from '../lib/form.ts';
import { FormDialog } from './ui/form-dialog.tsx';
import { ReasonField } from './ui/reason-field.tsx';

interface Props {
  kind: Kind;
  id: number;
  verb: 'hide' | 'show';
  onClose: () => void;
}

/** A moderator hides something, with a reason, or lets it be seen. */
export function DecisionDialog({ kind, id, verb, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    try {
      if (verb === 'show') await api.call('POST /apis/moderation/show/', { body: { kind, id } });
      else await api.call('POST /apis/moderation/hide/', { body: { kind, id, reason: textOf(values, 'reason') } });
    } finally {
      // It may stand anywhere on this page; and what is gone by now is no longer to be decided.
      void queries.invalidateQueries();
    }
    onClose();
  });
  const hides = verb === 'hide';
  return (
    <FormDialog
      title={hides ? <Trans>Hide this?</Trans> : <Trans>Let everybody see this?</Trans>}
      description={
        hides ? (
          <Trans>Only its author and moderators will see it, with your reason. The decision is written down.</Trans>
        ) : (
          <Trans>Reports of it are closed. The decision is written down.</Trans>
        )
      }
      onClose={onClose}
      submission={submission}
      failure={t`The decision was not saved.`}
      action={hides ? t`Hide it` : t`Let it be seen`}
      busy={t`Saving...`}
    >
      {hides && (
        <ReasonField hint={<Trans>The author reads it.</Trans>} maxLength={reasonLength} submission={submission} />
      )}
    </FormDialog>
  );
}
