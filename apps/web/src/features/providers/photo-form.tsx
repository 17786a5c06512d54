import { photoBytes } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { UploadProgress } from '../../components/ui/upload-progress.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { upload } from '../../lib/calls/upload.ts';

/** A provider's photo: shown, chosen, replaced and removed, each at once. */
export function PhotoForm({
  name,
  photo: before,
  verified,
}: {
  name: string;
  photo: string | null;
  verified: boolean;
}) {
  const { t } = useLingui();
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [photo, setPhoto] = useState(before);
  const [changes, setChanges] = useState(0);
  const [running, setRunning] = useState(false);
  const [sent, setSent] = useState<number>();
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState('');
  const input = useFocusAfter<HTMLInputElement>(photo === null);

  async function change(work: () => Promise<unknown>, done: string) {
    setRunning(true);
    setMessage('');
    setFault('');
    try {
      await work();
      // Its address, or the photo itself where nobody else may see it yet.
      const [own] = await api.call('GET /register/provider/');
      setPhoto(own?.photo ?? null);
      setMessage(
        verified && own?.verified === false
          ? `${done} ${t`The verified badge is not shown until the change has been checked.`}`
          : done,
      );
      setChanges((count) => count + 1);
      for (const key of ['providers', 'provider']) void queries.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      const answered = error instanceof CallError && error.code !== 'unreachable' && error.message !== '';
      setFault(answered ? error.message : t`The photo could not be saved. Please try again.`);
    } finally {
      setRunning(false);
      setSent(undefined);
    }
  }

  function choose(file: File) {
    if (file.size > photoBytes) {
      setMessage('');
      return setFault(t`Please choose a picture of at most 10 MB.`);
    }
    const form = new FormData();
    form.append('photo', file);
    // The same file once more, after it was removed, is another call.
    const idempotencyKey = keyFor([changes, file.name, file.size, file.lastModified]);
    setSent(0);
    void change(
      () => upload('POST /providers/photo/', { form, idempotencyKey, onProgress: setSent }),
      t`Your photo is saved.`,
    );
  }

  const remove = () => api.call('DELETE /providers/photo/');

  return (
    <section aria-labelledby={`${id}-photo`} className="grid gap-3">
      <h2 id={`${id}-photo`} className="text-base">
        <Trans>Photo</Trans>
      </h2>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} photo={photo} alt={t`Your photo`} large />
        <div className="flex flex-wrap gap-2">
          <label
            className={`${buttonClass('quiet')} cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary ${running ? 'opacity-60' : ''}`}
          >
            <input
              type="file"
              accept="image/png,image/jpeg"
              ref={input}
              aria-disabled={running}
              aria-describedby={`${id}-hint ${id}-fault`}
              className="sr-only"
              onClick={(event) => running && event.preventDefault()}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file !== undefined) choose(file);
                // The same file can be chosen once more.
                currentTarget.value = '';
              }}
            />
            {photo === null ? <Trans>Choose a photo</Trans> : <Trans>Choose another photo</Trans>}
          </label>
          {photo !== null && (
            <Button
              variant="quiet"
              aria-disabled={running}
              onClick={() => !running && void change(remove, t`Your photo is removed.`)}
            >
              <Trans>Remove the photo</Trans>
            </Button>
          )}
        </div>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        <Trans>PNG or JPEG, up to 10 MB. Its middle is shown; where it was taken is not kept.</Trans>
        {verified && photo !== null && (
          <>
            {' '}
            <Trans>If your photo was verified, the badge is not shown for a new one until it has been checked.</Trans>
          </>
        )}
      </p>
      <p id={`${id}-fault`} role="alert" className="text-sm font-semibold text-danger empty:absolute">
        {fault}
      </p>
      {sent !== undefined && <UploadProgress part={sent} />}
      <p role="status" className="text-sm font-semibold text-success empty:absolute">
        {running && sent === undefined ? t`Saving...` : message}
      </p>
    </section>
  );
}
