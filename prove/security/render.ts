import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileMarkdown, longestArticles } from '../../apps/server/test/fixtures/markdown.ts';
import { besideBystander, from, limitsOn, processorMsOf } from '../tools/bystander.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { joinAs, type Person, withServers } from '../tools/two-servers.ts';

const atOnce = 25;
const patienceMs = 1500;

/**
 * S18: how one person affects others by previewing a text repeatedly, 25 at once, and disconnecting. The texts are made to
 * keep a Markdown parser busy, each as long as an article may be; or it is the given one.
 */
export async function render({ full, small, file }: Size): Promise<Figure> {
  return await withServers(
    1,
    async ([server = ''], _owner, _kill, _freeze, _stopAll, _restart, pidOf) => {
      const bystander = await joinAs(server, 'patient');
      const texts = textsOf(file, full);
      const seconds = small ? 3 : 8;
      const outcomes: Record<string, object> = {};
      let [ok, fast] = [true, true];
      for (const [name, content] of Object.entries(texts)) {
        // A separate person for each, with a fresh limit.
        const attacker = await joinAs(server, 'patient');
        await preview(server, bystander, 'warm', 9);
        const before = processorMsOf(pidOf(0));
        const alone = await preview(server, attacker, content, 2);
        const processor_ms = processorMsOf(pidOf(0)) - before;
        const { result: answers, noticed } = await besideBystander(server, bystander, () =>
          storm(server, attacker, content, seconds),
        );
        outcomes[name] = {
          letters: content.length,
          verdict: alone.status,
          ms: alone.ms,
          processor_ms,
          answers,
          noticed,
        };
        ok &&= noticed.previews > 0 && noticed.refused === 0;
        ok &&= file !== undefined || alone.status === (name in longestArticles ? 200 : 400);
        fast &&= noticed.previews_p99 < 2000;
      }
      return {
        figure: 'S18 articles that take long to render: verdict, and what others notice of 25 at once, in ms (p99)',
        value: outcomes,
        target: 'previews of others < 2000, none refused; honest articles 200, others 400',
        ok,
        fast,
      };
    },
    () => limitsOn,
  );
}

function textsOf(file: string | undefined, full: boolean): Record<string, string> {
  if (file !== undefined) return { [file]: readFileSync(file, 'utf8') };
  const [first = '', second = ''] = Object.keys(hostileMarkdown);
  return full
    ? { ...hostileMarkdown, ...longestArticles }
    : { [first]: hostileMarkdown[first as never], [second]: hostileMarkdown[second as never], ...longestArticles };
}

async function preview(server: string, { token }: Person, content: string, address: number, signal?: AbortSignal) {
  const began = performance.now();
  const answer = await fetch(`${server}/apis/blogs/preview/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...from(address) },
    body: JSON.stringify({ content }),
    ...(signal === undefined ? {} : { signal }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: Math.round(performance.now() - began) };
}

/** Repeats previews, and counts the answers. */
async function storm(server: string, person: Person, content: string, seconds: number) {
  const answers: Record<string, number> = {};
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const asked = Array.from({ length: atOnce }, async () => {
      const answer = await preview(server, person, content, 2, AbortSignal.timeout(patienceMs)).catch(() => undefined);
      const outcome = String(answer?.status ?? 'hung up');
      answers[outcome] = (answers[outcome] ?? 0) + 1;
    });
    await Promise.all(asked);
    await sleep(50);
  }
  return answers;
}
