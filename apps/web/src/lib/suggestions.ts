import { type AriaAttributes, type ComponentType, createContext } from 'react';

export interface SuggestionsProps {
  /** The search box under which they stand. */
  input: HTMLInputElement;
  /** The page of what is found for all of a text. */
  action: string;
  /** What the box says of them. */
  onAria: (aria: AriaAttributes) => void;
}

/** What is suggested under a search box as one types; comes in a chunk of its own with the first focus. */
export const SuggestionsContext = createContext<ComponentType<SuggestionsProps>>(() => null);

/** A box without suggestions, that may have some. */
export const noSuggestions: AriaAttributes = { 'aria-expanded': false, 'aria-autocomplete': 'list' };
