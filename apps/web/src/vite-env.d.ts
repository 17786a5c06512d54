/// <reference types="vite/client" />

declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  interface Texts {
    messages: Messages;
  }
  /** By language, in the order of their names. */
  const shells: Record<string, () => Promise<Texts & { parts: Record<string, () => Promise<Texts>> }>>;
  export default shells;
}
