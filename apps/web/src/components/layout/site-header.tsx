import { Trans, useLingui } from '@lingui/react/macro';
import { Menu, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import mark from '../../assets/mark.svg';
import { Link, usePath } from '../../lib/navigation.tsx';
import { useSignedIn } from '../../lib/session/session.ts';
import { OwnPart } from '../own-part.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { isCurrent, type NavItem, useNavItems } from './navigation.tsx';
import { SearchOpener } from './search-opener.tsx';

interface Props {
  search: (close: () => void) => ReactNode;
}

export function SiteHeader({ search }: Props) {
  const { t } = useLingui();
  const items = useNavItems();
  const signedIn = useSignedIn();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const path = usePath();
  const find: NavItem = { to: '/providers', label: t`Find a provider`, icon: Search };
  const leave: NavItem = { to: '/logout', label: t`Logout`, icon: X };
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);

  return (
    <header className="relative top-0 z-40 border-b border-line bg-surface tall:sticky">
      {/* Very large letters want a second line; what is pressed keeps its 44 px. */}
      <div className="page flex min-h-16 flex-wrap items-center gap-x-2 lg:max-xl:gap-x-1">
        <Link
          to="/"
          className="flex min-h-11 items-center gap-2 text-lg font-bold max-[25rem]:gap-1 max-[25rem]:text-base"
        >
          <img src={mark} alt="" width={32} height={32} fetchPriority="low" />
          <span className="whitespace-nowrap max-[28.75rem]:sr-only">Carecommons</span>
        </Link>
        {/* What is added after login comes after what was there, which stays where it is. */}
        <nav aria-label={t`Main`} className="ms-4 hidden items-center lg:flex lg:max-[70rem]:ms-1">
          {items.map((item) => (
            <NavItemLink key={item.label} item={item} current={isCurrent(item, path)} />
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1 sm:gap-2">
          {/* The room of what comes after login is kept for the signed-out too, so that nothing moves when it is known who is there. */}
          <span className="size-[44px] shrink-0">
            <OwnPart part="bell" />
          </span>
          <span className="hidden size-11 lg:block">
            <OwnPart part="account" />
          </span>
          <SearchOpener dialog={search} />
          {/* On a phone one logs out in the menu. */}
          <span className={signedIn ? 'hidden lg:block' : ''}>
            <ButtonLink
              to={signedIn ? '/logout' : '/login'}
              prefetch={false}
              variant={signedIn ? 'quiet' : 'primary'}
              className="min-w-24 max-[25rem]:min-w-20 max-[25rem]:px-2"
            >
              {signedIn ? <Trans>Logout</Trans> : <Trans>Login</Trans>}
            </ButtonLink>
          </span>
          <button
            ref={toggle}
            type="button"
            className="inline-flex size-[44px] items-center justify-center rounded-control hover:bg-raised lg:hidden"
            aria-expanded={open}
            aria-controls="menu"
            aria-label={open ? t`Close the menu` : t`Open the menu`}
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden /> : <Menu aria-hidden />}
          </button>
        </div>
      </div>
      <nav
        id="menu"
        aria-label={t`Menu`}
        hidden={!open}
        className="absolute inset-x-0 max-h-[70dvh] overflow-y-auto border-b border-line bg-surface shadow-float lg:hidden"
      >
        <div className="page grid py-2">
          {[...items, find].map((item) => (
            <NavItemLink key={item.label} item={item} current={isCurrent(item, path)} />
          ))}
          <div className="mt-2 grid border-t border-line pt-2">
            {open && (
              <>
                <OwnPart part="menu" />
                <LanguageSwitch />
              </>
            )}
            {signedIn && <NavItemLink item={leave} current={false} />}
          </div>
        </div>
      </nav>
    </header>
  );
}

function NavItemLink({ item: { to, label, icon: Icon }, current }: { item: NavItem; current: boolean }) {
  return (
    <Link
      to={to}
      // Opening it ends the session.
      prefetch={to !== '/logout'}
      current={current}
      className={`flex min-h-11 items-center gap-2 rounded-control px-2 py-2 text-sm font-medium lg:max-[70rem]:px-1.5 lg:max-[70rem]:text-xs ${current ? 'bg-primary-soft text-primary' : 'text-muted hover:bg-raised hover:text-ink'}`}
    >
      <Icon size={20} className="lg:hidden" aria-hidden />
      {label}
    </Link>
  );
}
