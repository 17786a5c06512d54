import { pageAt } from '@carecommons/contract/pages';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice.tsx';

interface Props {
  /** Where one was going; undefined where nobody was on the way to anything. */
  next: string | undefined;
  /** The provider that the address names, where that is known. */
  provider: string | undefined;
}

/** Says on the way in why one has come here. */
export function WhySignIn({ next, provider }: Props) {
  const why = next === undefined ? undefined : whyFor(next, provider);
  return why === undefined ? null : (
    <Notice kind="info">
      <p>{why}</p>
    </Notice>
  );
}

function whyFor(next: string, provider: string | undefined): ReactNode {
  const found = pageAt(next.replace(/[?#].*/, ''));
  switch (found?.path) {
    case '/books/:providerId':
      return provider === undefined ? (
        <Trans>To book an appointment, sign in or create an account.</Trans>
      ) : (
        <Trans>To book an appointment with {provider}, sign in or create an account.</Trans>
      );
    case '/profile/:providerId':
      return provider === undefined ? (
        <Trans>To see the full profile, sign in or create an account.</Trans>
      ) : (
        <Trans>To see the full profile of {provider}, sign in or create an account.</Trans>
      );
    case '/record':
    case '/record/:appointmentId':
      return <Trans>Your reports are private. They open after you sign in.</Trans>;
    case '/book':
    case '/book/provider':
    case '/book/provider/all':
    case '/appointment/:appointmentId':
      return <Trans>Your appointments are private. They open after you sign in.</Trans>;
    case '/chat':
    case '/room/:chatroomId':
      return <Trans>The chat rooms are for members. Sign in or create an account.</Trans>;
    case '/help':
    case '/comment/:helpCenterId':
      return <Trans>To ask and answer questions, sign in or create an account.</Trans>;
    case '/blog/:blogId':
      return <Trans>To read the whole article, sign in or create an account.</Trans>;
    case '/createblog':
    case '/blog/update/:blogId':
    case '/personalblog':
      return <Trans>To write articles, sign in or create an account.</Trans>;
    default:
      return found?.access === 'guarded' ? <Trans>The page you asked for opens after you sign in.</Trans> : undefined;
  }
}
