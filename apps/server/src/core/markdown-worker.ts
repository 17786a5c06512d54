import { parentPort } from 'node:worker_threads';
import { readMarkdown } from './markdown.ts';

// The thread of render.ts: takes one source at a time, and answers with what it makes of it.
parentPort?.on('message', (source: string) => parentPort?.postMessage(readMarkdown(source)));
parentPort?.postMessage('ready');
