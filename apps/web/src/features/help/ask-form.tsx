import { questionLength } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useImperativeHandle, useRef } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { showAsked } from './member-api.ts';
import { OwnQuestions } from './own-questions.tsx';
import { useSend } from './send.ts';
import { SendForm } from './send-form.tsx';

/** What the rest of the page may do with the form. */
export interface AskHandle {
  /** Puts a text into it, where there is none, and a person in front of it. */
  begin(text: string): void;
}

/** The form of the ask card, and one's own questions under it. */
export function AskForm({ handle }: { handle: RefObject<AskHandle | null> }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const sending = useSend({
    draft: 'question',
    async send(problem, idempotencyKey) {
      showAsked(queries, await api.call('POST /apis/help-center/create/', { body: { problem }, idempotencyKey }));
    },
    later: (problem) => ({ line: 'POST /apis/help-center/create/', body: { problem }, page: '/help' }),
  });
  useImperativeHandle(handle, () => ({
    begin(text) {
      if (sending.text.trim() === '') sending.write(text);
      form.current?.querySelector('textarea')?.focus();
    },
  }));
  return (
    <>
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
        done={<Trans>Your question is at the top of the list.</Trans>}
      />
      <OwnQuestions />
    </>
  );
}
