import { questionLength } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/session.ts';
import { showAsked } from './api.ts';
import { OwnQuestions } from './own-questions.tsx';
import { useSend } from './send.ts';
import { SendForm } from './send-form.tsx';

/** What the rest of the page may do with the form. */
export interface AskHandle {
  /** Puts a text into it, where there is none, and a person in front of it. */
  begin(text: string): void;
}

/** The way to ask: a form for the signed-in, the way in for all others. As high for both, so that nothing moves. */
export function AskCard({ handle }: { handle: RefObject<AskHandle | null> }) {
  const signedIn = useSignedIn();
  // A form that is being filled stays when the session is lost.
  const [was, setWas] = useState(false);
  if (signedIn && !was) setWas(true);
  return (
    <section className="grid min-h-88 content-start gap-3 rounded-card border border-line bg-surface p-4 lg:sticky lg:top-24">
      <h2 className="text-lg">
        <Trans>Ask the community</Trans>
      </h2>
      {signedIn || was ? (
        <>
          <AskForm handle={handle} />
          <OwnQuestions />
        </>
      ) : (
        <>
          <p className="text-muted">
            <Trans>
              Everybody can read the questions. To ask one, to read the answers and to give one, you need an account: it
              takes a minute, and others see your username, nothing else of you.
            </Trans>
          </p>
          <p className="text-muted">
            <Trans>Healthcare providers who answer are marked as such.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/login?next=/help">
              <Trans>Login to ask</Trans>
            </ButtonLink>
            <ButtonLink to="/register" look="quiet">
              <Trans>Register</Trans>
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}

function AskForm({ handle }: { handle: RefObject<AskHandle | null> }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const sending = useSend(async (problem, idempotencyKey) => {
    showAsked(queries, await api.call('POST /apis/help-center/create/', { body: { problem }, idempotencyKey }));
  });
  useImperativeHandle(handle, () => ({
    begin(text) {
      if (sending.text.trim() === '') sending.write(text);
      form.current?.querySelector('textarea')?.focus();
    },
  }));
  return (
    <SendForm
      form={form}
      sending={sending}
      label={<Trans>Your question</Trans>}
      hint={<Trans>Everybody can read it: leave out names, numbers and reports.</Trans>}
      placeholder={t`Such as: how do you remember to take tablets at school?`}
      maxLength={questionLength}
      rows={3}
      action={<Trans>Ask</Trans>}
      busy={<Trans>Asking...</Trans>}
      done={<Trans>Asked. It stands at the top of the list.</Trans>}
    />
  );
}
