import { blogCardMs, blogPreviewLength } from '@carecommons/contract/limits';
import type { Blog } from '@carecommons/contract/blogs';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import marks from '../../assets/speciality-marks.svg';
import { useInBrowser } from '../../lib/in-browser.ts';
import { Link } from '../../lib/navigation.tsx';
import { Byline } from './byline.tsx';

const pictures = ['leaf', 'heart-pulse', 'apple', 'smile', 'wind', 'users', 'brain', 'dumbbell', 'hand', 'activity'];

interface Props {
  blog: Blog;
  /** The level of the title in the page's outline. */
  heading: 'h2' | 'h3';
  /** What its author can do with it. */
  children?: ReactNode;
}

/** An article at a glance. Its picture comes a moment later; its text is there from the first paint. */
export function BlogCard({ blog, heading: Heading, children }: Props) {
  const [coming, setComing] = useState(true);
  const [fromServer] = useState(!useInBrowser());
  useEffect(() => {
    const timer = setTimeout(() => setComing(false), blogCardMs - (fromServer ? seenForMs() : 0));
    return () => clearTimeout(timer);
  }, [fromServer]);
  const { id, title, content, author, likes_count, created_at } = blog;
  return (
    <article
      aria-busy={coming}
      className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div
        className={`grid h-20 place-items-center text-primary ${coming ? 'bg-raised' : 'bg-primary-soft'}`}
        aria-hidden
      >
        {!coming && (
          <svg width={36} height={36}>
            <use href={`${marks}#${pictures[id % pictures.length]}`} />
          </svg>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <Heading dir="auto" className="text-lg text-pretty">
          <Link to={`/blog/${id}`} className="touchable hover:text-primary hover:underline hover:underline-offset-4">
            {title}
          </Link>
        </Heading>
        <p dir="auto">{content.trim() === '' ? <Trans>No content available</Trans> : beginningOf(content)}</p>
        <p className="mt-auto text-sm text-muted">
          <Byline author={author} at={created_at} /> · <Plural value={likes_count} one="# like" other="# likes" />
        </p>
        {children}
      </div>
    </article>
  );
}

/** For how long what the server rendered has been on the screen by now. */
function seenForMs() {
  const [seen] = performance.getEntriesByName('first-contentful-paint');
  return seen === undefined ? 0 : performance.now() - seen.startTime;
}

function beginningOf(content: string) {
  const characters = [...content];
  if (characters.length <= blogPreviewLength) return content;
  return `${characters.slice(0, blogPreviewLength).join('')}…`;
}
