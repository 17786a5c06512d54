import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { renewRecords } from './api.ts';

/** Lets the patient read a report that was held back, at a press. */
export function ReleaseReport({ record: { id, title } }: { record: MedicalRecord }) {
  const { t } = useLingui();
  const name = title || t`Medical Report`;
  const api = useApi();
  const queries = useQueryClient();
  const release = useMutation({
    mutationFn: () => api.call('POST /api/records/:record_id/release/', { params: { record_id: id } }),
    onSuccess: () => {
      // The button is about to go.
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    onSettled: () => renewRecords(queries),
  });
  return (
    <>
      <Button
        className="flex-auto md:flex-none"
        aria-label={t`Release now: ${name}`}
        aria-disabled={release.isPending}
        onClick={() => !release.isPending && release.mutate()}
      >
        <Send size={20} aria-hidden />
        <Trans>Release now</Trans>
      </Button>
      {release.error !== null && (
        <div className="order-last w-full">
          <Notice kind="danger">
            <p className="font-semibold">
              <Trans>The report was not released. Please try again.</Trans>
            </p>
            <p>{release.error.message}</p>
          </Notice>
        </div>
      )}
    </>
  );
}
