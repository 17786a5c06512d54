import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { TextField } from './ui/field.tsx';
import { ShortText } from './ui/text-area.tsx';
import { CallError } from '../lib/calls/call.ts';
import { textOf } from '../lib/form.ts';
import { type ListFilters, listFilters } from '../lib/list-filters.ts';
import { Link, useNavigate, useSearchTexts } from '../lib/navigation.tsx';

/** What is searched for, as it stands in the address. */
export type Filters<Name extends string> = Record<Name, string | undefined>;

/** What the address says of each of these names. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const search = useSearchTexts();
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as Filters<Name>;
}

/** What a list's refusal says of a field that was searched by. */
export function wrongIn(error: unknown, field: string): string | undefined {
  return error instanceof CallError ? error.errors.find((one) => one.field === field)?.message : undefined;
}

interface Props {
  /** The page that shows what is found. */
  page: string;
  filters: Filters<string>;
  /** How the fields stand beside each other. */
  columns: string;
  /** The same for the button. */
  button?: string;
  children: ReactNode;
}

/** The fields of a search that stands in the address; they follow it. */
export function AddressSearch({ page, filters, columns, button, children }: Props) {
  const navigate = useNavigate();
  return (
    <form
      key={JSON.stringify(filters)}
      role="search"
      className={`grid items-end gap-4 rounded-card border border-line bg-surface p-4 *:min-w-0 *:grid-cols-1 ${columns}`}
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        const given = Object.keys(filters)
          .map((name) => [name, textOf(values, name).trim()])
          .filter(([, value]) => value !== '');
        navigate(`${page}?${new URLSearchParams(given).toString()}`);
      }}
    >
      {children}
      <Button type="submit" className={button}>
        <Trans>Search</Trans>
      </Button>
    </form>
  );
}

/** What the address says of them. */
export const useListFilters = () => useFilters(listFilters);

interface ListSearchProps {
  page: string;
  filters: ListFilters;
  /** What the words are searched in. */
  hint: ReactNode;
  /** Why the list was refused. */
  error: unknown;
}

/** Searches a long list by words and days. */
export function ListSearch({ page, filters, hint, error }: ListSearchProps) {
  const found = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="grid gap-2">
      <AddressSearch page={page} filters={filters} columns="sm:grid-cols-2 lg:grid-cols-[2fr_2fr_2fr_auto]">
        <ShortText
          type="search"
          name="q"
          label={<Trans>Search</Trans>}
          hint={hint}
          dir="auto"
          maxLength={100}
          autoComplete="off"
          defaultValue={filters.q}
          error={wrongIn(error, 'q')}
        />
        <TextField
          type="date"
          name="from"
          label={<Trans>From</Trans>}
          defaultValue={filters.from}
          error={wrongIn(error, 'from')}
        />
        <TextField
          type="date"
          name="to"
          label={<Trans>To</Trans>}
          defaultValue={filters.to}
          error={wrongIn(error, 'to')}
        />
      </AddressSearch>
      {found && (
        <Link
          to={page}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline"
        >
          <Trans>Clear the search</Trans>
        </Link>
      )}
    </div>
  );
}

/** The field that names a person. */
export function UsernameField({ filters, error }: { filters: Filters<'username'>; error: string | undefined }) {
  return (
    <TextField
      name="username"
      label={<Trans>Username</Trans>}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={150}
      defaultValue={filters.username}
      error={error}
    />
  );
}
