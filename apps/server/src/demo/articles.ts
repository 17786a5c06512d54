import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../platform/time/time.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { like, publish, renderBlog } from '../modules/blogs/blogs.ts';

const dayMs = 86_400_000;
const folder = new URL('articles/', import.meta.url);

interface Article {
  title: string;
  author: string;
  daysAgo: number;
  likes: number;
  content: string;
}

/** An article as its file has it: `title`, `author`, `days_ago` and `likes`, one a line, then `---`, then Markdown. */
function readArticle(text: string): Article {
  const [head = '', ...rest] = text.split(/^---[ \t]*\n/m);
  const fields = new Map([...head.matchAll(/^(\w+):[ \t]*(.+?)[ \t]*$/gm)].map(([, name, value]) => [name, value]));
  const { title, author, days_ago: daysAgo, likes } = Object.fromEntries(fields) as Record<string, string>;
  const content = rest.join('---\n').trim();
  if (title === undefined || author === undefined || content === '')
    throw new Error(`an article lacks a part: ${head}`);
  return { title, author, daysAgo: Number(daysAgo ?? 0), likes: Number(likes ?? 0), content };
}

/** Publishes the demo's articles, each as it was on its day, and lets the others of its people like them since. */
export async function addArticles({ tx, clock }: { tx: Tx; clock: Clock }, people: Actor[]) {
  const now = clock.now().getTime();
  const articles = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readArticle(readFileSync(new URL(file, folder), 'utf8')));
  for (const [at, article] of articles.toSorted((a, b) => b.daysAgo - a.daysAgo).entries()) {
    const author = people.find(({ username }) => username === article.author);
    if (author === undefined) throw new Error(`${article.author}, who wrote ${article.title}, is missing`);
    // Some hours ago at least, and no two at the same time of the day.
    const written = new Date(now - article.daysAgo * dayMs - ((at * 37) % 300) * 60_000 - 3_600_000);
    const { id } = await publish(tx, author, article, await renderBlog(article.content), written);
    const others = people.filter((person) => person !== author);
    for (let n = 0; n < Math.min(article.likes, others.length); n++) {
      await like(tx, others[(at * 7 + n) % others.length] as Actor, id, new Date(written.getTime() + (n + 1) * 60_000));
    }
  }
}
