import type { FoundPage, PagePath } from '@carecommons/contract/pages';
import { createContext, use, useLayoutEffect, type ComponentProps, type MouseEvent } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';

// Which page an address belongs to is said in the contract (pages.ts): of the router's library, what hears of changes of the
// address is enough.

/** The page that is shown, with the values in its address. */
export const PageContext = createContext<FoundPage | undefined>(undefined);

/** Fetches the chunk and the data of an address before it is asked for. */
export const PrepareContext = createContext<(address: string) => unknown>(() => undefined);

/** How one goes to another address, and the parts of the one that the server renders. */
export interface Navigation {
  rendered: { ssrPath: string; ssrSearch: string } | undefined;
  go: typeof navigate;
}

/** Around what stands beside the site's own tree nothing is prepared: an address is gone to at once. */
export const NavigationContext = createContext<Navigation>({ rendered: undefined, go: navigate });

/** Which page it is: its address, with parameters as `:name`. */
export function usePagePath(): PagePath | undefined {
  return use(PageContext)?.path;
}

/** The value of one parameter of the page's address. */
export function useParam(name: string): string {
  return use(PageContext)?.params[name] ?? '';
}

/** The address without its search, decoded where that can be done. */
export function usePath(): string {
  const path = usePathname(use(NavigationContext).rendered);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The search of the address. */
export function useSearchTexts(): URLSearchParams {
  return new URLSearchParams(useSearch(use(NavigationContext).rendered));
}

/** One value of the address's search, or undefined. */
export function useSearchText(name: string): string | undefined {
  return useSearchTexts().get(name) ?? undefined;
}

/** Goes to another address; with `replace` the present one is not kept in the history. */
export function useNavigate() {
  return use(NavigationContext).go;
}

/** Leads to another address as soon as it is there. */
export function Redirect({ to }: { to: string }) {
  const go = useNavigate();
  useLayoutEffect(() => go(to, { replace: true }), [go, to]);
  return null;
}

/** Changes the search of the present address in its place, without leaving the page or waiting for anything. */
export function replaceSearch(search: string) {
  window.history.replaceState(window.history.state, '', search === '' ? window.location.pathname : `?${search}`);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Whether this is where one is: marks the link for eyes and screen readers. */
  current?: boolean;
  /** Whether the present page is not to be gone back to. */
  replace?: boolean;
  /** Whether to fetch the page when a person shows the intent to go there. */
  prefetch?: boolean;
}

/** A link within the site. With a key held or another button than the first, it is the browser's. */
export function Link({ to, current = false, replace = false, prefetch = true, onClick, children, ...rest }: LinkProps) {
  const prepare = use(PrepareContext);
  const go = useNavigate();
  const intent = prefetch ? () => void prepare(to) : undefined;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    go(to, { replace });
  }
  return (
    <a
      href={to}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={intent}
      onFocus={intent}
      onTouchStart={intent}
      {...rest}
      onClick={follow}
    >
      {children}
    </a>
  );
}
