import { Trans, useLingui } from '@lingui/react/macro';
import { AskFirst } from '../components/ask-first.tsx';
import { AskForDrafts } from '../features/accounts/ask-for-drafts.tsx';
import { useLogOut } from '../features/accounts/log-out.ts';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Logout` });
  return (
    <AskFirst
      title={<Trans>Log out?</Trans>}
      stay={<Trans>Stay signed in</Trans>}
      action={<Trans>Log out</Trans>}
      to="/"
    >
      <LogOut />
    </AskFirst>
  );
}

function LogOut() {
  const { answer } = useLogOut();
  return answer === undefined ? null : <AskForDrafts onAnswer={answer} />;
}
