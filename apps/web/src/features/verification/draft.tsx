import type { Evidence, OwnVerification } from '@carecommons/contract/verification';
import { evidenceDays, evidenceFiles } from '@carecommons/contract/verification-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { useSubmit } from '../../lib/form.ts';
import { renewVerifications } from './api.ts';
import { Documents } from './documents.tsx';
import { UploadForm } from './upload-form.tsx';

/** What a provider puts together before it is submitted: documents, one after the other. */
export function Draft({ own, title }: { own: OwnVerification; title: string }) {
  const files = own.claim?.state === 'draft' ? own.claim.files : [];
  const heading = useFocusAfter<HTMLHeadingElement>(files.length);
  const complete = own.registration_number !== null && own.council !== null;
  return (
    <Card className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {title}
      </h2>
      {complete ? (
        <>
          <p className="max-w-read">
            <Trans>
              Add documents that show your registration. Only you and the verifier who checks them see them. They are
              deleted {evidenceDays} days after you are verified, and at once when a check ends otherwise.
            </Trans>
          </p>
          {files.length > 0 && <Documents files={files} Action={Remove} />}
          {files.length < evidenceFiles && (
            <UploadForm key={files.length} variant={files.length > 0 ? 'quiet' : 'primary'} />
          )}
          {files.length > 0 && <Submit />}
        </>
      ) : (
        <>
          <p>
            <Trans>Your provider profile does not name a registration number and a council yet.</Trans>
          </p>
          <ButtonLink to="/register/user/provider" className="justify-self-start">
            <Trans>Add them to your profile</Trans>
          </ButtonLink>
        </>
      )}
    </Card>
  );
}

function Remove({ file, number }: { file: Evidence; number: number }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => api.call('DELETE /api/verification/files/:file_id/', { params: { file_id: file.id } }),
    onSettled: () => renewVerifications(queries),
  });
  return (
    <>
      <Button
        variant="plain"
        aria-label={t`Remove document ${number}`}
        aria-disabled={removal.isPending}
        onClick={() => !removal.isPending && removal.mutate()}
      >
        <Trash2 size={20} aria-hidden />
        <Trans>Remove</Trans>
      </Button>
      {removal.error !== null && (
        <Notice kind="danger">
          <Trans>It was not removed.</Trans>
        </Notice>
      )}
    </>
  );
}

function Submit() {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async () => {
    await api.call('POST /api/verification/submit/');
    await renewVerifications(queries);
  });
  return (
    <Form
      submission={submission}
      failure={t`It was not submitted.`}
      action={t`Submit for verification`}
      busy={t`Submitting...`}
    >
      <p className="text-sm text-muted">
        <Trans>When you have added all documents, submit them. You can withdraw until they are decided.</Trans>
      </p>
    </Form>
  );
}
