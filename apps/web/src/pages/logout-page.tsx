import { useLingui } from '@lingui/react/macro';
import { useLogOut } from '../features/accounts/log-out.ts';
import { useHead } from '../lib/head.tsx';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Logout` });
  useLogOut();
  return null;
}
