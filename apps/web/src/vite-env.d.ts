/// <reference types="vite/client" />

declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  const texts: Record<string, Record<string, () => Promise<{ messages: Messages }>>>;
  export default texts;
}

/** Where a browser has Trusted Types; TypeScript does not know them. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): unknown } }
  | undefined;
