import type { FoundPage, PagePath } from '@carecommons/contract/pages';
import { createContext, use, type ComponentProps } from 'react';
import { Link as PlainLink, useLocation, useSearch } from 'wouter';

export { Redirect } from 'wouter';

/** The page that is shown, with the values in its address. */
export const PageContext = createContext<FoundPage | undefined>(undefined);

/** Fetches the chunk and the data of an address before it is asked for. */
export const PrepareContext = createContext<(address: string) => unknown>(() => undefined);

/** Which page it is: its address, with parameters as `:name`. */
export function usePagePath(): PagePath | undefined {
  return use(PageContext)?.path;
}

/** The value of one parameter of the page's address. */
export function useParam(name: string): string {
  return use(PageContext)?.params[name] ?? '';
}

/** The address without its search. */
export function usePath(): string {
  return useLocation()[0];
}

/** The search of the address. */
export function useSearchTexts(): URLSearchParams {
  return new URLSearchParams(useSearch());
}

/** One value of the address's search, or undefined. */
export function useSearchText(name: string): string | undefined {
  return useSearchTexts().get(name) ?? undefined;
}

/** Goes to another address; with `replace` the present one is not kept in the history. */
export function useNavigate() {
  return useLocation()[1];
}

/** Changes the search of the present address in its place, without leaving the page or waiting for anything. */
export function replaceSearch(search: string) {
  window.history.replaceState(window.history.state, '', search === '' ? window.location.pathname : `?${search}`);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Whether this is where one is: marks the link for eyes and screen readers. */
  current?: boolean;
  /** Whether to fetch the page when a person shows the intent to go there. */
  prefetch?: boolean;
}

/** A link within the site. */
export function Link({ to, current = false, prefetch = true, ...rest }: LinkProps) {
  const prepare = use(PrepareContext);
  const intent = prefetch ? () => void prepare(to) : undefined;
  return (
    <PlainLink
      to={to}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={intent}
      onFocus={intent}
      onTouchStart={intent}
      {...(rest as object)}
    />
  );
}
