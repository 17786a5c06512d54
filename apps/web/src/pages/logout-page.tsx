import { useLingui } from '@lingui/react/macro';
import { AskForDrafts } from '../features/accounts/ask-for-drafts.tsx';
import { useLogOut } from '../features/accounts/log-out.ts';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Logout` });
  const { answer } = useLogOut();
  return answer === undefined ? null : <AskForDrafts onAnswer={answer} />;
}
