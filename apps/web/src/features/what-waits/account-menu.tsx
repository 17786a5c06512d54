import { Plural, useLingui } from '@lingui/react/macro';
import { CircleUserRound } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { usePath } from '../../lib/navigation.tsx';
import { CornerCount } from './corner-count.tsx';
import { OwnPlaces, useOwnPlaces } from './own-places.tsx';

/** On a desk, the way to a person's own places, marked with how much waits in them. */
export function AccountMenu() {
  const { t } = useLingui();
  const id = useId();
  const places = useOwnPlaces();
  const path = usePath();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const count = places.reduce((sum, place) => sum + place.count, 0);
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open) return undefined;
    const leave = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) setOpen(false);
    };
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', close);
    };
  }, [open]);
  return (
    <div ref={menu} className="relative">
      <button
        ref={button}
        type="button"
        className="relative inline-flex size-11 items-center justify-center rounded-full hover:bg-raised"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <CircleUserRound aria-hidden />
        <span className="sr-only">{t`Your account`}</span>
        <CornerCount count={count}>
          <Plural value={count} one="# is waiting" other="# are waiting" />
        </CornerCount>
      </button>
      <nav
        id={id}
        aria-label={t`Your places`}
        hidden={!open}
        className="absolute end-0 whitespace-nowrap rounded-card border border-line bg-surface p-2 shadow-float"
      >
        <OwnPlaces places={places} />
      </nav>
    </div>
  );
}
