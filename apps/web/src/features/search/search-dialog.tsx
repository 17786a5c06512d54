import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { LimitReached } from '../../components/ui/limit-reached.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { UrgentHelp } from '../../components/urgent-help.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { searchQuery } from './api.ts';
import { useGroups } from './groups.tsx';
import { Options } from './options.tsx';
import { nextOption } from './next-option.ts';
import { useSettled } from './use-settled.ts';
import { useSearchWords } from './words.ts';

const ofEachKind = 5;
const lettersAtMost = 100;

/** The one search box, over the page: what is found stands under it as one types. It is open while it is rendered. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const words = useSearchWords();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useModal();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const typed = text.trim();
  const q = useSettled(typed);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...searchQuery(useApi(), q, ofEachKind),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const shown = typed === '' ? undefined : data;
  const groups = useGroups(shown, q);
  const all = `/search?${new URLSearchParams({ q: typed }).toString()}`;
  const hits = groups.flatMap((group) => group.hits.map(({ to }) => to));
  const found = hits.length;
  const options = found === 0 ? [] : [...hits, all];
  const waiting = typed !== '' && error === null && (typed !== q || isPlaceholderData || data === undefined);
  const optionId = (at: number) => `${id}-${at}`;

  function countText() {
    if (typed === '') return words.hint;
    if (waiting) return found === 0 ? words.searching : '';
    if (error !== null) return '';
    return found === 0 ? words.nothing(typed) : words.results(found);
  }
  const status = countText();

  function go(to: string) {
    onClose();
    navigate(to);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // The Enter that ends a word in a script with an input method of its own is not meant for us.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed !== '') {
      event.preventDefault();
      go(options[active] ?? all);
    } else if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = nextOption(active, step, options.length);
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={words.label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      closedby="any"
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-surface text-ink shadow-float backdrop:bg-scrim sm:mx-auto sm:mt-[10vh] sm:h-fit sm:max-h-[80vh] sm:max-w-2xl sm:rounded-card sm:border sm:border-line"
    >
      <div className="flex h-full flex-col sm:max-h-[80vh]">
        <div className="flex items-center gap-3 border-b border-line p-3">
          <Search size={20} className="ms-1 shrink-0 text-muted" aria-hidden />
          <input
            dir="auto"
            role="combobox"
            aria-label={words.label}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 && active < options.length ? optionId(active) : undefined}
            value={text}
            maxLength={lettersAtMost}
            placeholder={words.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            className="min-h-11 w-full min-w-0 rounded-control bg-surface px-2 text-base text-ink placeholder:text-muted"
            onChange={({ target }) => {
              setText(target.value);
              setActive(-1);
            }}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            aria-label={words.close}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-raised"
            onClick={onClose}
          >
            <X aria-hidden />
          </button>
        </div>
        <div className="px-4 py-2 empty:hidden">
          <LimitReached length={text.length} most={lettersAtMost} />
        </div>
        {typed !== '' && (
          <div className="px-4 py-3 empty:hidden">
            <UrgentHelp q={q} />
          </div>
        )}
        <p role="status" className={status === '' || found > 0 ? 'sr-only' : 'px-4 py-3 text-muted'}>
          {status}
        </p>
        {!waiting && error === null && typed !== '' && found === 0 && (
          <p className="px-4 pb-4 text-muted">{words.help}</p>
        )}
        {error !== null && typed !== '' && (
          <div className="px-4 pb-4">
            <LoadFailure title={words.failed} onRetry={() => void refetch()} />
          </div>
        )}
        <Options
          listId={`${id}-list`}
          label={words.label}
          groups={groups}
          all={found === 0 ? undefined : { to: all, label: words.all(typed) }}
          active={active}
          optionId={optionId}
          busy={waiting}
          onChoose={onClose}
        />
      </div>
    </dialog>
  );
}

/** A dialog that is open as long as it is rendered, and gives the focus back. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement as HTMLElement | null;
    if (element?.open === false) element.showModal();
    return () => {
      // A dialog that is taken out of the page does not do so by itself.
      if (document.activeElement === document.body) before?.focus();
    };
  }, []);
  return dialog;
}
