import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from './ui/button.tsx';
import { inputClass } from './ui/field.tsx';

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
  /** While a person types. */
  onType?: (text: string) => void;
  onSearch: (text: string) => void;
}

/** A search box with its button. */
export function SearchForm({ action, label, placeholder, text, input, beside = {}, onType, onSearch }: Props) {
  const id = useId();
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
      <div className="flex gap-2">
        <input
          dir="auto"
          ref={input}
          id={id}
          type="search"
          name="q"
          defaultValue={text}
          maxLength={100}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          className={`${inputClass} min-w-0`}
          onChange={(event) => onType?.(event.target.value.trim())}
        />
        <Button type="submit" variant="quiet" className="shrink-0">
          <Search size={20} aria-hidden />
          <Trans>Search</Trans>
        </Button>
      </div>
    </form>
  );
}

function textOf(form: HTMLFormElement) {
  const text = new FormData(form).get('q');
  return typeof text === 'string' ? text.trim() : '';
}
