import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

// A health check waits as long as the server's event loop is blocked. It is sent from a separate thread: the one that creates
// the load is itself blocked by it.

const betweenMs = 5;

/** Sends health checks to a server until `stop` is called, which returns the longest wait in ms. */
export async function watchWaits(server: string) {
  const worker = new Worker(new URL(import.meta.url), { workerData: server });
  const said = <T>() => new Promise<T>((resolve) => worker.once('message', resolve));
  // The first answer opens the connection.
  await said();
  return async function stop(): Promise<number> {
    worker.postMessage('stop');
    const longest = await said<number>();
    await worker.terminate();
    return longest;
  };
}

async function watch(server: string) {
  const ask = async () => void (await (await fetch(`${server}/healthz/live/`)).arrayBuffer());
  await ask();
  const told = { toStop: false };
  parentPort?.once('message', () => (told.toStop = true));
  parentPort?.postMessage('ready');
  let longest = 0;
  while (!told.toStop) {
    const began = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - began);
    await sleep(betweenMs);
  }
  parentPort?.postMessage(longest);
}

if (!isMainThread) await watch(workerData as string);
