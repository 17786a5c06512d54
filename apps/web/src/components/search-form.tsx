import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, use, useId, useState } from 'react';
import { Button } from './ui/button.tsx';
import { inputClass } from './ui/field.tsx';
import { LimitReached } from './ui/limit-reached.tsx';
import { noSuggestions, SuggestionsContext } from '../lib/suggestions.ts';

const lettersAtMost = 100;

interface Props {
  /** The page that shows what is found: without JavaScript the browser goes there by itself. */
  action: string;
  label: ReactNode;
  placeholder: string;
  /** What was searched for before. */
  text?: string | undefined;
  input?: RefObject<HTMLInputElement | null>;
  /** What else stands in the address, for the browser to take along. */
  beside?: object;
  /** Whether providers and specialities are suggested as one types, where the page itself shows nothing yet. */
  suggests?: boolean;
  /** While a person types. */
  onType?: (text: string) => void;
  onSearch: (text: string) => void;
}

/** A search box with its button. */
export function SearchForm({
  action,
  label,
  placeholder,
  text,
  input,
  beside = {},
  suggests = false,
  onType,
  onSearch,
}: Props) {
  const id = useId();
  const Suggestions = use(SuggestionsContext);
  const [box, setBox] = useState<HTMLInputElement>();
  const [aria, setAria] = useState(noSuggestions);
  const [length, setLength] = useState(0);
  // Of its types only that of a text may be a combobox.
  const combobox = suggests ? ({ type: 'text', inputMode: 'search', role: 'combobox', ...aria } as const) : undefined;
  return (
    <form
      action={action}
      role="search"
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(textOf(event.currentTarget));
      }}
    >
      {Object.entries(beside).map(([name, value]: [string, string]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative flex gap-2">
        <input
          dir="auto"
          ref={input}
          id={id}
          type="search"
          name="q"
          defaultValue={text}
          maxLength={lettersAtMost}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          className={`${inputClass} min-w-0`}
          {...combobox}
          onFocus={({ target }) => setBox(target)}
          onChange={({ target }) => {
            setLength(target.value.length);
            onType?.(target.value.trim());
          }}
        />
        <Button type="submit" variant="quiet" className="shrink-0">
          <Search size={20} aria-hidden />
          <Trans>Search</Trans>
        </Button>
        {suggests && box !== undefined && (
          <Suspense>
            <Suggestions input={box} action={action} onAria={setAria} />
          </Suspense>
        )}
      </div>
      <LimitReached length={length} most={lettersAtMost} />
    </form>
  );
}

function textOf(form: HTMLFormElement) {
  const text = new FormData(form).get('q');
  return typeof text === 'string' ? text.trim() : '';
}
