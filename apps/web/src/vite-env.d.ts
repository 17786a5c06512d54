/// <reference types="vite/client" />

declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core';
  const texts: Record<string, Record<string, () => Promise<{ messages: Messages }>>>;
  export default texts;
}
