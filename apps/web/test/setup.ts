import { afterEach, beforeEach, vi } from 'vitest';
import '../src/app/styles.css';
import { dropSession } from '../src/lib/session/session.ts';
import { resetServer, wrongCalls } from './server.ts';

let warned: string[] = [];

beforeEach(() => {
  warned = [];
  // React warns in words; of a refusal our own code gives the error.
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    if (typeof args[0] === 'string') warned.push(args.join(' '));
  });
  dropSession();
  localStorage.clear();
  resetServer();
});

afterEach(() => {
  vi.restoreAllMocks();
  const wrong = [...wrongCalls(), ...warned];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});
