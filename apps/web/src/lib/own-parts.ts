import { type ComponentType, createContext } from 'react';

/** Parts around pages and on the home page that only the signed-in see. */
export type OwnPart = 'bell' | 'account' | 'menu' | 'chat' | 'home';

/** Comes in a chunk of its own, of which the signed-out fetch nothing. */
export const OwnPartContext = createContext<ComponentType<{ part: OwnPart }>>(() => null);
