/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the decoders of pictures in PDFs lie. */
  readonly PDF_DECODERS: string;
}

declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  interface Texts {
    messages: Messages;
  }
  /** By language, in the order of their names. */
  const shells: Record<string, () => Promise<Texts & { parts: Record<string, () => Promise<Texts>> }>>;
  export default shells;
  /** What each language is called in itself. */
  export const names: Record<string, string>;
}

declare module 'virtual:server-texts' {
  import type { Messages } from '@lingui/core';
  /** By language: what the server says away from any page. */
  const catalogues: Record<string, () => Promise<{ messages: Messages }>>;
  export default catalogues;
}

/** What a browser gives where it can install the site; TypeScript does not know it, for not every browser has it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}
interface WindowEventMap {
  beforeinstallprompt: InstallOffer;
}
interface Window {
  /** The last offer, until it is used. */
  installOffer?: InstallOffer | undefined;
}
