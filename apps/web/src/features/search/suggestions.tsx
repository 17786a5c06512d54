import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { UrgentHelp } from '../../components/urgent-help.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { noSuggestions, type SuggestionsProps } from '../../lib/suggestions.ts';
import { searchQuery } from './api.ts';
import { useGroups } from './groups.tsx';
import { nextOption } from './next-option.ts';
import { Options } from './options.tsx';
import { useSettled } from './use-settled.ts';
import { useSearchWords } from './words.ts';

const ofEachKind = 4;

/** Specialities and providers under a search box as one types, which is a combobox: the focus stays in it. */
export function Suggestions({ input, action, onAria }: SuggestionsProps) {
  const words = useSearchWords();
  const navigate = useNavigate();
  const id = useId();
  const popup = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(input.value.trim());
  const [active, setActive] = useState(-1);
  const [closed, setClosed] = useState(false);
  const q = useSettled(typed);
  const { data, error, isPlaceholderData } = useQuery({
    ...searchQuery(useApi(), q, ofEachKind),
    enabled: q !== '' && !closed,
    placeholderData: keepPreviousData,
  });
  const shown = !closed && typed !== '' && error === null && data !== undefined;
  const groups = useGroups(shown ? { ...data, articles: [], questions: [] } : undefined, q);
  const hits = groups.flatMap((group) => group.hits.map(({ to }) => to));
  const all = `${action}?${new URLSearchParams({ q: typed }).toString()}`;
  const places = hits.length === 0 ? [] : [...hits, all];
  const open = places.length > 0;
  const waiting = typed !== q || isPlaceholderData;
  const optionId = (at: number) => `${id}-${at}`;
  const listId = `${id}-list`;

  const close = () => {
    setClosed(true);
    setActive(-1);
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const place = places[active];
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && !event.isComposing) {
      if (place !== undefined) {
        event.preventDefault();
        navigate(place);
      }
      close();
    } else if (step !== undefined) {
      event.preventDefault();
      setClosed(false);
      const next = nextOption(active, step, places.length);
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
  });
  const onInput = useEffectEvent(() => {
    setTyped(input.value.trim());
    setClosed(false);
    setActive(-1);
  });
  // A pointer may be on its way to one of them.
  const onBlur = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!popup.current?.contains(relatedTarget as Node | null)) close();
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    input.addEventListener('keydown', onKeyDown, { signal });
    input.addEventListener('input', onInput, { signal });
    input.addEventListener('blur', onBlur, { signal });
    return () => listening.abort();
  }, [input]);

  const current = open && active >= 0 && active < places.length ? optionId(active) : undefined;
  useEffect(() => {
    const said = open ? { 'aria-expanded': true, 'aria-controls': listId, 'aria-activedescendant': current } : {};
    onAria({ ...noSuggestions, ...said });
    return () => onAria(noSuggestions);
  }, [onAria, open, listId, current]);

  return (
    <>
      <p role="status" className="sr-only">
        {open && !waiting && words.results(hits.length)}
      </p>
      <div
        ref={popup}
        className="absolute inset-x-0 top-full z-20 mt-1 flex max-h-[60vh] flex-col overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float empty:hidden"
        // The focus stays in the box.
        onPointerDown={(event) => event.preventDefault()}
      >
        {!closed && typed !== '' && <UrgentHelp q={q} />}
        {open && (
          <Options
            listId={listId}
            label={words.label}
            groups={groups}
            all={{ to: all, label: words.all(typed) }}
            active={active}
            optionId={optionId}
            busy={waiting}
            onChoose={close}
          />
        )}
      </div>
    </>
  );
}
